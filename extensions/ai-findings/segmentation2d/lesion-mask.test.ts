import { describe, expect, it } from 'vitest';
import type { Clicks } from './image-view.ts';
import { boxOf, lesionMask, type PixelMap } from './lesion-mask.ts';
import { traceOutline } from './trace-outline.ts';

/** Reads digits as tenths of a probability. */
function mapOf(...rows: readonly string[]): PixelMap {
  const values = Float32Array.from(rows.join(''), (digit) => Number(digit) / 10);
  return { width: rows[0]?.length ?? 0, height: rows.length, values };
}

const rowsOf = (mask: Uint8Array, width: number): readonly string[] =>
  [...mask.join('').matchAll(new RegExp(`.{${width}}`, 'g'))].map(([row]) => row);

const clickAt = (x: number, y: number): Clicks => ({ inside: [{ x, y }], outside: [] });

describe('the mask of a lesion', () => {
  const probability = mapOf('9900000', '9900999', '0000909', '0000999');

  it('is the component under the click, with its holes filled', () => {
    expect(rowsOf(lesionMask(probability, clickAt(4.5, 1.5), 0.5), 7)).toEqual([
      '0000000',
      '0000111',
      '0000111',
      '0000111',
    ]);
    expect(rowsOf(lesionMask(probability, clickAt(0.5, 0.5), 0.5), 7)).toEqual([
      '1100000',
      '1100000',
      '0000000',
      '0000000',
    ]);
  });

  it('is the largest component when the click is in none', () => {
    expect(boxOf(lesionMask(probability, clickAt(3.5, 0.5), 0.5), 7)).toEqual({
      left: 4,
      top: 1,
      right: 7,
      bottom: 4,
    });
  });

  it('joins diagonal neighbours', () => {
    const diagonal = mapOf('900', '090', '009');
    expect(rowsOf(lesionMask(diagonal, clickAt(0, 0), 0.5), 3)).toEqual(['100', '010', '001']);
  });

  it('is empty where no pixel reaches the threshold', () => {
    const mask = lesionMask(probability, clickAt(4.5, 1.5), 0.95);
    expect(boxOf(mask, 7)).toBeNull();
    expect(traceOutline(mask, probability, 0.95)).toEqual([]);
  });
});

/** Twice the signed area; positive for clockwise on the screen. */
const doubleArea = (points: readonly { readonly x: number; readonly y: number }[]): number =>
  points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);

describe('an outline', () => {
  it('follows the threshold between pixels', () => {
    const probability = mapOf('000', '080', '000');
    const mask = lesionMask(probability, clickAt(1.5, 1.5), 0.5);
    const outline = traceOutline(mask, probability, 0.5);
    expect(outline).toHaveLength(4);
    for (const { x, y } of outline) {
      expect(Math.abs(x - 1.5) + Math.abs(y - 1.5)).toBeCloseTo(3 / 8, 5);
    }
  });

  it('runs clockwise about a disc, encloses its area and has few vertices', () => {
    const [size, radius] = [120, 41];
    const values = Float32Array.from({ length: size * size }, (_, index) => {
      const distance = Math.hypot((index % size) - 59.5, Math.floor(index / size) - 59.5);
      return Math.min(1, Math.max(0, 0.5 + (radius - distance) / 4));
    });
    const probability = { width: size, height: size, values };
    const mask = lesionMask(probability, clickAt(60, 60), 0.5);
    const outline = traceOutline(mask, probability, 0.5);
    const area = Math.PI * radius * radius;
    // The simplified polygon cuts the arcs by up to a quarter of a pixel.
    expect(doubleArea(outline) / 2 / area).toBeGreaterThan(0.985);
    expect(doubleArea(outline) / 2 / area).toBeLessThan(1.005);
    expect(outline.length).toBeLessThan(80);
  });

  it('closes at the border of the image and about diagonal pixels', () => {
    const probability = mapOf('9900', '9900', '0099', '0099');
    const outline = traceOutline(lesionMask(probability, clickAt(0.5, 0.5), 0.5), probability, 0.5);
    expect(outline.length).toBeGreaterThanOrEqual(6);
    expect(doubleArea(outline) / 2).toBeGreaterThan(6.5);
  });
});

describe('a long outline', () => {
  it('is simplified, however many points it has', () => {
    // A spread of this many arguments exceeds the stack.
    const width = 200_000;
    const probability = { width, height: 1, values: new Float32Array(width).fill(0.9) };
    const outline = traceOutline(new Uint8Array(width).fill(1), probability, 0.5);
    expect(outline.length).toBeLessThan(20);
    expect(doubleArea(outline)).toBeGreaterThan(width);
  });
});
