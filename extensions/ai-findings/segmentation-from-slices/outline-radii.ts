/** A point of a slice in mm from the centre: along the rows, and downwards. */
export type PlanePoint = readonly [number, number];

/** Directions from straight up to straight down, in steps of 5°. */
export const POLAR_STEPS = 37;

/**
 * Returns for each direction from up to down how far an outline reaches from the centre on one side
 * (1: along the rows, −1: against them), in mm. 0 where the direction does not cross it.
 */
export function outlineRadii(outline: readonly PlanePoint[], side: 1 | -1): readonly number[] {
  return Array.from({ length: POLAR_STEPS }, (_, step) => {
    const angle = (step * Math.PI) / (POLAR_STEPS - 1);
    return farthestCrossing(outline, [side * Math.sin(angle), -Math.cos(angle)]);
  });
}

function farthestCrossing(outline: readonly PlanePoint[], [dx, dy]: PlanePoint): number {
  let farthest = 0;
  for (const [n, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline[(n + 1) % outline.length] ?? [ax, ay];
    const [ex, ey] = [bx - ax, by - ay];
    const determinant = dx * ey - dy * ex;
    if (Math.abs(determinant) < 1e-12) continue;
    const alongRay = (ax * ey - ay * ex) / determinant;
    const alongEdge = (ax * dy - ay * dx) / determinant;
    if (alongEdge >= 0 && alongEdge <= 1) farthest = Math.max(farthest, alongRay);
  }
  return farthest;
}

/** Returns whether the centre is inside an outline (even-odd rule). */
export function containsCentre(outline: readonly PlanePoint[]): boolean {
  let inside = false;
  for (const [n, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline[(n + 1) % outline.length] ?? [ax, ay];
    if (ay > 0 === by > 0) continue;
    if (ax - (ay / (by - ay)) * (bx - ax) > 0) inside = !inside;
  }
  return inside;
}

/** Returns the area of a closed outline. */
export function outlineAreaMm2(outline: readonly PlanePoint[]): number {
  let twice = 0;
  for (const [n, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline[(n + 1) % outline.length] ?? [ax, ay];
    twice += ax * by - bx * ay;
  }
  return Math.abs(twice) / 2;
}
