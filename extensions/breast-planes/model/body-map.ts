import type { Finding } from '#contracts';
import { markCentreMm, representativeMark } from '#findings';
import { rotationAxisMm, type Vec3, type VolumeGeometry } from '#geometry';

/** A place on the drawn breast: 0, 0 in its middle, the rim at 1; x to the viewer's right, y down. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

export interface MapDot extends MapPoint {
  readonly finding: Finding;
}

/** Facing the patient: her left is the viewer's right, her head is up. Neither breast is turned. */
export function mapPoint(centreMm: Vec3, radiusMm: number, [x, , z]: Vec3): MapPoint {
  const [right, down] = [(x - centreMm[0]) / radiusMm, -(z - centreMm[2]) / radiusMm];
  const beyond = Math.hypot(right, down);
  // What lies past the rim stands on it.
  return beyond <= 1 ? { x: right, y: down } : { x: right / beyond, y: down / beyond };
}

/** Middle and radius of what a scan covers. */
export function mapOf(geometry: VolumeGeometry): {
  readonly centreMm: Vec3;
  readonly radiusMm: number;
} {
  const { x, z } = rotationAxisMm(geometry);
  return { centreMm: [x, 0, z], radiusMm: geometry.coverageRadiusMm };
}

/** By place where the volume is known, else by the clock and distance that are stored. */
export function mapDots(
  findings: readonly Finding[],
  geometry: VolumeGeometry | null,
): readonly MapDot[] {
  return findings.flatMap((finding) => {
    const at = geometry === null ? storedPoint(finding) : pointOf(finding, geometry);
    return at === null ? [] : [{ ...at, finding }];
  });
}

function pointOf(finding: Finding, geometry: VolumeGeometry): MapPoint | null {
  const mark = representativeMark(Object.values(finding.marks));
  if (mark === null) return null;
  const { centreMm, radiusMm } = mapOf(geometry);
  return mapPoint(centreMm, radiusMm, markCentreMm(mark));
}

/** What a breast is taken to measure while its volume is unknown. */
const USUAL_RADIUS_MM = 80;

function storedPoint({ clockPositionSec, distanceFromNippleUm }: Finding): MapPoint | null {
  if (clockPositionSec === null || distanceFromNippleUm === null) return null;
  const angle = (clockPositionSec / 43_200) * 2 * Math.PI;
  const mm = distanceFromNippleUm / 1000;
  return mapPoint([0, 0, 0], USUAL_RADIUS_MM, [mm * Math.sin(angle), 0, mm * Math.cos(angle)]);
}
