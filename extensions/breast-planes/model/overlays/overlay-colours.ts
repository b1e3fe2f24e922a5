import type { PaintedLabels, PaintedValues } from './painted-voxels.ts';

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Converts `#RRGGBB`. */
export function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Returns a function from a label to its colour; null for a label that is not drawn. */
export function labelColours({
  colours,
}: Pick<PaintedLabels, 'colours'>): (label: number) => Rgb | null {
  const byLabel = new Map(
    Object.entries(colours).map(([label, colour]) => [Number(label), rgbOf(colour)]),
  );
  return (label) => byLabel.get(label) ?? null;
}

/** Returns a function from a value to its colour in the table; null below the range. */
export function tableColours({
  colours,
  range: [from, to],
}: Pick<PaintedValues, 'colours' | 'range'>): (value: number) => Rgb | null {
  const table = colours.map(rgbOf);
  const steps = table.length - 1;
  return (value) => {
    if (!(value >= from)) return null;
    const at = (Math.min(1, (value - from) / (to - from)) || 0) * steps;
    const lower = table[Math.min(steps - 1, Math.floor(at))];
    const upper = table[Math.min(steps, Math.floor(at) + 1)];
    if (lower === undefined || upper === undefined) return null;
    const part = at - Math.min(steps - 1, Math.floor(at));
    const mix = (axis: 0 | 1 | 2): number => lower[axis] + (upper[axis] - lower[axis]) * part;
    return [mix(0), mix(1), mix(2)];
  };
}
