import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import type { RecordedBox, Vec3 } from '#geometry';
import {
  type FileAxes,
  type MetaImage,
  nrrdGrid,
  orientVolume,
  type Volume,
  volumeToNrrd,
} from './index.ts';

const HEADER_ONLY = { axes: null, overridesHeader: false };
const BOX_KEY = 'recordedBoxMm';
const [SIN, COS] = [Math.sin(Math.PI / 9), Math.cos(Math.PI / 9)];

/** A file of 20 × 12 × 16 mm, turned by 20° about the patient's left axis, without a dark voxel. */
const FILE: MetaImage = {
  sizes: [20, 12, 16],
  spacingMm: [1, 1, 1],
  offset: [4, 30, -7],
  directions: [
    [1, 0, 0],
    [0, COS, SIN],
    [0, -SIN, COS],
  ],
  isInPatient: true,
  elementType: 'uint8',
  data: new Uint8Array(20 * 12 * 16).fill(90),
  scaling: null,
  header: {},
};
const RESAMPLED = unwrap(orientVolume(FILE, HEADER_ONLY));
const BOX = RESAMPLED.geometry.recordedBox!;

/** Exports a volume and imports it again, with a changed header or grid. */
function importedAgain(
  volume: Volume,
  change: { readonly box?: RecordedBox; readonly movedMm?: Vec3; readonly axes?: FileAxes } = {},
): Volume {
  const nrrd = volumeToNrrd(volume, {});
  const grid = unwrap(nrrdGrid(nrrd));
  const { box, movedMm = [0, 0, 0] } = change;
  const text = box && [box.cornerMm, ...box.edgesMm].flat().join(' ');
  const header = { ...nrrd.keyValues, ...(text === undefined ? {} : { [BOX_KEY]: text }) };
  const offset: Vec3 = [
    grid.offset[0] + movedMm[0],
    grid.offset[1] + movedMm[1],
    grid.offset[2] + movedMm[2],
  ];
  const fields = { elementType: 'uint8', scaling: null, header };
  const isTurn = change.axes !== undefined;
  const entered = { axes: change.axes ?? null, overridesHeader: isTurn, keepsCentre: isTurn };
  return unwrap(orientVolume({ ...grid, offset, ...fields, data: volume.voxels }, entered));
}

/** Keeps the layers of a volume from `first` along the head direction. */
function cropped({ geometry, voxels }: Volume, first: number): Volume {
  const [nx, ny, nz] = geometry.sizes;
  const [x, y, z] = geometry.originMm;
  return {
    geometry: {
      ...geometry,
      sizes: [nx, ny, nz - first],
      originMm: [x, y, z + first * geometry.spacingMm[2]],
    },
    voxels: voxels.slice(first * nx * ny),
  };
}

describe('the recorded box of a volume that this program exported', () => {
  it('is kept', () => {
    expect(importedAgain(RESAMPLED).geometry.recordedBox).toEqual(BOX);
  });

  it('is kept after another program has cropped the volume, because the face stays in its place', () => {
    expect(importedAgain(cropped(RESAMPLED, 6)).geometry.recordedBox).toEqual(BOX);
  });

  it.each<[string, { readonly box?: RecordedBox; readonly movedMm?: Vec3 }]>([
    ['the volume was moved', { movedMm: [0, -6, 0] }],
    ['it lies elsewhere', { box: { ...BOX, cornerMm: [1000, 1000, 1000] } }],
    [
      'it is larger than any volume',
      {
        box: {
          cornerMm: [-500, -500, -500],
          edgesMm: [
            [1000, 0, 0],
            [0, 1000, 0],
            [0, 0, 1000],
          ],
        },
      },
    ],
    [
      'its edges are not at right angles',
      { box: { ...BOX, edgesMm: [BOX.edgesMm[0], [0, 40, 0], BOX.edgesMm[2]] } },
    ],
  ])('is ignored if %s', (_, change) => {
    expect(importedAgain(RESAMPLED, change).geometry.recordedBox).toBeUndefined();
  });

  it('is ignored if the volume shows something outside of it', () => {
    const voxels = RESAMPLED.voxels.slice();
    voxels[0] = 1;
    expect(importedAgain({ ...RESAMPLED, voxels }).geometry.recordedBox).toBeUndefined();
  });
});

describe('the recorded box of a volume that is turned to other axes of its own', () => {
  it.each<[string, FileAxes, FileAxes]>([
    ['head down', { depthAxis: '+j', headAxis: '-k' }, { depthAxis: '+j', headAxis: '-k' }],
    ['depth up', { depthAxis: '-j', headAxis: '+k' }, { depthAxis: '-j', headAxis: '+k' }],
    ['depth along k', { depthAxis: '+k', headAxis: '+i' }, { depthAxis: '+i', headAxis: '+j' }],
  ])('is turned with the voxels: %s', (_, axes, inverse) => {
    const turned = importedAgain(RESAMPLED, { axes });
    const box = turned.geometry.recordedBox!;
    expect(box.edgesMm.every((edge, axis) => edge[axis]! > 0)).toBe(true);
    const centreOf = ({ geometry }: Volume) =>
      geometry.originMm.map(
        (mm, at) => mm + ((geometry.sizes[at]! - 1) / 2) * geometry.spacingMm[at]!,
      );
    expect(centreOf(turned)).toEqual(centreOf(RESAMPLED).map((mm) => expect.closeTo(mm, 9)));
    const back = importedAgain(turned, { axes: inverse });
    expect(back.voxels).toEqual(RESAMPLED.voxels);
    const numbers = ({ cornerMm, edgesMm }: RecordedBox) => [cornerMm, ...edgesMm].flat();
    const close = numbers(BOX).map((mm) => expect.closeTo(mm, 9));
    expect(numbers(back.geometry.recordedBox!)).toEqual(close);
    expect(back.geometry.originMm).toEqual(
      RESAMPLED.geometry.originMm.map((mm) => expect.closeTo(mm, 9)),
    );
  });
});
