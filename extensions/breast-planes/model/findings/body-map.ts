import type { Finding } from '#contracts';
import { markCentreMm, representativeMark } from '#findings';
import { rotationAxisMm, type Vec3, type VolumeGeometry } from '#geometry';

/**
 * Point on the drawn breast: 0, 0 is the centre and the rim has radius 1; x points to the viewer's
 * right, y down.
 */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** One finding, or neighbouring findings that are too close for separate dots. */
interface FindingGroup {
  readonly findings: readonly [Finding, ...Finding[]];
  /** Location of the findings; the dot may be drawn beside it to avoid overlap. */
  readonly position: MapPoint;
}

export interface MapDot extends FindingGroup, MapPoint {
  /** Radius of the hit area around the dot's centre, in radii of the breast. */
  readonly hitRadius: number;
}

/**
 * Maps patient millimetres to the drawing, facing the patient: the patient's left is at the
 * viewer's right, the head at the top, for both breasts.
 */
export function mapPoint(centreMm: Vec3, radiusMm: number, [x, , z]: Vec3): MapPoint {
  const [right, down] = [(x - centreMm[0]) / radiusMm, -(z - centreMm[2]) / radiusMm];
  const beyond = Math.hypot(right, down);
  // Clamps points beyond the rim to the rim.
  return beyond <= 1 ? { x: right, y: down } : { x: right / beyond, y: down / beyond };
}

/** Returns centre and radius of the area that a scan covers. */
export function mapOf(geometry: VolumeGeometry): {
  readonly centreMm: Vec3;
  readonly radiusMm: number;
} {
  const { x, z } = rotationAxisMm(geometry);
  return { centreMm: [x, 0, z], radiusMm: geometry.coverageRadiusMm };
}

/**
 * Uses the marks if the volume is known, else the stored clock position and distance; omits
 * findings without a location.
 */
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

/** Maximum number of dots that fit without overlap wherever the findings lie. */
export const MAX_DOTS = 20;

/**
 * Merges the nearest neighbours at their weighted centre until at most `MAX_DOTS` groups remain.
 */
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

/** Returns the indices of the two closest groups, lower index first. */
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

/**
 * Returns the finding after the selected finding in the group, wrapping around; the first if none
 * of the group is selected.
 */
export function nextOf(
  { findings }: Pick<FindingGroup, 'findings'>,
  selectedId: string | null,
): Finding {
  const at = findings.findIndex(({ id }) => id === selectedId);
  return findings[(at + 1) % findings.length] ?? findings[0];
}

/**
 * Maximum hit radius in radii of the breast; hit areas may be larger than dots but never cover
 * another dot.
 */
const MAX_HIT_RADIUS = 0.24;

const nearestDistance = (points: readonly MapPoint[], idx: number): number =>
  points.reduce((min, { x, y }, other) => {
    const point = points[idx];
    if (other === idx || point === undefined) return min;
    return Math.min(min, Math.hypot(x - point.x, y - point.y));
  }, Number.POSITIVE_INFINITY);

/** Width of a dot, in radii of the breast. */
export const DOT = 0.31;
export const DOT_RADIUS = DOT / 2;
const ROUNDS = 60;

/**
 * Moves overlapping points apart until each dot can be read and pressed, none beyond the rim; keeps
 * points that do not overlap.
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

/**
 * Minimum distance in dot widths that counts as separate; below 1, because the last part takes the
 * most rounds.
 */
const MIN_GAP_FRACTION = 0.97;

function pushApart(point: MapPoint, idx: number, all: readonly MapPoint[]): MapPoint {
  let [right, down] = [0, 0];
  for (const [other, at] of all.entries()) {
    if (other === idx) continue;
    const [dx, dy] = [point.x - at.x, point.y - at.y];
    const apart = Math.hypot(dx, dy);
    if (apart >= MIN_GAP_FRACTION * DOT) continue;
    // Coinciding points: the lower index moves left, the higher right.
    const [ux, uy] = apart === 0 ? [idx < other ? -1 : 1, 0] : [dx / apart, dy / apart];
    // Adds a sideways component, because points on one line would otherwise stay on that line.
    const skew = SKEW * (((idx + other) % 3) - 1);
    right += ((ux - uy * skew) * (DOT - apart)) / 2;
    down += ((uy + ux * skew) * (DOT - apart)) / 2;
  }
  if (right === 0 && down === 0) return point;
  // Limits the step, because a point pushed by many others would jump to the rim and leave the
  // centre empty.
  const step = Math.max(1, Math.hypot(right, down) / (STEP * DOT));
  const [x, y] = [point.x + right / step, point.y + down / step];
  const beyond = Math.max(1, Math.hypot(x, y));
  return { x: x / beyond, y: y / beyond };
}

const SKEW = 0.4;
const STEP = 0.5;

/**
 * Returns the rim point on the ray from an inner point at a clock angle in degrees from 12 o'clock.
 */
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

/** Assumed breast radius while the volume is unknown. */
const DEFAULT_RADIUS_MM = 80;

function storedPoint({ clockPositionSec, distanceFromNippleUm }: Finding): MapPoint | null {
  if (clockPositionSec === null || distanceFromNippleUm === null) return null;
  const angle = (clockPositionSec / 43_200) * 2 * Math.PI;
  const mm = distanceFromNippleUm / 1000;
  return mapPoint([0, 0, 0], DEFAULT_RADIUS_MM, [mm * Math.sin(angle), 0, mm * Math.cos(angle)]);
}
