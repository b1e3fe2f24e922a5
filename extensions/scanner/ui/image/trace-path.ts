import type { FrameSensors } from '#contracts';
import { framesPerSweep, type ScanProgress } from '../../state/scan/scan-progress.ts';

/** A sensor quantity. */
export type Quantity = keyof FrameSensors;

/** Size of a trace's drawing; both sweeps share its width, one after the other. */
export const TRACE = { width: 1000, height: 48 } as const;

/** Trace of a quantity over both sweeps. */
export interface TraceLine {
  /** SVG path with gaps for missing frames. */
  readonly path: string;
  /** Value of the frame stored last, or of the last known frame; null if no value is known. */
  readonly newest: { readonly value: number; readonly x: number; readonly y: number } | null;
  /** Highest value; 0 without values. */
  readonly highest: number;
}

/** Returns y of a value in the drawing; `top` is the upper end of the scale. */
export const heightOf = (value: number, top: number): number =>
  TRACE.height - 4 - (Math.min(value, top) / top) * (TRACE.height - 8);

/** Draws the sensor values; `topOf` returns the upper end of the scale for the highest value. */
export function traceLine(
  progress: Pick<ScanProgress, 'sensors' | 'protocol' | 'latest'>,
  quantity: Quantity,
  topOf: (highest: number) => number,
): TraceLine {
  const points = pointsOf(progress, quantity);
  const highest = points.reduce((max, { value }) => Math.max(max, value), 0);
  const top = topOf(highest);
  const perFrame = TRACE.width / (2 * framesPerSweep(progress));
  let path = '';
  let lastPosition = Number.NaN;
  for (const { position, value } of points) {
    const x = (position + 0.5) * perFrame;
    path += `${position === lastPosition + 1 ? 'L' : 'M'}${x.toFixed(1)} ${heightOf(value, top).toFixed(1)}`;
    lastPosition = position;
  }
  const last = newestOf(progress, points);
  const newest = last && {
    value: last.value,
    x: (last.position + 0.5) * perFrame,
    y: heightOf(last.value, top),
  };
  return { path, newest, highest };
}

interface Point {
  /** Index of the frame over both sweeps. */
  readonly position: number;
  readonly value: number;
}

function pointsOf(
  progress: Pick<ScanProgress, 'sensors' | 'protocol'>,
  quantity: Quantity,
): readonly Point[] {
  const points: Point[] = [];
  (['CEN', 'PER'] as const).forEach((sweep, s) => {
    const first = s * framesPerSweep(progress);
    for (const [frameIdx, sensors] of progress.sensors[sweep]) {
      const value = sensors[quantity];
      if (value !== null) points.push({ position: first + frameIdx, value });
    }
  });
  return points.sort((a, b) => a.position - b.position);
}

function newestOf(
  { latest, protocol }: Pick<ScanProgress, 'latest' | 'protocol'>,
  points: readonly Point[],
): Point | null {
  if (latest !== null) {
    const position = latest.frameIdx + (latest.sweep === 'PER' ? framesPerSweep({ protocol }) : 0);
    const point = points.find((candidate) => candidate.position === position);
    if (point !== undefined) return point;
  }
  return points.at(-1) ?? null;
}
