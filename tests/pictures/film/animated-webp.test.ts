import { describe, expect, it } from 'vitest';
import { animatedWebp } from './animated-webp.ts';

/** A still WebP with an extra chunk before its picture of the given bytes. */
function aStill(image: readonly number[], name = 'VP8 '): Uint8Array {
  const size = (count: number) => [count & 255, count >> 8, 0, 0];
  const chunks = [
    ...Buffer.from('ICCP'),
    ...size(1),
    9,
    0,
    ...Buffer.from(name),
    ...size(image.length),
    ...image,
    ...(image.length % 2 === 0 ? [] : [0]),
  ];
  return Uint8Array.from([
    ...Buffer.from('RIFF'),
    ...size(chunks.length + 4),
    ...Buffer.from('WEBP'),
    ...chunks,
  ]);
}

const frame = { left: 4, top: 2, width: 300, height: 20, durationMs: 1500 };

describe('an animated WebP', () => {
  it('states the size of the picture and repeats without end', () => {
    const bytes = Buffer.from(animatedWebp(1280, 784, []));
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8X');
    expect([bytes.readUIntLE(24, 3), bytes.readUIntLE(27, 3)]).toEqual([1279, 783]);
    expect(bytes.toString('latin1', 30, 34)).toBe('ANIM');
    expect(bytes.readUInt16LE(42)).toBe(0);
  });

  it('places a part in the picture for its time, with the chunk of its picture only', () => {
    const webp = aStill([1, 2, 3]);
    const bytes = Buffer.from(animatedWebp(1280, 784, [{ ...frame, webp }]));
    const start = bytes.indexOf('ANMF') + 8;
    const fields = [0, 3, 6, 9, 12].map((offset) => bytes.readUIntLE(start + offset, 3));
    expect(fields).toEqual([2, 1, 299, 19, 1500]);
    expect(bytes.subarray(start + 16).toString('latin1', 0, 4)).toBe('VP8 ');
    expect([...bytes.subarray(start + 24)]).toEqual([1, 2, 3, 0]);
  });

  it('rejects a still without an opaque picture, and odd positions', () => {
    const without = { ...frame, webp: aStill([1], 'ALPH') };
    expect(() => animatedWebp(10, 10, [without])).toThrow('no opaque picture');
    const odd = { ...frame, left: 3, webp: aStill([1]) };
    expect(() => animatedWebp(10, 10, [odd])).toThrow('even');
  });
});
