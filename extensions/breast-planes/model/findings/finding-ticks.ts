import type { Finding } from '#contracts';
import type { Vec3, VolumeGeometry, VolumePlane } from '#geometry';
import { positionKey, sliceRange } from '../planes/linked-position.ts';
import { positionOfFinding } from './format-finding.ts';

/** Mark of a finding on the slider of a plane; `at` is the plane position. */
export interface FindingTick {
  readonly at: number;
  readonly color: string;
}

/** Number of distinguishable slider positions; ticks are 2 px wide. */
const TICK_STEPS = 120;

/**
 * Returns one tick per finding at the plane position that shows it; findings at one position and of
 * one colour share a tick.
 */
export function findingTicks(
  findings: readonly Finding[],
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  plane: VolumePlane,
): readonly FindingTick[] {
  const key = positionKey(plane);
  const { min, max } = sliceRange(volume, plane);
  const ticks = new Map<string, FindingTick>();
  for (const finding of findings) {
    const position = positionOfFinding(finding, volume, nippleMm, 0);
    // No angle about the nipple shows a plane with an axis of its own.
    if (position === null || (key === 'rad' && position.radialAxisMm !== undefined)) continue;
    const at = Math.min(max, Math.max(min, position[key]));
    const color = finding.generator.labelColour;
    const tickKey = `${Math.round(((at - min) / (max - min)) * TICK_STEPS)} ${color}`;
    if (!ticks.has(tickKey)) ticks.set(tickKey, { at, color });
  }
  return [...ticks.values()];
}
