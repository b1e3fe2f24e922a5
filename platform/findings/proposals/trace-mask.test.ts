import { expect, it } from 'vitest';
import { traceLargestRegion } from './trace-mask.ts';

/** Returns the image of rows of text; '#' is inside. */
function imageOf(...rows: readonly string[]) {
  const pixels = Uint8Array.from([...rows.join('')].map((char) => (char === '#' ? 1 : 0)));
  return { width: rows[0]?.length ?? 0, height: rows.length, pixels };
}

it('returns the corners of a rectangle', () => {
  expect(traceLargestRegion(imageOf('....', '.##.', '.##.', '....'))).toEqual([
    [3, 1],
    [3, 3],
    [1, 3],
    [1, 1],
  ]);
});

it('returns a concave outline without the hole inside', () => {
  expect(traceLargestRegion(imageOf('###.', '#.#.', '####'))).toEqual([
    [3, 0],
    [3, 2],
    [4, 2],
    [4, 3],
    [0, 3],
    [0, 0],
  ]);
});

it('keeps to the larger of two regions that touch at a corner', () => {
  expect(traceLargestRegion(imageOf('##..', '##..', '..#.'))).toEqual([
    [2, 0],
    [2, 2],
    [0, 2],
    [0, 0],
  ]);
});

it('returns nothing for an empty image', () => {
  expect(traceLargestRegion(imageOf('..', '..'))).toEqual([]);
});
