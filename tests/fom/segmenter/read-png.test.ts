import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPng } from './read-png.ts';

function chunk(type: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

function png(width: number, height: number, bits: number, rows: readonly number[], colour = 0) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = colour;
  const data = deflateSync(Uint8Array.from(rows));
  return Buffer.concat([Buffer.alloc(8), chunk('IHDR', header), chunk('IDAT', data)]);
}

describe('the PNG reader', () => {
  it('undoes all five filters', () => {
    const rows = [
      [0, 10, 20, 40],
      [1, 5, 5, 5],
      [2, 1, 1, 1],
      [3, 10, 10, 10],
      [4, 1, 2, 3],
    ];
    const { pixels } = readPng(png(3, 5, 8, rows.flat()));
    expect([...pixels]).toEqual([10, 20, 40, 5, 10, 15, 6, 11, 16, 13, 22, 29, 14, 24, 32]);
  });

  it('expands one bit per pixel to 0 and 255', () => {
    const { pixels } = readPng(png(10, 1, 1, [0, 0b10100000, 0b01000000]));
    expect([...pixels]).toEqual([255, 0, 255, 0, 0, 0, 0, 0, 0, 255]);
  });

  it('rejects colour', () => {
    expect(() => readPng(png(1, 1, 8, [0, 1, 2, 3], 2))).toThrow('colour type 2');
  });
});
