import type { Page } from 'playwright-core';
import type { Spot } from './reading.ts';

/** Touch input, which mouse events can't simulate; positions in CSS pixels of the page. */
export interface TouchInput {
  tap(at: Spot): Promise<void>;
  drag(from: Spot, to: Spot): Promise<void>;
  /** Drags along a path of positions. */
  trace(path: readonly Spot[]): Promise<void>;
  /** Holds for 700 ms, a long press. */
  press(at: Spot): Promise<void>;
  /** Moves two fingers side by side around a point, from one distance to the other. */
  pinch(about: Spot, fromPx: number, toPx: number): Promise<void>;
}

const STEPS = 6;
const LONG_MS = 700;
const BETWEEN_MS = 150;

export async function openTouchInput(page: Page): Promise<TouchInput> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Spot[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
  const between = (from: number, to: number, step: number): number =>
    from + ((to - from) * step) / STEPS;
  const trace = async ([start, ...path]: readonly Spot[]): Promise<void> => {
    let from = start;
    if (from === undefined) return;
    await send('touchStart', [from]);
    for (const to of path) {
      for (let step = 1; step <= STEPS; step++) {
        await send('touchMove', [
          { x: between(from.x, to.x, step), y: between(from.y, to.y, step) },
        ]);
      }
      from = to;
    }
    await send('touchEnd', []);
  };
  return {
    trace,
    tap: (at) => trace([at]),
    drag: (from, to) => trace([from, to]),
    async press(at) {
      await send('touchStart', [at]);
      await new Promise((next) => setTimeout(next, LONG_MS));
      await send('touchEnd', []);
    },
    async pinch({ x, y }, fromPx, toPx) {
      const at = (px: number): readonly Spot[] => [
        { x: x - px / 2, y },
        { x: x + px / 2, y },
      ];
      await send('touchStart', at(fromPx).slice(0, 1));
      // A hand does not put both fingers down at once; the effect of the first touch is drawn
      // before the second.
      await new Promise((next) => setTimeout(next, BETWEEN_MS));
      await send('touchStart', at(fromPx));
      for (let step = 1; step <= STEPS; step++) {
        await send('touchMove', at(between(fromPx, toPx, step)));
      }
      await send('touchEnd', []);
    },
  };
}
