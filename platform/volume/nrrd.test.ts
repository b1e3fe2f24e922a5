import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unwrap } from '#foundation';
import { aVolume } from '#testing';
import type { Nrrd } from './index.ts';
import {
  packNrrd,
  readNrrd,
  readRawNrrd,
  volumeFromNrrd,
  volumeToNrrd,
  writeNrrd,
} from './index.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function joined(...chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks));
}

/** Creates a raw file of 3 × 2 bytes whose header lines can be replaced or left out. */
function file(change: Readonly<Record<string, string | null>> = {}, image = [1, 2, 3, 4, 5, 6]) {
  const lines = { type: 'uint8', dimension: '2', sizes: '3 2', encoding: 'raw', ...change };
  const text = Object.entries(lines).flatMap(([key, value]) =>
    value === null ? [] : [`${key}: ${value}\n`],
  );
  return joined(encode(`NRRD0004\n# made by a test\n${text.join('')}\n`), Uint8Array.from(image));
}

async function codeOf(bytes: Uint8Array): Promise<string> {
  const result = await readNrrd(bytes);
  if (result.ok) return 'read';
  expect(result.problem.detail).not.toBe('');
  expect(result.problem.next).not.toBe('');
  return result.problem.code;
}

describe('an NRRD file', () => {
  it('is read as written, with keys of any text', async () => {
    const keyValues = { side: 'R', note: 'a\\n b\nc := d', __proto__x: '', 'two words': ' kept ' };
    const nrrd: Nrrd = {
      type: 'int16',
      sizes: [2, 1, 3],
      kinds: ['domain', 'domain', 'list'],
      spacings: [0.1, 0.25, null],
      keyValues,
      data: Int16Array.from([-32768, -1, 0, 1, 2, 32767]),
    };
    const bytes = writeNrrd(nrrd);
    expect(unwrap(await readNrrd(bytes))).toEqual(nrrd);
    expect(unwrap(readRawNrrd(bytes))).toEqual(nrrd);
    expect(unwrap(await readNrrd(await packNrrd(nrrd)))).toEqual(nrrd);
  });

  it('holds a volume with its location in the patient', async () => {
    const volume = aVolume({ sizes: [5, 4, 3], spacingMm: [0.4, 0.2, 0.3], paint: (_, [i]) => i });
    const bytes = writeNrrd(volumeToNrrd(volume, { scanId: 'x' }));
    const nrrd = unwrap(await readNrrd(bytes));
    expect(unwrap(volumeFromNrrd(nrrd))).toEqual(volume);
    expect(nrrd.keyValues.scanId).toBe('x');
    expect(new TextDecoder().decode(bytes)).toContain(
      'space: left-posterior-superior\nsizes: 5 4 3',
    );
  });

  it('is read compressed, but not by the synchronous reader', async () => {
    const packed = gzipSync(Uint8Array.from([9, 8, 7, 6, 5, 4]));
    const bytes = joined(file({ encoding: 'gzip' }, []), packed);
    expect([...unwrap(await readNrrd(bytes)).data]).toEqual([9, 8, 7, 6, 5, 4]);
    const raw = readRawNrrd(bytes);
    expect(raw.ok || raw.problem.code).toBe('VOLUME_UNKNOWN_ENCODING');
  });

  it('is read in either byte order and with other line ends', async () => {
    const bigEndian = file({ type: 'unsigned short', sizes: '3', dimension: '1', endian: 'big' });
    expect([...unwrap(await readNrrd(bigEndian)).data]).toEqual([0x0102, 0x0304, 0x0506]);
    const text = new TextDecoder().decode(file({}, [])).replaceAll('\n', '\r\n');
    const windows = joined(encode(text), Uint8Array.from([1, 2, 3, 4, 5, 6]));
    expect([...unwrap(await readNrrd(windows)).data]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is read from the middle of a larger buffer, as Node provides files', async () => {
    const data = Int16Array.from([-7, 8, -900]);
    const bytes = writeNrrd({ type: 'int16', sizes: [3], keyValues: {}, data });
    const preceding = Buffer.from('before ');
    const pool = Buffer.concat([preceding, bytes, Buffer.from(' behind')]);
    const start = preceding.length;
    const nrrd = unwrap(await readNrrd(pool.subarray(start, start + bytes.length)));
    expect(nrrd.data).toEqual(data);
  });

  it('is read without changes to its bytes', async () => {
    const bytes = file({ type: 'uint16', sizes: '3', dimension: '1', endian: 'big' });
    const original = bytes.slice();
    await readNrrd(bytes);
    expect(bytes).toEqual(original);
  });
});

describe('an invalid NRRD file', () => {
  it.each([
    ['garbage', encode('hello'), 'VOLUME_NOT_RECOGNISED'],
    ['an empty file', new Uint8Array(0), 'VOLUME_NOT_RECOGNISED'],
    ['a header that ends early', encode('NRRD0005\ntype: uint8\n'), 'VOLUME_HEADER_INVALID'],
    [
      'a header without end',
      joined(encode('NRRD0005\n#'), new Uint8Array(2 ** 20 + 9).fill(65)),
      'VOLUME_HEADER_TOO_LONG',
    ],
    [
      'many lines without end',
      encode(`NRRD0005\n${'# x\n'.repeat(2 ** 19)}`),
      'VOLUME_HEADER_TOO_LONG',
    ],
    ['a line that is not a field', encode('NRRD0005\nwhat\n\n'), 'VOLUME_HEADER_INVALID'],
    ['a field twice', encode('NRRD0005\nsizes: 1\nsizes: 2\n\n'), 'VOLUME_HEADER_INVALID'],
    ['an unknown type', file({ type: 'block' }), 'VOLUME_HEADER_INVALID'],
    ['no type', file({ type: null }), 'VOLUME_HEADER_INVALID'],
    ['an unknown encoding', file({ encoding: 'bzip2' }), 'VOLUME_UNKNOWN_ENCODING'],
    ['sizes of another dimension', file({ sizes: '3 2 1' }), 'VOLUME_HEADER_INVALID'],
    ['a negative size', file({ sizes: '3 -2' }), 'VOLUME_HEADER_INVALID'],
    ['a broken size', file({ sizes: '3 1.5' }), 'VOLUME_HEADER_INVALID'],
    ['sizes past the limit', file({ sizes: '65536 65536' }), 'VOLUME_TOO_LARGE'],
    ['sizes whose product is infinite', file({ sizes: '1e200 1e200' }), 'VOLUME_TOO_LARGE'],
    ['kinds of another dimension', file({ kinds: 'domain' }), 'VOLUME_HEADER_INVALID'],
    ['a spacing that is not a number', file({ spacings: '1 x' }), 'VOLUME_HEADER_INVALID'],
    ['an origin that is not a vector', file({ 'space origin': '(1,b)' }), 'VOLUME_HEADER_INVALID'],
    ['image data in another file', file({ 'data file': 'other.raw' }), 'VOLUME_NOT_SUPPORTED'],
    ['a byte skip', file({ 'byte skip': '-1' }), 'VOLUME_NOT_SUPPORTED'],
    ['an unknown byte order', file({ endian: 'middle' }), 'VOLUME_HEADER_INVALID'],
    ['too few bytes', file({}, [1, 2, 3]), 'VOLUME_TRUNCATED'],
    ['too many bytes', file({}, [1, 2, 3, 4, 5, 6, 7]), 'VOLUME_OVERLONG'],
    ['damaged compression', file({ encoding: 'gzip' }), 'VOLUME_CORRUPT'],
    [
      'more voxels than the compressed bytes can contain',
      file({ encoding: 'gz', sizes: '30000 30000' }),
      'VOLUME_TRUNCATED',
    ],
  ])('is rejected: %s', async (_, bytes, code) => {
    expect(await codeOf(bytes)).toBe(code);
  });

  it.each([
    [5, 'VOLUME_OVERLONG'],
    [7, 'VOLUME_TRUNCATED'],
  ])('is rejected when its compressed image states %i bytes instead of 6', async (size, code) => {
    const head = file({ encoding: 'gzip', dimension: '1', sizes: String(size) }, []);
    expect(await codeOf(joined(head, gzipSync(new Uint8Array(6))))).toBe(code);
  });

  it('is rejected when its compressed image is truncated', async () => {
    const packed = gzipSync(new Uint8Array(6));
    const truncated = joined(file({ encoding: 'gzip' }, []), packed.subarray(0, packed.length - 9));
    expect(['VOLUME_CORRUPT', 'VOLUME_TRUNCATED']).toContain(await codeOf(truncated));
  });

  it('never causes an exception, whatever bytes change', async () => {
    const valid = [
      writeNrrd(volumeToNrrd(aVolume({ sizes: [3, 2, 2] }), { a: 'b' })),
      joined(file({ encoding: 'gzip' }, []), gzipSync(new Uint8Array(6))),
    ];
    const change = fc.record({
      offset: fc.nat(400),
      value: fc.nat(255),
      trim: fc.nat(500),
      add: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...valid),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        async (bytes, changes) => {
          let mutated: Uint8Array = bytes.slice();
          for (const { offset, value, trim, add } of changes) {
            mutated[offset % mutated.length] = value;
            if (trim < 60) mutated = mutated.subarray(0, Math.max(1, mutated.length - trim));
            if (add === 3) mutated = joined(mutated, Uint8Array.from([value]));
          }
          const result = await readNrrd(mutated);
          if (result.ok) volumeFromNrrd(result.value);
          else expect(result.problem.code).toMatch(/^VOLUME_/);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('a volume in an NRRD image', () => {
  const volume = volumeToNrrd(aVolume({ sizes: [3, 2, 2] }), {});
  it.each([
    [
      'of wider numbers',
      { ...volume, type: 'uint16', data: new Uint16Array(12) } as const,
      'uint16',
    ],
    [
      'in another space',
      { ...volume, space: 'right-anterior-superior' },
      'right-anterior-superior',
    ],
    [
      'with turned axes',
      {
        ...volume,
        spaceDirections: [
          [0, 1, 0],
          [1, 0, 0],
          [0, 0, 1],
        ],
      },
      'axes',
    ],
    [
      'with a mirrored axis',
      {
        ...volume,
        spaceDirections: [
          [-1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
      'axes',
    ],
    ['without the covered radius', { ...volume, keyValues: {} }, 'coverageRadiusMm'],
  ])('is rejected %s', (_, nrrd, word) => {
    const result = volumeFromNrrd(nrrd);
    expect(result.ok || result.problem.detail).toContain(word);
  });
});

it('writeNrrd throws on inconsistent input, which is a programming error', () => {
  const nrrd = volumeToNrrd(aVolume({ sizes: [3, 2, 2] }), {});
  expect(() => writeNrrd({ ...nrrd, sizes: [3, 2, 3] })).toThrow(RangeError);
  expect(() => writeNrrd({ ...nrrd, type: 'int16' })).toThrow(RangeError);
  expect(() => writeNrrd({ ...nrrd, kinds: ['domain'] })).toThrow(RangeError);
  expect(() => writeNrrd({ ...nrrd, keyValues: { 'a: b': 'c' } })).toThrow(RangeError);
});
