import type { FileHeader, Finding, Mark, NippleLocation, ScanSide } from '#contracts';
import { positionToMm, transducerFaceMm, type Vec3, type VolumeGeometry } from '#geometry';
import { placeOf } from './place.ts';

/** What the place of a finding is told from; unknown is null. */
export interface PlaceFacts {
  readonly side: ScanSide;
  readonly nipple: Pick<NippleLocation, 'sag' | 'tra' | 'depth' | 'rad'> | null;
  readonly geometry: VolumeGeometry | null;
}

export type PlaceFields = Pick<Finding, 'clockPositionSec' | 'distanceFromNippleUm' | 'depthUm'>;

const NOTHING: PlaceFields = { clockPositionSec: null, distanceFromNippleUm: null, depthUm: null };

/** Clock (seconds), distance (µm) and depth (µm); each is null while what it needs is unknown. */
export function placeFields(marks: readonly Mark[], facts: PlaceFacts): PlaceFields {
  const { geometry, nipple, side } = facts;
  if (geometry === null) return NOTHING;
  const place = placeOf(marks, {
    side,
    nippleMm: nipple === null ? null : positionToMm(geometry, nipple),
    surfaceYMm: transducerFaceMm(geometry),
    depthReference: 'transducer-face',
  });
  if (place === null) return NOTHING;
  const depthUm = finite(Math.round(place.depthMm * 1000));
  if (place.position === null) return { ...NOTHING, depthUm };
  return {
    clockPositionSec: finite(place.position.clockPositionSec),
    distanceFromNippleUm: finite(Math.round(place.position.distanceFromNippleMm * 1000)),
    depthUm,
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/**
 * The geometry that a scan file's header tells before its bytes come; null when one of sizes,
 * spacing, origin or coverage is missing or no triple of numbers. Millimetres, LPS.
 */
export function geometryOfHeader(header: FileHeader | null): VolumeGeometry | null {
  if (header === null) return null;
  const sizes = triple(header.sizes.split(' ').map(Number));
  const spacingMm = triple(header.spacingMm);
  const originMm = triple(header.originMm);
  const coverageRadiusMm = header.coverageRadiusMm;
  if (sizes === null || spacingMm === null || originMm === null) return null;
  if (coverageRadiusMm === undefined) return null;
  return { sizes, spacingMm, originMm, coverageRadiusMm };
}

function triple(numbers: readonly number[] | undefined): Vec3 | null {
  const [x, y, z] = numbers ?? [];
  if (numbers?.length !== 3 || x === undefined || y === undefined || z === undefined) return null;
  return [x, y, z].every(Number.isFinite) ? [x, y, z] : null;
}
