import type { Finding } from '#contracts';
import type { Vec3, VolumeGeometry, VolumePlane } from '#geometry';
import { planeRange, positionKey } from '../planes/linked-position.ts';
import { positionOfFinding } from './format-finding.ts';

export interface FindingTick {
  readonly at: number;
  readonly color: string;
}

/** Ticks are 2 px wide: a slider can't tell more places apart. */
const TICK_STEPS = 120;

/** One tick a finding, where a plane would stand to show it; findings in one place share theirs. */
export function findingTicks(
  findings: readonly Finding[],
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  plane: VolumePlane,
): readonly FindingTick[] {
  const key = positionKey(plane);
  const { min, max } = planeRange(volume, plane);
  const ticks = new Map<string, FindingTick>();
  for (const finding of findings) {
    const at = positionOfFinding(finding, volume, nippleMm, 0)?.[key];
    if (at === undefined) continue;
    const color = finding.generator.labelColour;
    const tickKey = `${Math.round(((at - min) / (max - min)) * TICK_STEPS)} ${color}`;
    if (!ticks.has(tickKey)) ticks.set(tickKey, { at, color });
  }
  return [...ticks.values()];
}
