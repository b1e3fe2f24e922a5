import { describe, expect, it } from 'vitest';
import { type Result, unwrap } from '#foundation';
import { scannedVolumeGeometry, type Vec3 } from '#geometry';
import { ALIGNED_GRIDS, markerMha, OBLIQUE_GRIDS } from '#testing/files';
import {
  type FileAxes,
  type MetaImage,
  nrrdGrid,
  orientVolume,
  readMetaImage,
  reorient,
  statedAxes,
  type Volume,
  volumeToNrrd,
} from './index.ts';

const HEADER_ONLY = { axes: null, overridesHeader: false };
const DEFAULT_AXES: FileAxes = { depthAxis: '+j', headAxis: '+k' };
const entered = (axes: FileAxes, overridesHeader = false) => ({ axes, overridesHeader });
const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.problem.code);

function image(change: Partial<MetaImage> = {}): MetaImage {
  return {
    sizes: [4, 3, 2],
    spacingMm: [0.5, 0.25, 2],
    offset: [10, 20, 30],
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    isInPatient: true,
    elementType: 'uint8',
    data: Uint8Array.from({ length: 24 }, (_, index) => index + 1),
    scaling: null,
    header: { space: 'LPS' },
    ...change,
  };
}

/** Directions turned by an angle about the depth axis. */
function turned(degrees: number): MetaImage['directions'] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [
    [cos, 0, -sin],
    [0, 1, 0],
    [sin, 0, cos],
  ];
}
const HEAD_DOWN: MetaImage['directions'] = [
  [-1, 0, 0],
  [0, 1, 0],
  [0, 0, -1],
];

describe('the axes that a header states', () => {
  it.each([
    ['permuted', { depthAxis: '+k', headAxis: '+i' }],
    ['flipped', { depthAxis: '+j', headAxis: '-k' }],
    ['RAS', { depthAxis: '-j', headAxis: '+k' }],
    ['turned by 20° about x', { depthAxis: '+j', headAxis: '+k' }],
    ['turned about two axes, permuted, in RAS', { depthAxis: '+k', headAxis: '+i' }],
  ])('are the nearest ones of a grid that is %s', async (name, axes) => {
    const grid = [...ALIGNED_GRIDS, ...OBLIQUE_GRIDS].find((grid) => grid.name === name);
    expect(statedAxes(unwrap(await readMetaImage(markerMha(grid!))))).toEqual(axes);
  });

  it('are none if it leaves the patient’s axes open', () => {
    expect(statedAxes(image({ isInPatient: false }))).toBeNull();
  });
});

describe('placing an imported volume', () => {
  it('follows the header without entered axes, or with the same ones', () => {
    const file = image({ directions: HEAD_DOWN });
    const volume = unwrap(orientVolume(file, HEADER_ONLY));
    expect(volume.voxels[0]).toBe(16);
    // The last voxel of i and k is the first in the patient: 10 - 3 · 0.5 and 30 - 2 mm.
    expect(volume.geometry.originMm).toEqual([8.5, 20, 28]);
    expect(volume.source).toMatchObject({ space: 'LPS', orientationFrom: 'header' });
    expect(unwrap(orientVolume(file, entered({ depthAxis: '+j', headAxis: '-k' })))).toEqual(
      volume,
    );
  });

  it('stops if the entered axes contradict the header, and names both', () => {
    const result = orientVolume(image({ directions: HEAD_DOWN }), entered(DEFAULT_AXES));
    expect(result).toMatchObject({ ok: false, problem: { code: 'IMPORT_CONTRADICTION' } });
    const detail = result.ok ? '' : result.problem.detail;
    expect(detail).toContain('states depth +j and head -k');
    expect(detail).toContain('entered were depth +j and head +k');
  });

  it.each([
    ['turned over', HEAD_DOWN],
    ['oblique', turned(30)],
  ])(
    'follows the entered axes voxel for voxel if they override a header that is %s',
    (_, directions) => {
      const axes: FileAxes = { depthAxis: '+i', headAxis: '+j' };
      const volume = unwrap(orientVolume(image({ directions }), entered(axes, true)));
      expect(volume.geometry.sizes).toEqual([2, 4, 3]);
      // `reorient` is tested for the place of each voxel.
      expect(volume.voxels).toEqual(unwrap(reorient(image({ directions }), '+i', '+j')).voxels);
      expect(volume.source).toMatchObject({
        assumedDepthAxis: '+i',
        assumedHeadAxis: '+j',
        orientationFrom: 'form',
      });
    },
  );

  it('needs entered axes if the header states none', () => {
    const file = image({ isInPatient: false, directions: turned(30) });
    expect(codeOf(orientVolume(file, HEADER_ONLY))).toBe('IMPORT_NO_ORIENTATION');
    const volume = unwrap(orientVolume(file, entered(DEFAULT_AXES)));
    expect([...volume.voxels]).toEqual([...file.data]);
    expect(volume.source.orientationFrom).toBe('form');
  });

  it.each([
    ['scanner-xyz', 'which has the directions of the scanner, not of the patient'],
    ['3D-right-handed', 'which has no directions of the patient'],
  ])('names the space %s if its axes were not entered', (openSpace, reason) => {
    const oriented = orientVolume(image({ isInPatient: false, openSpace }), HEADER_ONLY);
    expect(oriented).toMatchObject({
      ok: false,
      problem: {
        detail: `The header names the space '${openSpace}', ${reason}, and no axes were entered.`,
      },
    });
  });

  it.each([
    ['IMPORT_SAME_AXIS', image(), entered({ depthAxis: '+j', headAxis: '-j' }, true)],
    ['IMPORT_IS_A_SWEEP', image({ header: { Seq_Frame0000_ImageStatus: 'OK' } }), HEADER_ONLY],
    [
      'IMPORT_DIRECTIONS',
      image({
        directions: [...turned(0).slice(0, 2), [0.6, 0, 0.8]] as unknown as [Vec3, Vec3, Vec3],
      }),
      HEADER_ONLY,
    ],
    [
      'IMPORT_RESAMPLED_TOO_LARGE',
      image({ sizes: [50_000, 1, 50_000], directions: turned(45) }),
      HEADER_ONLY,
    ],
  ] as const)('fails with %s', (code, file, orientation) => {
    expect(codeOf(orientVolume(file, orientation))).toBe(code);
  });
});

describe('the origin of a volume that is placed without resampling', () => {
  it('is that of the header, also for axes a fraction of a degree beside those of the patient', () => {
    const file = image({ offset: [-200, 40, 300], directions: turned(0.02) });
    const { geometry, source } = unwrap(orientVolume(file, HEADER_ONLY));
    expect(source.resampled).toBeUndefined();
    expect(geometry.originMm).toEqual([-200, 40, 300]);
  });
});

describe('the covered disc of a volume that this program exported', () => {
  const geometry = scannedVolumeGeometry([40, 6, 40], [1, 1, 1], 16);
  const voxels = new Uint8Array(40 * 6 * 40);
  const isCovered = (x: number, z: number): boolean => Math.hypot(x - 19.5, z - 19.5) <= 16.5;
  voxels.forEach((_, at) => {
    const [x, z] = [at % 40, Math.floor(at / 240)];
    voxels[at] = isCovered(x, z) ? 50 + (at % 200) : 0;
  });

  const imported = (volume: Volume, change: Partial<MetaImage> = {}) => {
    const nrrd = volumeToNrrd(volume, {});
    const grid = unwrap(nrrdGrid(nrrd));
    const fields = { elementType: 'uint8', scaling: null, header: nrrd.keyValues };
    return unwrap(
      orientVolume({ ...grid, ...fields, data: volume.voxels, ...change }, HEADER_ONLY),
    );
  };

  it('is kept, with every voxel in its place', () => {
    const volume = imported({ geometry, voxels });
    expect(volume.geometry).toEqual(geometry);
    expect(volume.voxels).toEqual(voxels);
  });

  it('contains the corners if they show something, as after another program has cropped the volume', () => {
    const cropped = voxels.slice();
    cropped[0] = 1;
    const radiusMm = imported({ geometry, voxels: cropped }).geometry.coverageRadiusMm;
    expect(radiusMm).toBeCloseTo(Math.hypot(40, 40) / 2);
  });

  it.each(['', '0', '-3', 'wide', '9000'])(
    'contains the corners if it is stored as "%s"',
    (stored) => {
      const volume = imported({ geometry, voxels }, { header: { coverageRadiusMm: stored } });
      expect(volume.geometry.coverageRadiusMm).toBeCloseTo(Math.hypot(40, 40) / 2);
    },
  );
});

describe('resampling an oblique volume', () => {
  it('keeps the first voxel of the file in place, as a voxel of the new grid', () => {
    const file = image({ directions: turned(20) });
    const { geometry, voxels, source } = unwrap(orientVolume(file, HEADER_ONLY));
    const index = geometry.originMm.map(
      (mm, axis) => (file.offset[axis]! - mm) / geometry.spacingMm[axis]!,
    );
    const [i, j, k] = index.map(Math.round) as [number, number, number];
    expect(index.map((value) => Math.abs(value - Math.round(value)) < 1e-9)).toEqual([
      true,
      true,
      true,
    ]);
    expect(voxels[i + geometry.sizes[0] * (j + geometry.sizes[1] * k)]).toBe(1);
    expect(geometry.spacingMm).toEqual(file.spacingMm);
    expect(source).toMatchObject({
      orientationFrom: 'header',
      resampled: 'linear, from oblique axes',
    });
  });

  it('is refused above the limit of the caller', () => {
    const file = image({ directions: turned(20) });
    const { voxels } = unwrap(orientVolume(file, HEADER_ONLY));
    expect(voxels.length).toBeGreaterThan(file.data.length);
    expect(orientVolume(file, HEADER_ONLY, voxels.length).ok).toBe(true);
    expect(codeOf(orientVolume(file, HEADER_ONLY, voxels.length - 1))).toBe(
      'IMPORT_RESAMPLED_TOO_LARGE',
    );
  });

  it('reproduces a linear course of levels, and is 0 outside the file', () => {
    const sizes: Vec3 = [20, 10, 20];
    // The level rises by 4 per voxel along i.
    const data = Uint8Array.from({ length: 4000 }, (_, index) => 20 + 4 * (index % 20));
    const directions = turned(25);
    const file = image({ sizes, spacingMm: [1, 1, 1], offset: [0, 0, 0], directions, data });
    const { geometry, voxels } = unwrap(orientVolume(file, HEADER_ONLY));
    const [nx, ny] = geometry.sizes;
    let inside = 0;
    voxels.forEach((level, at) => {
      const x = geometry.originMm[0] + (at % nx);
      const z = geometry.originMm[2] + Math.floor(at / (nx * ny));
      const i = x * directions[0][0] + z * directions[0][2];
      const k = x * directions[2][0] + z * directions[2][2];
      if (i < -0.51 || i > 19.51 || k < -0.51 || k > 19.51) expect(level).toBe(0);
      if (i < 0 || i > 19 || k < 0 || k > 19) return;
      inside += 1;
      expect(Math.abs(level - (20 + 4 * i))).toBeLessThanOrEqual(0.5001);
    });
    expect(inside).toBeGreaterThan(3000);
  });

  it('is left out for angles that shift no voxel by a tenth', () => {
    const volume = unwrap(orientVolume(image({ directions: turned(0.001) }), HEADER_ONLY));
    expect([...volume.voxels]).toEqual([...image().data]);
    expect(volume.source.resampled).toBeUndefined();
    const shifted = unwrap(orientVolume(image({ directions: turned(1) }), HEADER_ONLY));
    expect(shifted.source.resampled).toBeDefined();
  });
});
