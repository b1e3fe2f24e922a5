import type { FileHeader, Finding, Mark, ScanSide } from '#contracts';
import {
  isRecordedBox,
  type PlanePosition,
  positionToMm,
  quadrantOf,
  type SkinSurface,
  transducerFace,
  type Vec3,
  type VolumeGeometry,
  type VolumeGrid,
} from '#geometry';
import { locationOf } from './location.ts';

/** Data from which the location of a finding is computed; null if unknown. */
export interface LocationContext {
  readonly side: ScanSide;
  readonly nipple: CountedPosition | null;
  readonly geometry: VolumeGeometry | null;
  readonly skin: SkinSurface | null;
}

/** A position and the voxel grid that it refers to; without a grid, that of the current volume. */
export type CountedPosition = PlanePosition & { readonly grid?: VolumeGrid | null | undefined };

/** Returns the nipple in millimetres, computed with its own grid; `volume` is the default. */
export function nippleMmOf(volume: VolumeGrid, nipple: CountedPosition): Vec3 {
  return positionToMm(nipple.grid ?? volume, nipple);
}

export type LocationFields = Pick<
  Finding,
  'clockPositionSec' | 'quadrant' | 'distanceFromNippleUm' | 'depthUm' | 'depthReference'
>;

/** A finding as stored, without the location fields, which are computed from its marks. */
export type StoredFinding = Omit<Finding, keyof LocationFields>;

/** Location fields of a finding without a known location. */
export const NO_LOCATION: LocationFields = {
  clockPositionSec: null,
  quadrant: null,
  distanceFromNippleUm: null,
  depthUm: null,
  depthReference: null,
};

/**
 * Returns clock (seconds), quadrant, distance (µm), depth (µm) and depth reference; each is null if
 * its input is unknown. A subareolar finding has no clock.
 */
export function locationFields(marks: readonly Mark[], context: LocationContext): LocationFields {
  const { geometry, nipple, side, skin } = context;
  if (geometry === null) return NO_LOCATION;
  const findingLocation = locationOf(marks, {
    side,
    nippleMm: nipple === null ? null : nippleMmOf(geometry, nipple),
    face: transducerFace(geometry),
    skin,
  });
  if (findingLocation === null) return NO_LOCATION;
  const depthUm = finite(Math.round(findingLocation.depthMm * 1000));
  const depth = {
    depthUm,
    depthReference: depthUm === null ? null : findingLocation.depthReference,
  };
  if (findingLocation.position === null) return { ...NO_LOCATION, ...depth };
  const { clockPositionSec, quadrant, distanceFromNippleMm } = findingLocation.position;
  return {
    clockPositionSec: quadrant === 'subareolar' ? null : finite(clockPositionSec),
    quadrant,
    distanceFromNippleUm: finite(Math.round(distanceFromNippleMm * 1000)),
    ...depth,
  };
}

/**
 * Returns the location of a signed finding with the quadrant that follows from its clock and
 * distance. Reports signed before findings had a quadrant contain none, and a clock also within
 * 10 mm of the nipple.
 */
export function signedLocationFields(side: ScanSide, signed: LocationFields): LocationFields {
  const { clockPositionSec, distanceFromNippleUm } = signed;
  if (signed.quadrant !== null || clockPositionSec === null || distanceFromNippleUm === null) {
    return signed;
  }
  const clockDeg = (clockPositionSec / 43_200) * 360;
  const quadrant = quadrantOf(side, clockDeg, distanceFromNippleUm / 1000);
  return {
    ...signed,
    quadrant,
    clockPositionSec: quadrant === 'subareolar' ? null : clockPositionSec,
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/**
 * Returns the volume geometry (millimetres, LPS) from the stored header of a scan file; null if
 * sizes, spacing, origin or coverage is missing or invalid. Ignores an invalid recorded box.
 */
export function geometryOfHeader(header: FileHeader | null): VolumeGeometry | null {
  if (header === null) return null;
  const sizes = triple(header.sizes.split(' ').map(Number));
  const spacingMm = triple(header.spacingMm);
  const originMm = triple(header.originMm);
  const { coverageRadiusMm, recordedBox } = header;
  if (sizes === null || spacingMm === null || originMm === null) return null;
  if (coverageRadiusMm === undefined) return null;
  const geometry = { sizes, spacingMm, originMm, coverageRadiusMm };
  const hasBox = recordedBox !== undefined && isRecordedBox(recordedBox);
  return hasBox ? { ...geometry, recordedBox } : geometry;
}

function triple(numbers: readonly number[] | undefined): Vec3 | null {
  const [x, y, z] = numbers ?? [];
  if (numbers?.length !== 3 || x === undefined || y === undefined || z === undefined) return null;
  return [x, y, z].every(Number.isFinite) ? [x, y, z] : null;
}
