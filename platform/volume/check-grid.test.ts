import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { ALIGNED_GRIDS, markerMha, markerNrrd } from '#testing/files';
import { checkGrid, nrrdGrid, parseNrrdHeader, readMetaImage, readOrientation } from './index.ts';

const GRID = ALIGNED_GRIDS[0]!;

/** Returns code and detail of the rejection of an NRRD file with these header fields. */
function nrrdRejection(fields: Readonly<Record<string, string | null>>): [string, string] {
  const bytes = markerNrrd(GRID, fields);
  const orientation = readOrientation(bytes);
  return orientation.ok ? ['accepted', ''] : [orientation.problem.code, orientation.problem.detail];
}

/** Returns a MetaImage file with changed header lines. */
function mhaWith(lines: Readonly<Record<string, string>>): Uint8Array {
  const text = Buffer.from(markerMha(GRID)).toString('latin1');
  const changed = Object.entries(lines).reduce(
    (header, [key, value]) => header.replace(new RegExp(`^${key} = .*$`, 'm'), `${key} = ${value}`),
    text,
  );
  return new Uint8Array(Buffer.from(changed, 'latin1'));
}

/** Returns code and detail of the rejection of a MetaImage file, the same in browser and import. */
async function mhaRejection(lines: Readonly<Record<string, string>>): Promise<[string, string]> {
  const bytes = mhaWith(lines);
  const orientation = readOrientation(bytes);
  const image = await readMetaImage(bytes);
  const imported = image.ok ? checkGrid(image.value) : image;
  expect(imported.ok).toBe(orientation.ok);
  if (orientation.ok || imported.ok) return ['accepted', ''];
  expect(imported.problem).toEqual(orientation.problem);
  return [orientation.problem.code, orientation.problem.detail];
}

const steps = (x: number | string, y: number | string, z: number | string): string =>
  `(${x},0,0) (0,${y},0) (0,0,${z})`;

describe('the voxel size in a header', () => {
  it.each([
    [steps(1000, 0.6, 1), '1000 × 0.6 × 1 mm'],
    [steps(0.8, 1e-9, 1), '0.8 × 1e-9 × 1 mm'],
    [steps(0.8, 0.6, 10.01), '0.8 × 0.6 × 10.01 mm'],
    [steps(0.0099, 0.6, 1), '0.0099 × 0.6 × 1 mm'],
  ])('is refused outside of breast ultrasound, with the limits: %s', (directions, shown) => {
    const [code, detail] = nrrdRejection({ 'space directions': directions });
    expect([code, detail]).toEqual([
      'IMPORT_SPACING',
      `The voxels are ${shown}; each side can have 0.01 mm to 10 mm.`,
    ]);
  });

  it.each(['0 0.6 1', '-0.8 0.6 1', '1e9 0.6 1'])('is refused in spacings: %s', (spacings) => {
    const fields = { space: null, 'space directions': null, 'space origin': null, spacings };
    expect(nrrdRejection(fields)[0]).toBe('IMPORT_SPACING');
  });

  it.each(['inf 0.6 1', '0.8 -inf 1', '0.8 0.6 wide'])(
    'is named if it is not a number: %s',
    (spacings) => {
      const fields = { space: null, 'space directions': null, 'space origin': null, spacings };
      const invalid = spacings.split(' ').find((word) => /[a-z]/.test(word));
      expect(nrrdRejection(fields)).toEqual([
        'VOLUME_HEADER_INVALID',
        `The field 'spacings' has the invalid value '${invalid}'.`,
      ]);
    },
  );

  it('is missing if a spacing is nan, with the axis', () => {
    const fields = { space: null, 'space directions': null, 'space origin': null };
    const [code, detail] = nrrdRejection({ ...fields, spacings: '0.8 nan 1' });
    expect([code, detail]).toEqual([
      'IMPORT_NO_SPACING',
      'The NRRD header has no spacing of axis 2.',
    ]);
  });

  it.each(['1000 0.6 1', '0 0.6 1', '-0.8 0.6 1', '1e-9 0.6 1'])(
    'is refused in a MetaImage file: %s',
    async (spacing) => {
      const [code, detail] = await mhaRejection({ ElementSpacing: spacing });
      expect(code).toBe('IMPORT_SPACING');
      expect(detail).toContain('0.01 mm to 10 mm');
    },
  );

  it.each(['inf 0.6 1', 'nan 0.6 1', '0.8 0.6'])(
    'is refused in a MetaImage file if it is not three numbers: %s',
    async (spacing) => {
      const [code, detail] = await mhaRejection({ ElementSpacing: spacing });
      expect(code).toBe('VOLUME_HEADER_INVALID');
      expect(detail).toContain(spacing);
    },
  );

  it('is refused if spacings and space directions differ', () => {
    expect(nrrdRejection({ spacings: '0.8 0.6 1' })[0]).toBe('accepted');
    const [code, detail] = nrrdRejection({ spacings: '0.4 0.6 1' });
    expect(code).toBe('VOLUME_HEADER_INVALID');
    expect(detail).toContain("'spacings' and 'space directions'");
  });

  it('is accepted at its limits', async () => {
    expect(nrrdRejection({ 'space directions': steps(10, 0.6, 0.05) })[0]).toBe('accepted');
    expect(nrrdRejection({ 'space directions': steps(10, 0.6, 0.03) })[0]).toBe('accepted');
    expect((await mhaRejection({ ElementSpacing: '0.25 0.25 0.25' }))[0]).toBe('accepted');
  });
});

describe('the extent of a volume', () => {
  it.each([
    // 44 × 52 × 36 voxels.
    [steps(0.01, 0.6, 1), '0.44 × 31.2 × 36 mm'],
    [steps(0.8, 9.7, 1), '35.2 × 504.4 × 36 mm'],
    [steps(0.05, 0.05, 0.05), '2.2 × 2.6 × 1.8 mm'],
  ])('is refused outside of breast ultrasound, with the limits: %s', (directions, shown) => {
    expect(nrrdRejection({ 'space directions': directions })).toEqual([
      'IMPORT_EXTENT',
      `It measures ${shown}; each side can have 1 mm to 500 mm, and the longest at least 5 mm.`,
    ]);
  });
});

describe('the location of a volume', () => {
  it.each(['(1e30,0,0)', '(0,0,-10001)'])('is refused far from every scanner: %s', (origin) => {
    const [code, detail] = nrrdRejection({ 'space origin': origin });
    expect(code).toBe('IMPORT_ORIGIN');
    expect(detail).toContain('10000 mm');
  });

  it('is refused with other than three coordinates', () => {
    const [code, detail] = nrrdRejection({ 'space origin': '(1,2)' });
    expect([code, detail]).toEqual([
      'VOLUME_HEADER_INVALID',
      "The 'space origin' has 2 coordinates; it needs 3.",
    ]);
  });
});

describe('the directions in a header', () => {
  it.each([
    ['(0.8,0,0) (0,0,0) (0,0,1)', 'IMPORT_ZERO_DIRECTION', 'axis 2'],
    ['(0.8,0,0) none (0,0,1)', 'IMPORT_NO_DIRECTION', 'axis 2'],
    ['none none none', 'IMPORT_NO_DIRECTION', 'axis 1'],
    ['(0.8,0) (0,0.6) (0,0)', 'IMPORT_DIRECTION_COMPONENTS', 'axis 1 has 2'],
    ['(0.8,0,0) (0,0.6,0,0) (0,0,1)', 'IMPORT_DIRECTION_COMPONENTS', 'axis 2 has 4'],
    ['(0.8,0,0) (0.6,0,0) (0,0,1)', 'IMPORT_FLAT_DIRECTIONS', '(1, 0, 0), (1, 0, 0), (0, 0, 1)'],
    ['(1,0,0) (0.5,0.5,0) (0,0,1)', 'IMPORT_DIRECTIONS', '0.7071'],
  ])('are refused with the true reason: %s', (directions, code, named) => {
    const rejection = nrrdRejection({ 'space directions': directions });
    expect(rejection[0]).toBe(code);
    expect(rejection[1]).toContain(named);
  });

  it.each(['(nan,0,0)', '(inf,0,0)', '(a,0,0)', '(0.8;0;0)'])(
    'are refused with the invalid vector: %s',
    (vector) => {
      const [code, detail] = nrrdRejection({ 'space directions': `${vector} (0,0.6,0) (0,0,1)` });
      expect(code).toBe('VOLUME_HEADER_INVALID');
      expect(detail).toContain(vector);
    },
  );

  it.each([
    ['1 0 0 0 1 0 0 0 0', 'IMPORT_ZERO_DIRECTION', 'axis 3'],
    ['0 0 0 0 0 0 0 0 0', 'IMPORT_ZERO_DIRECTION', 'axis 1'],
    ['1 0 0 0 1 0 0.7071068 0.7071068 0', 'IMPORT_FLAT_DIRECTIONS', '0.7071'],
    ['1 0 0 1 0 0 0 0 1', 'IMPORT_FLAT_DIRECTIONS', '(1, 0, 0)'],
    ['0.8 0 0 0 0.6 0 0 0 1', 'IMPORT_DIRECTION_LENGTH', '0.8, 0.6, 1'],
    ['1 0 0 0.7071068 0.7071068 0 0 0 1', 'IMPORT_DIRECTIONS', '0.7071'],
  ])('of a MetaImage file are refused with the true reason: %s', async (matrix, code, named) => {
    const rejection = await mhaRejection({ TransformMatrix: matrix });
    expect(rejection[0]).toBe(code);
    expect(rejection[1]).toContain(named);
  });

  it('stay those of the header when the volume is accepted', () => {
    const parsed = unwrap(parseNrrdHeader(markerNrrd(GRID)));
    expect(unwrap(nrrdGrid(parsed.header)).spacingMm).toEqual([0.8, 0.6, 1]);
  });
});

describe('the axes of a header', () => {
  it.each(['time', 'list', 'vector', 'RGB-color', '3-vector'])(
    'are refused if one counts something else than space: %s',
    (kind) => {
      expect(nrrdRejection({ kinds: `domain domain ${kind}` })).toEqual([
        'IMPORT_NOT_SPATIAL',
        `Axis 3 of the image is of the kind '${kind}'.`,
      ]);
    },
  );

  it.each(['domain space ???', 'none none none'])('are accepted along space: %s', (kinds) => {
    expect(nrrdRejection({ kinds })[0]).toBe('accepted');
  });

  it.each(['2', '4', 'x'])('are refused in a space of another dimension: %s', (dimension) => {
    expect(nrrdRejection({ 'space dimension': dimension })).toEqual([
      'VOLUME_HEADER_INVALID',
      `The 'space dimension' is '${dimension}'; it needs 3.`,
    ]);
  });

  it.each([
    { sizes: '0x2C 52 36' },
    { 'space directions': '(0x1,0,0) (0,0.6,0) (0,0,1)' },
    { 'space directions': '(0b1,0,0) (0,0.6,0) (0,0,1)' },
  ])('are refused if a number is not decimal: %o', (fields) => {
    expect(nrrdRejection(fields)[0]).toBe('VOLUME_HEADER_INVALID');
  });

  it('are refused if the file holds the frames of a sweep', async () => {
    const sweep = { kinds: 'domain domain list\nclockface_clockDeg:=[0,1,2]' };
    expect(nrrdRejection(sweep)[0]).toBe('IMPORT_IS_A_SWEEP');
    const bytes = mhaWith({ NDims: '3\nSeq_Frame0000_ImageStatus = OK' });
    expect(readOrientation(bytes)).toMatchObject({ problem: { code: 'IMPORT_IS_A_SWEEP' } });
  });

  it('of a MetaImage file are refused if a number is not decimal', async () => {
    expect((await mhaRejection({ DimSize: '0x2C 52 36' }))[0]).toBe('VOLUME_HEADER_INVALID');
    expect((await mhaRejection({ ElementSpacing: '0x1 0.6 1' }))[0]).toBe('VOLUME_HEADER_INVALID');
  });

  it('of a MetaImage file are accepted if two names state the same numbers', async () => {
    const matrix = '1.0 0 0 0 1e0 0 0 0 1';
    const same = await mhaRejection({ NDims: `3\nRotation = ${matrix}` });
    expect(same[0]).toBe('accepted');
    const [code, detail] = await mhaRejection({ NDims: '3\nRotation = 1 0 0 0 0 1 0 1 0' });
    expect(code).toBe('VOLUME_HEADER_INVALID');
    expect(detail).toContain('TransformMatrix and Rotation');
  });
});
