import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { phantomFile, phantomVoxels } from '#testing/files';
import { readMetaImage } from './index.ts';

/** 147 × 106 × 104 bytes at 0.5 mm, zlib-compressed: an ellipsoid whose levels rise along each axis. */
const phantom = new Uint8Array(phantomFile());
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Creates a file of 2 × 2 × 1 elements whose header lines can be replaced or left out. */
function file(
  change: Readonly<Record<string, string | null>> = {},
  image: readonly number[] = [1, 2, 3, 4],
) {
  const lines = {
    ObjectType: 'Image',
    NDims: '3',
    BinaryData: 'True',
    DimSize: '2 2 1',
    ElementSpacing: '0.5 0.25 2',
    ElementType: 'MET_UCHAR',
    ...change,
    ElementDataFile: change.ElementDataFile ?? 'LOCAL',
  };
  const text = Object.entries(lines).flatMap(([key, value]) =>
    value === null ? [] : [`${key} = ${value}\n`],
  );
  return new Uint8Array(Buffer.concat([encode(text.join('')), Uint8Array.from(image)]));
}

async function codeOf(bytes: Uint8Array): Promise<string> {
  const result = await readMetaImage(bytes);
  if (result.ok) return 'read';
  expect(result.problem.next).not.toBe('');
  return result.problem.code;
}

describe('a volume of another program', () => {
  it('is read voxel for voxel, with its header', async () => {
    const image = unwrap(await readMetaImage(phantom));
    expect(image.sizes).toEqual([147, 106, 104]);
    expect(image.spacingMm).toEqual([0.5, 0.5, 0.5]);
    expect(image.offset).toEqual([-74.5, 165.25, 29.125]);
    expect(image.scaling).toBeNull();
    expect(Buffer.from(image.data).equals(phantomVoxels())).toBe(true);
    // The first voxel is background, the middle has the level 152, and a voxel off the middle by 10, 5
    // and 30 has 152 + 0.4 · 10 + 5 + 0.5 · 30.
    const voxelAt = (i: number, j: number, k: number) => image.data[i + 147 * (j + 106 * k)];
    expect([voxelAt(0, 0, 0), voxelAt(73, 53, 52), voxelAt(83, 58, 82)]).toEqual([20, 152, 176]);
    expect(image.header.AnatomicalOrientation).toBe('RAI');
  });

  it('is scaled to bytes if its elements are wider, with the scaling reported', async () => {
    const values = Int16Array.from([-100, 0, 100, 410]);
    const bytes = [...new Uint8Array(values.buffer)];
    const image = unwrap(await readMetaImage(file({ ElementType: 'MET_SHORT' }, bytes)));
    expect([...image.data]).toEqual([0, 50, 100, 255]);
    expect(image.scaling).toEqual({ low: -100, high: 410 });
    expect(image.elementType).toBe('MET_SHORT');
  });

  it('is read in either byte order', async () => {
    const bigEndian = { ElementType: 'MET_USHORT', BinaryDataByteOrderMSB: 'True' };
    const image = unwrap(await readMetaImage(file(bigEndian, [0, 0, 0, 51, 0, 102, 0, 255])));
    expect([...image.data]).toEqual([0, 51, 102, 255]);
  });

  it('is black, not noise, if all values are equal', async () => {
    const image = unwrap(await readMetaImage(file({ ElementType: 'MET_CHAR' }, [7, 7, 7, 7])));
    expect([...image.data]).toEqual([0, 0, 0, 0]);
  });

  it('is read without a stated compressed length', async () => {
    const packed = [...deflateSync(Uint8Array.from([4, 3, 2, 1]))];
    const image = unwrap(await readMetaImage(file({ CompressedData: 'True' }, packed)));
    expect([...image.data]).toEqual([4, 3, 2, 1]);
  });
});

describe('the first field of a .mha file', () => {
  it.each([
    ['Comment', { Comment: 'A phantom', NDims: '3' }],
    ['NDims', { NDims: '3', ObjectType: 'Image' }],
    ['BinaryData', { BinaryData: 'True', NDims: '3' }],
  ])('can be %s', async (name, first) => {
    const { ObjectType = null, ...others } = { ObjectType: null, ...first };
    const text = Object.entries(others).map(([key, value]) => `${key} = ${value}\n`);
    const rest = Buffer.from(file({ ObjectType, NDims: null, BinaryData: null }));
    const bytes = new Uint8Array(Buffer.concat([encode(text.join('')), rest]));
    expect(new TextDecoder().decode(bytes.subarray(0, name.length))).toBe(name);
    expect(unwrap(await readMetaImage(bytes)).sizes).toEqual([2, 2, 1]);
  });

  it('is one of the named fields, else the file is rejected with their names', async () => {
    const result = await readMetaImage(encode('DimSize = 2 2 1\nObjectType = Image\n'));
    const detail = result.ok ? '' : result.problem.detail;
    for (const name of ['ObjectType', 'Comment', 'NDims', 'BinaryData', 'AnatomicalOrientation']) {
      expect(detail).toContain(name);
    }
  });
});

describe('an invalid .mha file', () => {
  const float = (value: number): number[] => [
    ...new Uint8Array(Float32Array.of(1, 2, 3, value).buffer),
  ];
  it.each([
    ['garbage', encode('hello'), 'VOLUME_NOT_RECOGNISED'],
    ['another object', file({ ObjectType: 'Tube' }), 'VOLUME_NOT_RECOGNISED'],
    [
      'a header that ends early',
      encode('ObjectType = Image\nNDims = 3\n'),
      'VOLUME_HEADER_INVALID',
    ],
    [
      'a header without end',
      encode(`ObjectType = Image\n${'a = b\n'.repeat(2 ** 18)}`),
      'VOLUME_HEADER_TOO_LONG',
    ],
    [
      'a line without a value',
      encode('ObjectType = Image\nwhat\nElementDataFile = LOCAL\n'),
      'VOLUME_HEADER_INVALID',
    ],
    [
      'image data in another file',
      file({ ElementDataFile: '../../etc/passwd' }),
      'VOLUME_NOT_SUPPORTED',
    ],
    ['text data', file({ BinaryData: 'False' }), 'VOLUME_UNKNOWN_ENCODING'],
    ['two dimensions', file({ NDims: '2' }), 'VOLUME_NOT_SUPPORTED'],
    ['colours', file({ ElementNumberOfChannels: '3' }), 'VOLUME_NOT_SUPPORTED'],
    ['a header size that skips bytes', file({ HeaderSize: '-1' }), 'VOLUME_NOT_SUPPORTED'],
    ['an unknown type', file({ ElementType: 'MET_LONG_LONG' }), 'VOLUME_HEADER_INVALID'],
    ['a size of 0', file({ DimSize: '2 0 1' }), 'VOLUME_HEADER_INVALID'],
    ['sizes past the limit', file({ DimSize: '20000 20000 20000' }), 'VOLUME_TOO_LARGE'],
    ['no spacing', file({ ElementSpacing: null }), 'VOLUME_HEADER_INVALID'],
    ['a spacing of 0', file({ ElementSpacing: '0.5 0 1' }), 'IMPORT_SPACING'],
    ['a broken offset', file({ Offset: '1 2' }), 'VOLUME_HEADER_INVALID'],
    ['a broken matrix', file({ TransformMatrix: '1 0 0 1' }), 'VOLUME_HEADER_INVALID'],
    ['too few bytes', file({}, [1, 2, 3]), 'VOLUME_TRUNCATED'],
    ['too many bytes', file({}, [1, 2, 3, 4, 5]), 'VOLUME_OVERLONG'],
    ['damaged compression', file({ CompressedData: 'True' }), 'VOLUME_CORRUPT'],
    [
      'values that are not numbers',
      file({ ElementType: 'MET_FLOAT' }, float(Number.NaN)),
      'VOLUME_CORRUPT',
    ],
    [
      'a negative compressed length',
      file({ CompressedData: 'True', CompressedDataSize: '-4' }),
      'VOLUME_HEADER_INVALID',
    ],
    ['a truncated volume', phantom.subarray(0, phantom.length >> 1), 'VOLUME_TRUNCATED'],
    ['a volume followed by one byte', new Uint8Array([...phantom, 0]), 'VOLUME_OVERLONG'],
  ])('is rejected: %s', async (_, bytes, code) => {
    expect(await codeOf(bytes)).toBe(code);
  });

  it('never causes an exception, whatever bytes change', async () => {
    const packed = [...deflateSync(Uint8Array.from([4, 3, 2, 1]))];
    const valid = [
      file(),
      file({ CompressedData: 'True', CompressedDataSize: String(packed.length) }, packed),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...valid),
        fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.nat(200),
        async (bytes, changes, trim) => {
          // Truncates about every tenth file.
          const mutated = bytes.slice(0, trim < 20 ? bytes.length - trim : bytes.length);
          for (const [offset, value] of changes) mutated[offset % mutated.length] = value;
          const result = await readMetaImage(mutated);
          if (!result.ok) expect(result.problem.code).toMatch(/^VOLUME_/);
        },
      ),
      { numRuns: 400 },
    );
  });
});
