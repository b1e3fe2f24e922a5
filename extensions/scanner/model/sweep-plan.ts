import type { ScanProtocol } from '#contracts';
import { wrapDeg } from './device-angle.ts';
import type { FrameGeometry } from './frame-geometry.ts';

export type SweepName = 'CEN' | 'PER';

/** Plan of a full turn of the array: the clock angles of the frames and their common geometry. */
export interface SweepPlan {
  readonly sweep: SweepName;
  readonly clockDeg: readonly number[];
  readonly frame: FrameGeometry;
}

export interface FrameSize {
  readonly lines: number;
  readonly samples: number;
}

/** Frame size of the demonstration, small enough to reconstruct a scan in seconds. */
export const DEMONSTRATION_FRAME: FrameSize = { lines: 192, samples: 200 };

/** Length of the array; the line pitch follows from the number of lines. */
export const ARRAY_LENGTH_MM = 62.4;
/** Tilt of the array in the PER sweep; the beams lean outward. */
export const PERIPHERAL_TILT_DEG = -6;
/** Distance of the first line of the PER sweep from the axis. */
const PERIPHERAL_FIRST_LATERAL_MM = 14;
/** Range of the first sample of the PER sweep, which skips the gel under the tilted array. */
const PERIPHERAL_FIRST_DEPTH_MM = 4;

/**
 * Returns the clock angles of a protocol, 1° apart: the circle from 0° for FULL, 270° through 0° to
 * 90° for UQQ.
 */
export function clockAnglesOf(protocol: ScanProtocol): readonly number[] {
  return protocol === 'FULL'
    ? Array.from({ length: 360 }, (_, i) => i)
    : Array.from({ length: 181 }, (_, i) => wrapDeg(270 + i));
}

/**
 * Returns the two overlapping sweeps of a protocol: CEN upright from the axis, PER tilted to the
 * rim.
 */
export function sweepPlans(
  protocol: ScanProtocol,
  size: FrameSize,
  depthMm: number,
): readonly SweepPlan[] {
  const clockDeg = clockAnglesOf(protocol);
  const depthStepMm = depthMm / size.samples;
  const shared = { ...size, lateralPitchMm: ARRAY_LENGTH_MM / size.lines, depthStepMm };
  return [
    {
      sweep: 'CEN',
      clockDeg,
      frame: {
        ...shared,
        firstLateralMm: 0,
        firstDepthMm: depthStepMm / 2,
        tiltDeg: 0,
        planeOffsetMm: 0,
      },
    },
    {
      sweep: 'PER',
      clockDeg,
      frame: {
        ...shared,
        firstLateralMm: PERIPHERAL_FIRST_LATERAL_MM,
        firstDepthMm: PERIPHERAL_FIRST_DEPTH_MM,
        tiltDeg: PERIPHERAL_TILT_DEG,
        planeOffsetMm: 0,
      },
    },
  ];
}

/** Returns the number of frames in all sweeps of a protocol. */
export function frameCount(plans: readonly SweepPlan[]): number {
  return plans.reduce((sum, plan) => sum + plan.clockDeg.length, 0);
}
