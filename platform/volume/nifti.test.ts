import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import type { Vec3 } from '#geometry';
import { type Nifti, packNifti, readNifti, writeNifti } from './nifti.ts';

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const image: Nifti = {
  sizes: [3, 2, 2],
  spacingMm: [0.5, 1, 2],
  originMm: [-10, 4, -20],
  directions: AXES,
  type: 'uint8',
  data: Uint8Array.from({ length: 12 }, (_, n) => n * 20),
};
const viewOf = (file: Uint8Array) => new DataView(file.buffer, file.byteOffset, file.byteLength);
const near = (vector: Vec3) => vector.map((value) => expect.closeTo(value, 5));

/** Returns a file whose header was changed. */
function changed(change: (view: DataView) => void): Uint8Array {
  const file = writeNifti(image);
  change(viewOf(file));
  return file;
}
const codeOf = async (bytes: Uint8Array, maxBytes?: number) => {
  const read = await readNifti(bytes, maxBytes);
  return read.ok ? 'ok' : read.problem.code;
};

describe('a NIfTI file', () => {
  it('has the affine in RAS millimetres and the voxels behind the header', () => {
    const view = viewOf(writeNifti(image));
    const row = (n: number) =>
      [0, 1, 2, 3].map((column) => view.getFloat32(280 + 16 * n + 4 * column, true));
    expect([row(0), row(1), row(2)]).toEqual([
      [-0.5, 0, 0, 10],
      [0, -1, 0, -4],
      [0, 0, 2, -20],
    ]);
    expect([view.getInt16(40, true), view.getInt16(70, true), view.byteLength]).toEqual([
      3, 2, 364,
    ]);
    // A turn of 180 degrees about z: quaternion (b, c, d) = (0, 0, 1).
    expect([256, 260, 264].map((at) => Math.abs(view.getFloat32(at, true)))).toEqual([0, 0, 1]);
    expect(view.getUint8(352 + 5)).toBe(100);
  });

  it.each([
    ['plain', async () => writeNifti(image)],
    ['compressed', () => packNifti(image)],
  ])('contains the same image when read again: %s', async (_title, write) => {
    expect(unwrap(await readNifti(await write()))).toEqual({
      ...image,
      isInPatient: true,
      scaling: null,
    });
  });

  const turned = (angle: number): Nifti['directions'] => [
    [Math.cos(angle), Math.sin(angle), 0],
    [-Math.sin(angle), Math.cos(angle), 0],
    [0, 0, 1],
  ];
  it.each([
    ['LPS', AXES],
    [
      'RAS',
      [
        [-1, 0, 0],
        [0, -1, 0],
        [0, 0, 1],
      ],
    ],
    [
      'left-handed',
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, -1],
      ],
    ],
    [
      'permuted',
      [
        [0, 1, 0],
        [0, 0, 1],
        [1, 0, 0],
      ],
    ],
    [
      'flipped and permuted',
      [
        [0, 0, -1],
        [-1, 0, 0],
        [0, 1, 0],
      ],
    ],
    ['oblique', turned(0.4)],
    ['oblique by more than a right angle', turned(2.6)],
  ] as readonly [string, Nifti['directions']][])(
    'places the voxels by the sform and by the qform alike: %s',
    async (_title, directions) => {
      const file = writeNifti({ ...image, directions });
      const byQform = file.slice();
      viewOf(byQform).setInt16(254, 0, true);
      for (const bytes of [file, byQform]) {
        const read = unwrap(await readNifti(bytes));
        expect(read.directions).toEqual(directions.map(near));
        expect(read.originMm).toEqual(near(image.originMm));
        expect(read.spacingMm).toEqual(near(image.spacingMm));
      }
    },
  );

  it.each([
    ['int16', Int16Array.of(-3, 700)],
    ['uint16', Uint16Array.of(3, 60_000)],
    ['int32', Int32Array.of(-70_000, 1)],
    ['float', Float32Array.of(0.5, -2)],
    ['double', Float64Array.of(0.1, -2)],
    ['int8', Int8Array.of(-1, 2)],
    ['uint32', Uint32Array.of(1, 4e9)],
  ] as const)('keeps values of the type %s, in either byte order', async (type, data) => {
    const file = writeNifti({ ...image, sizes: [2, 1, 1], type, data });
    const read = unwrap(await readNifti(file));
    expect([read.type, read.data]).toEqual([type, data]);
    const swapped = bigEndian(file, data.BYTES_PER_ELEMENT);
    const again = unwrap(await readNifti(swapped));
    expect([again.type, again.data, again.sizes]).toEqual([type, data, [2, 1, 1]]);
    expect(again.originMm).toEqual(near(image.originMm));
  });

  it('without a place in the patient has only its spacing', async () => {
    const bytes = changed((view) => {
      view.setInt16(252, 0, true);
      view.setInt16(254, 0, true);
    });
    expect(unwrap(await readNifti(bytes))).toMatchObject({
      isInPatient: false,
      spacingMm: [0.5, 1, 2],
    });
  });

  it('states the scaling of its values', async () => {
    const bytes = changed((view) => {
      view.setFloat32(112, 2, true);
      view.setFloat32(116, -5, true);
    });
    expect(unwrap(await readNifti(bytes)).scaling).toEqual({ slope: 2, intercept: -5 });
  });

  it.each([
    ['text', new TextEncoder().encode('x'.repeat(400)), 'VOLUME_NOT_RECOGNISED'],
    ['a short file', new Uint8Array(20), 'VOLUME_NOT_RECOGNISED'],
    ['NIfTI-2', changed((view) => view.setInt32(0, 540, true)), 'VOLUME_NOT_SUPPORTED'],
    ['two files', changed((view) => view.setUint8(345, 105)), 'VOLUME_NOT_SUPPORTED'],
    [
      'a series',
      changed((view) => {
        view.setInt16(40, 4, true);
        view.setInt16(48, 5, true);
      }),
      'VOLUME_NOT_SUPPORTED',
    ],
    ['no voxels', changed((view) => view.setInt16(42, 0, true)), 'VOLUME_NOT_SUPPORTED'],
    ['colours', changed((view) => view.setInt16(70, 128, true)), 'VOLUME_NOT_SUPPORTED'],
    ['metres', changed((view) => view.setUint8(123, 1)), 'VOLUME_NOT_SUPPORTED'],
    [
      'an image before the header',
      changed((view) => view.setFloat32(108, 12, true)),
      'VOLUME_HEADER_INVALID',
    ],
    [
      'scaling by NaN',
      changed((view) => view.setFloat32(112, Number.NaN, true)),
      'VOLUME_HEADER_INVALID',
    ],
    [
      'equal axes',
      changed((view) => {
        for (let at = 280; at < 328; at += 4) view.setFloat32(at, 1, true);
      }),
      'VOLUME_HEADER_INVALID',
    ],
    ['too few bytes', writeNifti(image).subarray(0, 360), 'VOLUME_TRUNCATED'],
    ['too many bytes', new Uint8Array([...writeNifti(image), 0]), 'VOLUME_OVERLONG'],
    ['damaged gzip', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4), 'VOLUME_CORRUPT'],
  ])('is refused by name: %s', async (_title, bytes, code) => {
    expect(await codeOf(bytes)).toBe(code);
  });

  it('is not unpacked above the limit of the caller', async () => {
    expect(await codeOf(await packNifti(image), 12)).toBe('ok');
    expect(await codeOf(await packNifti(image), 11)).toBe('VOLUME_TOO_LARGE');
    const large = changed((view) => {
      for (const at of [42, 44, 46]) view.setInt16(at, 30_000, true);
    });
    expect(await codeOf(large)).toBe('VOLUME_TOO_LARGE');
  });

  it('is not written with sizes that its data do not have', () => {
    expect(() => writeNifti({ ...image, sizes: [3, 3, 3] })).toThrow(RangeError);
    expect(() => writeNifti({ ...image, type: 'int16' })).toThrow(RangeError);
  });
});

/** Returns the same file in big endian. */
function bigEndian(file: Uint8Array, elementBytes: number): Uint8Array {
  const swapped = file.slice();
  const turn = (at: number, bytes: number) => swapped.subarray(at, at + bytes).reverse();
  turn(0, 4);
  for (let at = 40; at < 56; at += 2) turn(at, 2);
  for (const at of [70, 72, 252, 254]) turn(at, 2);
  for (let at = 76; at < 120; at += 4) turn(at, 4);
  for (let at = 256; at < 328; at += 4) turn(at, 4);
  for (let at = 352; at < swapped.length; at += elementBytes) turn(at, elementBytes);
  return swapped;
}
