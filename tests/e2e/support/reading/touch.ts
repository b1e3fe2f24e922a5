import type { Page } from 'playwright-core';
import type { Spot } from './reading.ts';

/** Touch input, which mouse events can't simulate; positions in CSS pixels of the page. */
export interface TouchInput {
  tap(at: Spot): Promise<void>;
  drag(from: Spot, to: Spot): Promise<void>;
  /** Drags along a path of positions. */
  trace(path: readonly Spot[]): Promise<void>;
  /** Holds for 700 ms, which is a long press. */
  press(at: Spot): Promise<void>;
  /** Moves two fingers side by side around a point, from one distance to the other. */
  pinch(about: Spot, fromPx: number, toPx: number): Promise<void>;
}

const STEPS = 6;
const LONG_PRESS_MS = 700;
const SECOND_FINGER_DELAY_MS = 150;

export async function openTouchInput(page: Page): Promise<TouchInput> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Spot[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
  const interpolate = (from: number, to: number, step: number): number =>
    from + ((to - from) * step) / STEPS;
  const trace = async ([start, ...path]: readonly Spot[]): Promise<void> => {
    let from = start;
    if (from === undefined) return;
    await send('touchStart', [from]);
    for (const to of path) {
      for (let step = 1; step <= STEPS; step++) {
        await send('touchMove', [
          { x: interpolate(from.x, to.x, step), y: interpolate(from.y, to.y, step) },
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
      await new Promise((next) => setTimeout(next, LONG_PRESS_MS));
      await send('touchEnd', []);
    },
    async pinch({ x, y }, fromPx, toPx) {
      const fingersAt = (distancePx: number): readonly Spot[] => [
        { x: x - distancePx / 2, y },
        { x: x + distancePx / 2, y },
      ];
      await send('touchStart', fingersAt(fromPx).slice(0, 1));
      // A hand puts the second finger down later, after the effect of the first is drawn.
      await new Promise((next) => setTimeout(next, SECOND_FINGER_DELAY_MS));
      await send('touchStart', fingersAt(fromPx));
      for (let step = 1; step <= STEPS; step++) {
        await send('touchMove', fingersAt(interpolate(fromPx, toPx, step)));
      }
      await send('touchEnd', []);
    },
  };
}
