import { expect, it } from 'vitest';
import { packViews, type ViewPx } from './pack-views.ts';

const areaOf = (views: readonly ViewPx[]): number =>
  views.reduce((sum, { width, height }) => sum + width * height, 0);

/** Expects the packed views inside the packed area and without overlap. */
function expectNoOverlap(views: readonly ViewPx[]): void {
  const { corners, width, height } = packViews(views);
  const boxes = views.map((view, index) => ({ ...view, ...(corners[index] ?? { x: -1, y: -1 }) }));
  boxes.forEach((a, index) => {
    expect(a.x).toBeGreaterThanOrEqual(0);
    expect(a.y).toBeGreaterThanOrEqual(0);
    expect(a.x + a.width).toBeLessThanOrEqual(width);
    expect(a.y + a.height).toBeLessThanOrEqual(height);
    for (const b of boxes.slice(index + 1)) {
      const sideBySide = a.x + a.width <= b.x || b.x + b.width <= a.x;
      const oneAboveOther = a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(sideBySide || oneAboveOther).toBe(true);
    }
  });
}

it('stacks the three small views of the reading layout beside the large view', () => {
  const small = { width: 500, height: 300 };
  const views = [small, { width: 900, height: 960 }, small, small];
  const packed = packViews(views);
  expect(packed).toMatchObject({ width: 1400, height: 960 });
  expect(packed.corners).toEqual([
    { x: 900, y: 0 },
    { x: 0, y: 0 },
    { x: 900, y: 300 },
    { x: 900, y: 600 },
  ]);
  expect(packed.width * packed.height).toBeLessThan(1.1 * areaOf(views));
});

it('packs views of any size without overlap in rows of at most 4096 px', () => {
  let state = 7;
  const next = (max: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return 1 + (state % max);
  };
  for (let round = 0; round < 300; round += 1) {
    const views = Array.from({ length: next(9) }, () => ({
      width: next(2000),
      height: next(1500),
    }));
    expectNoOverlap(views);
    expect(packViews(views).width).toBeLessThanOrEqual(4096);
  }
  expect(packViews([])).toEqual({ corners: [], width: 0, height: 0 });
});

it('reads the sizes of canvases, which are inherited accessors', () => {
  class Canvas {
    get width(): number {
      return 20;
    }
    get height(): number {
      return 10;
    }
  }
  expect(packViews([new Canvas()])).toEqual({ corners: [{ x: 0, y: 0 }], width: 20, height: 10 });
});
