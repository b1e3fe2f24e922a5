import { describe, expect, it } from 'vitest';
import { squarePixels } from './square-pixels.ts';

const ramp = {
  key: 'a',
  width: 4,
  height: 2,
  bytes: Uint8Array.of(0, 40, 80, 120, 0, 40, 80, 120),
};

describe('an image with square pixels', () => {
  it('stays as it is', () => expect(squarePixels(ramp, 0.2, 0.201)).toBe(ramp));
});

describe('an image whose pixels are twice as wide as high', () => {
  it('gets twice the columns, with levels between those of its pixels', () => {
    const square = squarePixels(ramp, 0.4, 0.2);
    expect([square.width, square.height]).toEqual([8, 2]);
    expect([...square.bytes.slice(0, 8)]).toEqual([0, 10, 30, 50, 70, 90, 110, 120]);
  });

  it('keeps the channels of a colour image apart', () => {
    const bytes = Uint8Array.of(0, 100, 200, 255, 100, 0, 200, 255);
    const square = squarePixels({ key: 'b', width: 2, height: 1, bytes }, 0.3, 0.1);
    expect([square.width, square.height]).toEqual([6, 1]);
    expect([...square.bytes.slice(0, 4)]).toEqual([0, 100, 200, 255]);
    expect([...square.bytes.slice(-4)]).toEqual([100, 0, 200, 255]);
    for (let pixel = 0; pixel < 6; pixel++) expect(square.bytes[4 * pixel + 2]).toBe(200);
  });
});
