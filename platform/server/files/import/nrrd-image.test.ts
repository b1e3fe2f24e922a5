import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { type Nrrd, reorient } from '#volume';
import { nrrdImage } from './nrrd-image.ts';

const nrrd = (overrides: Partial<Nrrd> = {}): Nrrd => ({
  type: 'uint8',
  sizes: [2, 3, 4],
  spacings: [0.5, 0.4, 0.3],
  keyValues: {},
  data: Uint8Array.from({ length: 24 }, (_, index) => index),
  ...overrides,
});

const diagonal = (x: number, y: number, z: number) => [
  [x, 0, 0],
  [0, y, 0],
  [0, 0, z],
];

describe('nrrdImage', () => {
  it('keeps sizes, spacing and voxels', () => {
    const image = unwrap(nrrdImage(nrrd()));
    expect(image).toMatchObject({
      sizes: [2, 3, 4],
      spacingMm: [0.5, 0.4, 0.3],
      offset: [0, 0, 0],
    });
    expect(image.scaling).toBeNull();
    expect([...image.data]).toEqual([...nrrd().data]);
  });

  it('converts the space of the file to left, posterior, head', () => {
    const { spacings: _none, ...withoutSpacings } = nrrd({
      space: 'right-anterior-superior',
      spaceDirections: diagonal(-1, -2, 3),
      spaceOrigin: [10, 20, 30],
    });
    const image = unwrap(nrrdImage(withoutSpacings));
    expect(image.offset).toEqual([-10, -20, 30]);
    expect(image.spacingMm).toEqual([1, 2, 3]);
    expect(unwrap(reorient(image, '+j', '+k')).geometry).toMatchObject({
      sizes: [2, 3, 4],
      spacingMm: [1, 2, 3],
      originMm: [-10, -20, 30],
    });
  });

  it('keeps left on the correct side for a mirrored space', () => {
    const spacings = [1, 1, 1];
    const spaceDirections = diagonal(1, 1, 1);
    const mirrored = nrrd({ space: 'left-anterior-superior', spacings, spaceDirections });
    const plain = nrrd({ space: 'left-posterior-superior', spacings, spaceDirections });
    const row = (image: Nrrd) => [
      ...unwrap(reorient(unwrap(nrrdImage(image)), '+j', '+k')).voxels.slice(0, 2),
    ];
    expect(row(plain)).toEqual([0, 1]);
    expect(row(mirrored)).toEqual([1, 0]);
  });

  it('scales other number types to bytes over their own range and reports the scaling', () => {
    const image = unwrap(
      nrrdImage(
        nrrd({
          type: 'int16',
          data: Int16Array.from({ length: 24 }, (_, index) => index * 10 - 5),
        }),
      ),
    );
    expect(image.scaling).toEqual({ low: -5, high: 225 });
    expect([image.data[0], image.data[23]]).toEqual([0, 255]);
  });

  it.each([
    ['IMPORT_NOT_THREE_AXES', { sizes: [6, 4], spacings: [1, 1] }],
    ['IMPORT_NO_SPACING', { spacings: [1, null, 1] }],
    ['IMPORT_SPACING', { spacings: [1, 0, 1] }],
    ['IMPORT_IS_A_SWEEP', { keyValues: { clockface_clockDeg: '[0,1,2,3]' } }],
    ['IMPORT_NOT_NUMBERS', { type: 'float', data: new Float32Array(24).fill(Number.NaN) }],
  ] as const)('rejects the image with %s', (code, overrides) => {
    expect(nrrdImage(nrrd(overrides as Partial<Nrrd>))).toMatchObject({
      ok: false,
      problem: { code },
    });
  });
});
