import type { FrameGeometry } from '../../model/index.ts';
import { exp, sinCosDeg } from '../math/portable-math.ts';
import { hash32 } from '../math/random.ts';
import { airFrom, type Contact, FULL_CONTACT } from './contact.ts';
import { DEVICE_PROFILE } from './device-profile.ts';
import type { Pose } from './frame-grid.ts';

/** Deviations from ideal conditions during a scan; unknown to the device. */
export interface ScanConditions {
  readonly patient: {
    /** Distance by which a breath lifts the breast towards the array, in mm. */
    readonly breathingMm: number;
    /** Clock sector in which the array has lost its gel, from a distance from the axis outward. */
    readonly lostContact: {
      readonly fromDeg: number;
      readonly toDeg: number;
      readonly beyondMm: number;
    } | null;
  };
  readonly machine: {
    /** Displacement of the array along its length from the nominal position, in mm. */
    readonly axisOffsetMm: number;
    /** Displacement of the array at right angles to its length from the nominal position, in mm. */
    readonly planeOffsetMm: number;
    /** Standard deviation of the true angle from the encoder angle, in degrees. */
    readonly encoderJitterDeg: number;
  };
}

export const IDEAL_CONDITIONS: ScanConditions = {
  patient: { breathingMm: 0, lostContact: null },
  machine: { axisOffsetMm: 0, planeOffsetMm: 0, encoderJitterDeg: 0 },
};

/** A jerk of the patient before the frame with this running number in the scan. */
export interface Jerk {
  readonly beforeFrame: number;
  readonly mm: number;
}

/**
 * Returns the true pose of array and tissue in a frame at a nominal clock angle. Time is counted in
 * frames of the scan, not by a clock, so that frames recorded again or after an interruption are
 * identical.
 */
export function poseAt(
  { patient, machine }: ScanConditions,
  seed: number,
  clockDeg: number,
  frame: number,
  jerks: readonly Jerk[],
): Pose {
  const { framesPerSecond, breathSeconds, settlingSeconds } = DEVICE_PROFILE.movement;
  const seconds = frame / framesPerSecond;
  const breath = (1 - sinCosDeg((360 * seconds) / breathSeconds).cos) / 2;
  let [x, y, z] = [0, -patient.breathingMm * breath, 0];
  for (const { beforeFrame, mm } of jerks) {
    if (frame < beforeFrame) continue;
    const remainingMm = mm * exp((beforeFrame - frame) / (framesPerSecond * settlingSeconds));
    // Mostly along the bed, to a side that depends on the patient's seed.
    const { sin, cos } = sinCosDeg(hash32(seed, 0x6a65, beforeFrame) % 360);
    x += 0.96 * remainingMm * sin;
    y += 0.28 * remainingMm;
    z += 0.96 * remainingMm * cos;
  }
  const jitterDeg = machine.encoderJitterDeg * gaussian(hash32(seed, 0x656e, frame));
  return { clockDeg: clockDeg + jitterDeg, movedMm: [x, y, z] };
}

/** Returns the sum of four random bytes, scaled to variance 1: approximately Gaussian. */
function gaussian(bits: number): number {
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum / 255 - 2) * Math.sqrt(3);
}

/** Returns the true geometry of a frame's lines. */
export function trueFrame({ machine }: ScanConditions, frame: FrameGeometry): FrameGeometry {
  return {
    ...frame,
    firstLateralMm: frame.firstLateralMm + machine.axisOffsetMm,
    planeOffsetMm: frame.planeOffsetMm + machine.planeOffsetMm,
  };
}

/**
 * Returns the contact at a clock angle; at both ends of a lost sector, its inner edge lies further
 * out.
 */
export function contactAt({ patient }: ScanConditions, clockDeg: number): Contact {
  const { lostContact } = patient;
  if (lostContact === null) return FULL_CONTACT;
  // A full circle has no ends.
  if (lostContact.toDeg - lostContact.fromDeg >= 360) return airFrom(lostContact.beyondMm);
  const wrapped = (deg: number): number => deg - 360 * Math.floor(deg / 360);
  const widthDeg = wrapped(lostContact.toDeg - lostContact.fromDeg);
  const sectorDeg = wrapped(clockDeg - lostContact.fromDeg);
  if (sectorDeg > widthDeg) return FULL_CONTACT;
  const { taperDeg, taperMm } = DEVICE_PROFILE.noContact;
  const endDistanceDeg = Math.min(sectorDeg, widthDeg - sectorDeg);
  const taper = Math.max(0, taperDeg - endDistanceDeg) / taperDeg;
  return airFrom(lostContact.beyondMm + taperMm * taper);
}
