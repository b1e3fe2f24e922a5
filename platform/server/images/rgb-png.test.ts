import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { rgbPng } from './rgb-png.ts';
import { aPng, type PngOptions } from './test-support/images.ts';

/** Returns the pixels of an RGB PNG whose rows have no filter. */
function pixelsOf(png: Uint8Array | null, width = 1): readonly number[] {
  const bytes = Buffer.from(png ?? []);
  expect(bytes[25]).toBe(2);
  const at = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  return [...rows].filter((_, idx) => idx % (1 + width * 3) !== 0);
}

describe('rgbPng', () => {
  it.each([
    ['grey', 0, [90, 90, 90]],
    ['RGB', 2, [255, 0, 0]],
    ['a palette with transparency', 3, [127, 255, 127]],
    ['grey with alpha', 4, [172, 172, 172]],
    ['RGB with alpha', 6, [255, 127, 127]],
  ] as const)('returns %s as RGB on white', (_what, colourType, pixel) => {
    expect(pixelsOf(rgbPng(aPng({ colourType })))).toEqual(pixel);
  });

  it('undoes every filter of rows', () => {
    // Each row repeats the value 100, stored as the difference that its filter expects.
    const rows = Buffer.from([0, 100, 100, 1, 100, 0, 2, 0, 0, 3, 50, 0, 4, 0, 0]);
    const png = rgbPng(aPng({ colourType: 0, width: 2, height: 5, rows }));
    expect(new Set(pixelsOf(png, 2))).toEqual(new Set([100]));
  });

  it.each<[string, PngOptions]>([
    ['interlaced', { interlace: 1 }],
    ['of 16 bits', { depth: 16 }],
    ['too large', { width: 5_000, height: 5_000 }],
    ['without pixels', { width: 0 }],
    ['with too few rows', { height: 2 }],
    ['with an unknown filter', { rows: Buffer.from([9, 1, 2, 3]) }],
  ])('returns null for a PNG %s', (_what, options) => {
    expect(rgbPng(aPng(options))).toBeNull();
  });

  it('returns null for damaged bytes', () => {
    const png = aPng();
    for (let at = 0; at < png.length - 12; at++) {
      const damaged = Buffer.from(png);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      expect(rgbPng(damaged), `byte ${at}`).toBeNull();
    }
    expect(rgbPng(png.subarray(0, 40))).toBeNull();
    expect(rgbPng(Buffer.alloc(0))).toBeNull();
  });
});
