import type { Finding } from '#contracts';
import { markCentreMm, representativeMark } from '#findings';
import { rotationAxisMm, type Vec3, type VolumeGeometry } from '#geometry';

/** A place on the drawn breast: 0, 0 in its middle, the rim at 1; x to the viewer's right, y down. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** What lies at a place: one finding, or neighbours that find no room beside each other. */
interface FindingGroup {
  readonly findings: readonly [Finding, ...Finding[]];
  /** Where it lies; the dot stands beside it where others would cover it. */
  readonly position: MapPoint;
}

export interface MapDot extends FindingGroup, MapPoint {
  /** How far it is pressed from its middle, in radii of the breast. */
  readonly hitRadius: number;
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
  const dots = mergeNearest(
    findings.flatMap((finding): readonly FindingGroup[] => {
      const position = geometry === null ? storedPoint(finding) : pointOf(finding, geometry);
      return position === null ? [] : [{ findings: [finding], position }];
    }),
  );
  const shown = spread(dots.map(({ position }) => position));
  return dots.map((dot, idx) => {
    const at = shown[idx] ?? dot.position;
    const hitRadius = Math.min(
      MAX_HIT_RADIUS,
      Math.max(DOT_RADIUS, nearestDistance(shown, idx) / 2),
    );
    return { ...dot, ...at, hitRadius };
  });
}

/** So many dots find room beside each other wherever they lie. */
export const MAX_DOTS = 20;

/** Where there are more, the nearest neighbours become one, in the middle of them, until all have room. */
function mergeNearest(groups: readonly FindingGroup[]): readonly FindingGroup[] {
  const now = [...groups];
  while (now.length > MAX_DOTS) {
    const [first, second] = closest(now);
    const [one, other] = [now[first], now[second]];
    if (one === undefined || other === undefined) break;
    now.splice(second, 1);
    now[first] = mergeGroups(one, other);
  }
  return now;
}

function mergeGroups(one: FindingGroup, other: FindingGroup): FindingGroup {
  const fraction = other.findings.length / (one.findings.length + other.findings.length);
  const between = (a: number, b: number): number => a + (b - a) * fraction;
  return {
    findings: [...one.findings, ...other.findings],
    position: {
      x: between(one.position.x, other.position.x),
      y: between(one.position.y, other.position.y),
    },
  };
}

/** The two that lie closest to each other, the earlier first. */
function closest(groups: readonly FindingGroup[]): readonly [number, number] {
  let min = Number.POSITIVE_INFINITY;
  let pair: readonly [number, number] = [0, 1];
  for (const [idx, { position }] of groups.entries()) {
    for (let other = idx + 1; other < groups.length; other++) {
      const at = groups[other]?.position ?? position;
      const apart = Math.hypot(position.x - at.x, position.y - at.y);
      if (apart < min) [min, pair] = [apart, [idx, other]];
    }
  }
  return pair;
}

/** The finding that a press of the dot goes to: the one after the selected, round about. */
export function nextOf(
  { findings }: Pick<FindingGroup, 'findings'>,
  selectedId: string | null,
): Finding {
  const at = findings.findIndex(({ id }) => id === selectedId);
  return findings[(at + 1) % findings.length] ?? findings[0];
}

/** What is pressed may be larger than what is seen, but covers no other dot. */
const MAX_HIT_RADIUS = 0.24;

const nearestDistance = (points: readonly MapPoint[], idx: number): number =>
  points.reduce((min, { x, y }, other) => {
    const point = points[idx];
    if (other === idx || point === undefined) return min;
    return Math.min(min, Math.hypot(x - point.x, y - point.y));
  }, Number.POSITIVE_INFINITY);

/** A dot's width, in radii of the breast. */
export const DOT = 0.31;
/** Half of that. */
export const DOT_RADIUS = DOT / 2;
const ROUNDS = 60;

/**
 * Points that lie on each other moved apart until a number on each can be read and pressed, none of
 * them past the rim; points that have room stay where they are.
 */
export function spread(points: readonly MapPoint[]): readonly MapPoint[] {
  let now = points;
  for (let round = 0; round < ROUNDS; round++) {
    const pushed = now.map((point, idx) => pushApart(point, idx, now));
    if (pushed.every((point, idx) => point === now[idx])) return now;
    now = pushed;
  }
  return now;
}

/** Two that are apart by nearly a width have room: the last part of the way takes the most rounds. */
const MIN_GAP_FRACTION = 0.97;

function pushApart(point: MapPoint, idx: number, all: readonly MapPoint[]): MapPoint {
  let [right, down] = [0, 0];
  for (const [other, at] of all.entries()) {
    if (other === idx) continue;
    const [dx, dy] = [point.x - at.x, point.y - at.y];
    const apart = Math.hypot(dx, dy);
    if (apart >= MIN_GAP_FRACTION * DOT) continue;
    // On one point: the earlier goes to the left, the later to the right.
    const [ux, uy] = apart === 0 ? [idx < other ? -1 : 1, 0] : [dx / apart, dy / apart];
    // Askew, the same way for both: points of one line would else stay on it, however crowded.
    const skew = SKEW * (((idx + other) % 3) - 1);
    right += ((ux - uy * skew) * (DOT - apart)) / 2;
    down += ((uy + ux * skew) * (DOT - apart)) / 2;
  }
  if (right === 0 && down === 0) return point;
  // In small steps: pushed by many at once, all would fly to the rim and leave the middle empty.
  const step = Math.max(1, Math.hypot(right, down) / (STEP * DOT));
  const [x, y] = [point.x + right / step, point.y + down / step];
  const beyond = Math.max(1, Math.hypot(x, y));
  return { x: x / beyond, y: y / beyond };
}

const SKEW = 0.4;
const STEP = 0.5;

/** Where a line from a place inside, at a clock angle (degrees from 12 o'clock), meets the rim. */
export function rimPoint({ x, y }: MapPoint, clockDeg: number): MapPoint {
  const angle = (clockDeg * Math.PI) / 180;
  const [ux, uy] = [Math.sin(angle), -Math.cos(angle)];
  const along = x * ux + y * uy;
  const rimDistance = Math.sqrt(Math.max(0, along ** 2 + 1 - x ** 2 - y ** 2)) - along;
  return { x: x + ux * rimDistance, y: y + uy * rimDistance };
}

function pointOf(finding: Finding, geometry: VolumeGeometry): MapPoint | null {
  const mark = representativeMark(Object.values(finding.marks));
  if (mark === null) return null;
  const { centreMm, radiusMm } = mapOf(geometry);
  return mapPoint(centreMm, radiusMm, markCentreMm(mark));
}

/** What a breast is taken to measure while its volume is unknown. */
const DEFAULT_RADIUS_MM = 80;

function storedPoint({ clockPositionSec, distanceFromNippleUm }: Finding): MapPoint | null {
  if (clockPositionSec === null || distanceFromNippleUm === null) return null;
  const angle = (clockPositionSec / 43_200) * 2 * Math.PI;
  const mm = distanceFromNippleUm / 1000;
  return mapPoint([0, 0, 0], DEFAULT_RADIUS_MM, [mm * Math.sin(angle), 0, mm * Math.cos(angle)]);
}
