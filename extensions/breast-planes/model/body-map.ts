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
  /** How far it is drawn and how far it is pressed from its middle, in radii of the breast. */
  readonly radius: number;
  readonly reach: number;
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
  const radius = dotWidth(dots.length) / 2;
  return dots.map((dot, idx) => {
    const at = shown[idx] ?? dot.place;
    const reach = Math.min(MOST_REACH, Math.max(radius, nearestApart(shown, idx) / 2));
    return { ...dot, ...at, radius, reach };
  });
}

/** What is pressed may be larger than what is seen, but covers no other dot. */
const MOST_REACH = 0.24;

const nearestApart = (points: readonly MapPoint[], idx: number): number =>
  points.reduce((least, { x, y }, other) => {
    const own = points[idx];
    if (other === idx || own === undefined) return least;
    return Math.min(least, Math.hypot(x - own.x, y - own.y));
  }, Number.POSITIVE_INFINITY);

/** A dot's width, in radii of the breast. */
const DOT = 0.31;
/** So many dots of that width find room beside each other; more are drawn smaller. */
const MOST_WIDE = 28;
const ROUNDS = 60;

/** How wide each of so many dots is drawn, in radii of the breast. */
export const dotWidth = (dots: number): number => DOT * Math.sqrt(Math.min(1, MOST_WIDE / dots));

/**
 * Points that lie on each other moved apart until a number on each can be read and pressed, none of
 * them past the rim; points that have room stay where they are.
 */
export function spread(points: readonly MapPoint[]): readonly MapPoint[] {
  const width = dotWidth(points.length);
  let now = points;
  for (let round = 0; round < ROUNDS; round++) {
    const pushed = now.map((point, idx) => pushedAway(point, idx, now, width));
    if (pushed.every((point, idx) => point === now[idx])) return now;
    now = pushed;
  }
  return now;
}

/** Two that are apart by nearly a width have room: the last part of the way takes the most rounds. */
const ENOUGH = 0.97;

function pushedAway(
  point: MapPoint,
  idx: number,
  all: readonly MapPoint[],
  width: number,
): MapPoint {
  let [right, down] = [0, 0];
  for (const [other, at] of all.entries()) {
    if (other === idx) continue;
    const [dx, dy] = [point.x - at.x, point.y - at.y];
    const apart = Math.hypot(dx, dy);
    if (apart >= ENOUGH * width) continue;
    // On one point: the earlier goes to the left, the later to the right.
    const [ux, uy] = apart === 0 ? [idx < other ? -1 : 1, 0] : [dx / apart, dy / apart];
    // Askew, the same way for both: points of one line would else stay on it, however crowded.
    const askew = ASKEW * (((idx + other) % 3) - 1);
    right += ((ux - uy * askew) * (width - apart)) / 2;
    down += ((uy + ux * askew) * (width - apart)) / 2;
  }
  if (right === 0 && down === 0) return point;
  // In small steps: pushed by many at once, all would fly to the rim and leave the middle empty.
  const step = Math.max(1, Math.hypot(right, down) / (STEP * width));
  const [x, y] = [point.x + right / step, point.y + down / step];
  const beyond = Math.max(1, Math.hypot(x, y));
  return { x: x / beyond, y: y / beyond };
}

const ASKEW = 0.4;
const STEP = 0.5;

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
