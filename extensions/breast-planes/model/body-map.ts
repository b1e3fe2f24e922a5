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
  /** Where the finding lies; the dot stands beside it where others would cover it. */
  readonly place: MapPoint;
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
  const dots = findings.flatMap((finding) => {
    const place = geometry === null ? storedPoint(finding) : pointOf(finding, geometry);
    return place === null ? [] : [{ finding, place }];
  });
  const shown = spread(dots.map(({ place }) => place));
  return dots.map((dot, idx) => ({ ...dot, ...(shown[idx] ?? dot.place) }));
}

/** A dot's width, in radii of the breast. */
const DOT = 0.31;
const ROUNDS = 24;
/** More have no room beside each other; they stay where they lie. */
const MOST_SPREAD = 20;

/**
 * Points that lie on each other moved apart until a number on each can be read and pressed; points
 * that have room stay where they are.
 */
export function spread(points: readonly MapPoint[]): readonly MapPoint[] {
  if (points.length > MOST_SPREAD) return points;
  let now = points.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < ROUNDS; round++) {
    const pushed = now.map((point, idx) => pushedAway(point, idx, now));
    if (pushed.every((point, idx) => point === now[idx])) return now;
    now = pushed;
  }
  return now;
}

function pushedAway(point: MapPoint, idx: number, all: readonly MapPoint[]): MapPoint {
  let { x, y } = point;
  for (const [other, at] of all.entries()) {
    const [dx, dy] = [point.x - at.x, point.y - at.y];
    const apart = Math.hypot(dx, dy);
    if (other === idx || apart >= DOT - 1e-6) continue;
    // On one point: the earlier goes to the left, the later to the right.
    const [ux, uy] = apart === 0 ? [idx < other ? -1 : 1, 0] : [dx / apart, dy / apart];
    x += (ux * (DOT - apart)) / 2;
    y += (uy * (DOT - apart)) / 2;
  }
  return x === point.x && y === point.y ? point : { x, y };
}

/** Where a line from a place inside, at a clock angle (degrees from 12 o'clock), meets the rim. */
export function rimPoint({ x, y }: MapPoint, clockDeg: number): MapPoint {
  const angle = (clockDeg * Math.PI) / 180;
  const [ux, uy] = [Math.sin(angle), -Math.cos(angle)];
  const along = x * ux + y * uy;
  const far = Math.sqrt(Math.max(0, along ** 2 + 1 - x ** 2 - y ** 2)) - along;
  return { x: x + ux * far, y: y + uy * far };
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
