import type { PlaneRange } from '../planes/linked-position.ts';

export interface CineStep {
  readonly value: number;
  readonly direction: 1 | -1;
}

const CIRCLE = 360;

/**
 * The part of a plane's way that runs, as positions; a part turned around counts the right way. On
 * the circle the way from eleven to one leads through twelve: it ends beyond 360.
 */
export function cineRange(
  { min, max, wraps }: PlaneRange,
  fractions: readonly [number, number] | undefined,
): readonly [number, number] {
  if (fractions === undefined) return [min, max];
  const at = (share: number): number => min + Math.min(1, Math.max(0, share)) * (max - min);
  const [from, to] = [at(fractions[0]), at(fractions[1])];
  if (from <= to) return [from, to];
  return wraps ? [from, to + CIRCLE] : [to, from];
}

/**
 * The next place of a plane that runs: one step on, at the end back again or from the start. A
 * plane that stands outside the part begins at its near end; a whole circle just goes on.
 */
export function nextCineStep(
  current: number,
  direction: 1 | -1,
  [from, to]: readonly [number, number],
  { pingPong, circle }: { readonly pingPong: boolean; readonly circle: boolean },
): CineStep {
  // What stands past twelve is in a part that leads through it.
  const value = to >= CIRCLE && current + CIRCLE <= to ? current + CIRCLE : current;
  const next = value + direction;
  if (circle) return { value: next, direction };
  if (value < from) return { value: from, direction: 1 };
  if (value > to) return { value: to, direction: pingPong ? -1 : direction };
  if (next <= to && next >= from) return { value: next, direction };
  if (pingPong) {
    const back = Math.min(to, Math.max(from, value - direction));
    return { value: back, direction: direction === 1 ? -1 : 1 };
  }
  return { value: direction === 1 ? from : to, direction };
}
