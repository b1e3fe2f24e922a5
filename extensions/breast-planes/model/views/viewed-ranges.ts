import type { PlanePosition, VolumeGeometry, VolumePlane } from '#geometry';
import { planeRange, positionKey, sliceRange } from '../planes/linked-position.ts';

/** Viewed ranges of a plane's positions, sorted and disjoint. */
export type ViewedRanges = readonly (readonly [number, number])[];

/** Axis of the volume across each straight plane. */
const AXIS = { SAG: 0, COR: 1, TRA: 2 } as const;

/** Adds a range and merges touching ranges. */
export function addViewedRange(ranges: ViewedRanges, from: number, to: number): ViewedRanges {
  const inside = ranges.some(([a, b]) => a <= from && b >= to);
  if (inside || !(to > from)) return ranges;
  const apart = ranges.filter(([a, b]) => b < from || a > to);
  const touching = ranges.filter(([a, b]) => b >= from && a <= to);
  const start = Math.min(from, ...touching.map(([a]) => a));
  const end = Math.max(to, ...touching.map(([, b]) => b));
  return [...apart, [start, end] as const].sort((a, b) => a[0] - b[0]);
}

/**
 * Returns the ranges that one image shows: a slice or slab; for the radial plane both half planes.
 */
export function shownRanges(
  volume: VolumeGeometry,
  plane: VolumePlane,
  position: PlanePosition,
  slabMm: number,
): ViewedRanges {
  const at = position[positionKey(plane)];
  if (plane === 'RAD') {
    // A plane beside the nipple shows no angle entirely.
    if (position.radialAxisMm !== undefined) return [];
    const around = (degrees: number): ViewedRanges => {
      const from = (degrees + 360) % 360;
      return from + 1 <= 360
        ? [[from, from + 1]]
        : [
            [from, 360],
            [0, from - 359],
          ];
    };
    return [...around(at - 0.5), ...around(at + 179.5)];
  }
  const half = Math.max(1, slabMm / volume.spacingMm[AXIS[plane]]) / 2;
  const { min, max } = planeRange(volume, plane);
  const tissue = sliceRange(volume, plane);
  // Beyond the first and the last slice with tissue nothing remains to be viewed.
  const from = at <= tissue.min ? min : Math.max(min, at - half);
  const to = at >= tissue.max ? max : Math.min(max, at + half);
  return [[from, to]];
}

/** Returns the viewed share of a plane's range, 0..1. */
export function viewedShare(
  volume: Pick<VolumeGeometry, 'sizes'>,
  plane: VolumePlane,
  ranges: ViewedRanges,
): number {
  const { min, max } = planeRange(volume, plane);
  const total = plane === 'RAD' ? 360 : max - min;
  const viewed = ranges.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0);
  return total <= 0 ? 0 : Math.min(1, viewed / total);
}
