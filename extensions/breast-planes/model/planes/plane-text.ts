import { formatFixed } from '#foundation';
import {
  clockText,
  type PlanePosition,
  parseClockAngle,
  positionToMm,
  radialCentreMm,
  radialDirection,
  type Side,
  transducerFaceMm,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import { locationTexts } from '../../texts/location-texts.ts';
import { positionKey } from './linked-position.ts';

export const PLANE_TITLE: Readonly<Record<VolumePlane, string>> = locationTexts.planes;

export const PLANE_LETTER: Readonly<Record<VolumePlane, string>> = {
  COR: 'C',
  TRA: 'T',
  SAG: 'S',
  RAD: 'R',
};

/** Markers at the four edges of an image. */
export interface OrientationMarkers {
  readonly top: string;
  readonly bottom: string;
  readonly left: string;
  readonly right: string;
  /**
   * Coronal only: outer or inner edge, the only markers that depend on the side; null in other
   * planes.
   */
  readonly leftLabel: string | null;
  readonly rightLabel: string | null;
}

/**
 * Returns the markers at the edges of a plane's image. Clock times are given only on a radial plane
 * through the nipple; `offNipple` gives the patient's directions instead.
 */
export function orientationMarkers(
  plane: VolumePlane,
  side: Side,
  radDeg: number,
  offNipple = false,
): OrientationMarkers {
  const plain = { leftLabel: null, rightLabel: null };
  const { outer, inner } = locationTexts.edges;
  switch (plane) {
    case 'COR':
      return {
        top: 'H',
        bottom: 'F',
        left: 'R',
        right: 'L',
        leftLabel: side === 'R' ? outer : inner,
        rightLabel: side === 'R' ? inner : outer,
      };
    case 'TRA':
      return { top: 'A', bottom: 'P', left: 'R', right: 'L', ...plain };
    case 'SAG':
      return { top: 'A', bottom: 'P', left: 'H', right: 'F', ...plain };
    case 'RAD':
      return {
        top: 'A',
        bottom: 'P',
        left: radialMarkerOf(radDeg + 180, offNipple),
        right: radialMarkerOf(radDeg, offNipple),
        ...plain,
      };
  }
}

const radialMarkerOf = (deg: number, offNipple: boolean): string =>
  offNipple ? directionMarkerOf(radialDirection(deg)) : clockText(deg, 1);

/**
 * Returns the orientation marker of a direction in the coronal plane, e.g. 'L', or 'LF' for a
 * direction more than 22.5° from the first axis.
 */
export function directionMarkerOf(direction: Vec3): string {
  const [x, , z] = direction;
  const axisMarker = (
    value: number,
    positive: string,
    negative: string,
  ): readonly [number, string] => [Math.abs(value), value > 0 ? positive : negative];
  return [axisMarker(x, 'L', 'R'), axisMarker(z, 'H', 'F')]
    .filter(([size]) => size > SIN_22_5_DEG)
    .sort(([a], [b]) => b - a)
    .map(([, marker]) => marker)
    .join('');
}

const SIN_22_5_DEG = 0.38;

/** Formatted position of a plane: name, value for the input field, and unit. */
export interface FormattedPosition {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
}

/**
 * Formats the position of a plane, e.g. 'Head 16.0 mm' or 'Right 27.7 mm' from the nipple (from the
 * rotation axis while no nipple is set), 'Depth from transducer 14.0 mm', 'Angle 10:00 300°'. The
 * name says when the radial plane does not run through the nipple, and when the coronal plane is not
 * parallel to the transducer face.
 */
export function formatPosition(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: PlanePosition,
  plane: VolumePlane,
): FormattedPosition {
  const texts = locationTexts.position;
  if (plane === 'RAD') {
    const degrees = Number(position.rad.toFixed(1)) % 360;
    const name = position.radialAxisMm === undefined ? texts.angle : texts.angleOffNipple;
    return { name, value: clockText(position.rad, 1), unit: `${degrees}°` };
  }
  const fromMm = signedPlaneMm(volume, nippleMm, position, plane);
  const distance = formatFixed(Math.abs(fromMm), 1);
  if (plane === 'COR') {
    const name = volume.recordedBox === undefined ? texts.depth : texts.depthInVolume;
    return { name, value: formatFixed(fromMm, 1), unit: 'mm' };
  }
  const [positive, negative] =
    plane === 'SAG' ? [texts.left, texts.right] : [texts.head, texts.foot];
  const direction = distance === formatFixed(0, 1) || fromMm > 0 ? positive : negative;
  return { name: direction ?? '', value: distance, unit: 'mm' };
}

/**
 * Returns the position of a plane in millimetres: + left and + head from the nipple, + deeper from
 * the transducer face.
 */
export function signedPlaneMm(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: PlanePosition,
  plane: Exclude<VolumePlane, 'RAD'>,
): number {
  const at = positionToMm(volume, position);
  const centre = radialCentreMm(volume, nippleMm);
  if (plane === 'SAG') return at[0] - centre.x;
  if (plane === 'TRA') return at[2] - centre.z;
  return at[1] - transducerFaceMm(volume);
}

/** Sign of a typed direction letter. */
const SIGNS: Readonly<Record<string, number>> = { L: 1, H: 1, R: -1, F: -1 };

/** Direction letters that the position field of a plane accepts. */
const DIRECTION_LETTERS = { SAG: 'LR', TRA: 'HF', COR: '' } as const;

/** Axis of the volume across each straight plane. */
const AXIS = { SAG: 0, COR: 1, TRA: 2 } as const;

/** Examples of valid input for the position field of a plane, shown after invalid input. */
export const POSITION_EXAMPLES: Readonly<Record<VolumePlane, string>> = locationTexts.examples;

/**
 * Parses the input of a plane's position field to the plane's value (voxel offset, voxel index or
 * degrees), not clamped to the range; null if invalid. A plain number keeps the shown direction
 * ('Right 27.7' → '30' is 30 to the right, '-5' is 5 to the left); a letter sets the direction ('L
 * 5', 'f12'). The radial field accepts a clock angle (`parseClockAngle`).
 */
export function parsePosition(
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  position: PlanePosition,
  plane: VolumePlane,
  typed: string,
): number | null {
  const input = typed.trim().replace(',', '.');
  if (plane === 'RAD') return parseClockAngle(input);
  const text = input.replace(/\s*mm$/i, '');
  const match = /^([HFLR]?)\s*(-?\d+(?:\.\d+)?)$/i.exec(text);
  if (match === null) return null;
  const letter = (match[1] ?? '').toUpperCase();
  if (letter !== '' && !DIRECTION_LETTERS[plane].includes(letter)) return null;
  const shownMm = signedPlaneMm(volume, nippleMm, position, plane);
  // Uses the rounding of the shown text, so that '5' typed at 'Left 0.0' means 5 to the left.
  const shownSign = plane === 'COR' || shownMm > -0.05 ? 1 : -1;
  const requestedMm = Number(match[2]) * (SIGNS[letter] ?? shownSign);
  const movedVoxels = (requestedMm - shownMm) / volume.spacingMm[AXIS[plane]];
  return position[positionKey(plane)] + movedVoxels;
}
