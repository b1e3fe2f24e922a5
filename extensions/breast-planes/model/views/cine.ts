import type { PlaneRange } from '../planes/linked-position.ts';

export interface CineStep {
  readonly value: number;
  readonly direction: 1 | -1;
}

/** Degrees of a full circle. */
const CIRCLE = 360;

/**
 * Returns the cine range as positions; reversed fractions are swapped. On the circle reversed
 * fractions wrap through 12 o'clock: the range ends beyond 360.
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
 * Returns the next cine position and direction: one step further; at the ends of the range cine
 * reverses (`pingPong`) or restarts at the opposite end. A position outside the range moves to the
 * nearer end. With `circle` (the full circle) the position neither reverses nor stops.
 */
export function nextCineStep(
  current: number,
  direction: 1 | -1,
  [from, to]: readonly [number, number],
  { pingPong, circle }: { readonly pingPong: boolean; readonly circle: boolean },
): CineStep {
  // Positions past 12 o'clock are shifted by 360 for a range that wraps.
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
