import type { Reading } from './froc.ts';

/** Maximum number of points of a curve; further points are left out evenly. */
const MAX_POINTS = 200;

/**
 * Returns false positives per volume and share of lesions found for each distinct score, falling,
 * from the origin on; empty without lesions.
 */
export function frocCurve(readings: readonly Reading[]): readonly (readonly [number, number])[] {
  const hits = readings.flatMap((reading) => reading.hits);
  if (hits.length === 0) return [];
  const scored = [
    ...hits.flatMap((score) => (score === null ? [] : [{ score, isHit: true }])),
    ...readings
      .flatMap(({ falsePositiveScores }) => falsePositiveScores)
      .map((score) => ({ score, isHit: false })),
  ].sort((a, b) => b.score - a.score);
  const points: (readonly [number, number])[] = [[0, 0]];
  let [found, falsePositives] = [0, 0];
  for (const [idx, { score, isHit }] of scored.entries()) {
    if (isHit) found += 1;
    else falsePositives += 1;
    if (scored[idx + 1]?.score !== score)
      points.push([falsePositives / readings.length, found / hits.length]);
  }
  return thinned(points);
}

function thinned<Point>(points: readonly Point[]): readonly Point[] {
  if (points.length <= MAX_POINTS) return points;
  const step = (points.length - 1) / (MAX_POINTS - 1);
  return Array.from({ length: MAX_POINTS }, (_, idx) => points[Math.round(idx * step)] as Point);
}
