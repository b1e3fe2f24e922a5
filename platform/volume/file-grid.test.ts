import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { ALIGNED_GRIDS, markerMha, markerNrrd } from '#testing/files';
import { nrrdGrid, parseNrrdHeader, readMetaImage, statedAxes } from './index.ts';

const GRID = ALIGNED_GRIDS[0]!;
const gridOf = (change: Readonly<Record<string, string | null>>) =>
  nrrdGrid(unwrap(parseNrrdHeader(markerNrrd(GRID, change))).header);

describe('the grid of an NRRD file', () => {
  it.each([
    ['left-posterior-superior', '+j', '+k'],
    ['LPS', '+j', '+k'],
    ['right-anterior-superior', '-j', '+k'],
    ['ras', '-j', '+k'],
    ['left-anterior-superior', '-j', '+k'],
    ['LAS', '-j', '+k'],
  ])('lies in the patient in the space %s', (space, depthAxis, headAxis) => {
    expect(statedAxes(unwrap(gridOf({ space })))).toEqual({ depthAxis, headAxis });
  });

  it.each([
    ['without a space', { space: null, 'space dimension': '3' }],
    ['in the space scanner-xyz', { space: 'scanner-xyz' }],
    ['in the space 3D-left-handed', { space: '3D-left-handed' }],
    ['with spacings instead of directions', { 'space directions': null, spacings: '1 1 1' }],
  ])('leaves the patient’s axes open %s', (_, change) => {
    expect(unwrap(gridOf(change)).isInPatient).toBe(false);
  });

  it('names the space that leaves the patient’s axes open', () => {
    expect(unwrap(gridOf({ space: 'Scanner-XYZ' })).openSpace).toBe('Scanner-XYZ');
    expect(unwrap(gridOf({ space: 'LPS' })).openSpace).toBeUndefined();
  });

  it.each([
    ['IMPORT_UNKNOWN_SPACE', { space: 'right-posterior-superior' }],
    ['IMPORT_UNKNOWN_SPACE', { space: 'left-posterior-superior-time' }],
    ['IMPORT_UNKNOWN_SPACE', { space: 'toString' }],
    ['IMPORT_UNITS', { 'space units': '"mm" "cm" "mm"' }],
    ['IMPORT_UNITS', { 'space directions': null, spacings: '1 1 1', units: '"m" "m" "m"' }],
    ['IMPORT_UNITS', { 'space units': 'cm cm cm' }],
    ['IMPORT_UNITS', { units: '"cm" "cm" "cm"' }],
    ['IMPORT_NO_SPACING', { 'space directions': null }],
    ['IMPORT_NO_DIRECTION', { 'space directions': '(1,0,0) (0,1,0) none' }],
  ])('is rejected with %s', (code, change) => {
    expect(gridOf(change)).toMatchObject({ ok: false, problem: { code } });
  });

  it('is accepted with lengths in millimetres', () => {
    expect(unwrap(gridOf({ 'space units': '"mm" "mm" "mm"' })).isInPatient).toBe(true);
  });
});

/** Returns a MetaImage file with its first grid and further lines at the top of the header. */
const mhaWith = (...lines: readonly string[]): Buffer => {
  const text = Buffer.from(markerMha(GRID)).toString('latin1');
  return Buffer.from(text.replace('NDims', `${lines.join('\n')}\nNDims`), 'latin1');
};

describe('the grid of a MetaImage file', () => {
  const flipped = ALIGNED_GRIDS.find(({ name }) => name === 'flipped')!;
  it.each([
    ['RAI', GRID, true],
    ['LAS', flipped, true],
    ['???', flipped, true],
    [null, flipped, true],
    ['RAI', flipped, false],
    ['LPS', GRID, false],
  ])(
    'with AnatomicalOrientation %s lies in the patient if the matrix agrees',
    async (orientation, grid, expected) => {
      const image = unwrap(await readMetaImage(markerMha(grid, orientation)));
      expect(image.isInPatient).toBe(expected);
    },
  );

  it.each(['XYZ', 'RAI RAI', 'RRI', 'HFS'])(
    'is rejected with the unknown AnatomicalOrientation %s',
    async (orientation) => {
      const image = await readMetaImage(markerMha(GRID, orientation));
      expect(image).toMatchObject({ problem: { code: 'VOLUME_HEADER_INVALID' } });
      expect(image.ok ? '' : image.problem.detail).toContain(`'${orientation}'`);
    },
  );

  it('leaves the patient’s axes open without a matrix', async () => {
    const text = Buffer.from(markerMha(GRID)).toString('latin1');
    const bytes = Buffer.from(text.replace(/TransformMatrix = .*\n/, ''), 'latin1');
    expect(unwrap(await readMetaImage(bytes)).isInPatient).toBe(false);
  });

  it('is rejected with lengths in other units', async () => {
    const image = await readMetaImage(mhaWith('DistanceUnits = cm'));
    expect(image).toMatchObject({ problem: { code: 'IMPORT_UNITS' } });
  });

  it.each([
    ['a field', 'TransformMatrix = 0 0 1 1 0 0 0 1 0'],
    ['another name of the matrix', 'Rotation = 0 0 1 1 0 0 0 1 0'],
    ['another name of the offset', 'Origin = 1 2 3'],
  ])('is rejected if %s states something else', async (_, line) => {
    const problem = { code: 'VOLUME_HEADER_INVALID' };
    expect(await readMetaImage(mhaWith(line))).toMatchObject({ ok: false, problem });
  });

  it('is accepted if another name of the matrix states the same', async () => {
    const image = unwrap(await readMetaImage(mhaWith('Rotation = 1 0 0 0 1 0 0 0 1')));
    expect(image.isInPatient).toBe(true);
  });
});
