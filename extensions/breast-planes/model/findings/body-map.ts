import type { Finding } from '#contracts';
import { locatedMark, markCentreMm } from '#findings';
import { radialCentreMm, rotationAxisMm, type Vec3, type VolumeGeometry } from '#geometry';

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

/** A dot of the body map; x and y are its drawn position. */
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

/** The tissue that the drawn breast represents: centre (x and z) and radius in mm. */
export interface MapArea {
  readonly centreMm: Vec3;
  readonly radiusMm: number;
}

/**
 * Returns the area of a scan's map. Its centre is the nipple, from which clock positions count, or
 * the rotation axis without a nipple; the radius contains all scanned tissue.
 */
export function mapAreaOf(geometry: VolumeGeometry, nippleMm: Vec3 | null): MapArea {
  const axis = rotationAxisMm(geometry);
  const { x, z } = radialCentreMm(geometry, nippleMm);
  const offsetMm = Math.hypot(x - axis.x, z - axis.z);
  return { centreMm: [x, 0, z], radiusMm: geometry.coverageRadiusMm + offsetMm };
}

/**
 * Returns at most `MAX_DOTS` dots that show the findings. Locates findings by their marks if the
 * area is known, else by the stored clock position and distance; omits findings without a
 * location.
 */
export function mapDots(findings: readonly Finding[], area: MapArea | null): readonly MapDot[] {
  const dots = mergeNearest(
    findings.flatMap((finding): readonly FindingGroup[] => {
      const position = area === null ? storedPoint(finding) : pointOf(finding, area);
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
  const merged = [...groups];
  while (merged.length > MAX_DOTS) {
    const [firstIdx, secondIdx] = closestPair(merged);
    const [first, second] = [merged[firstIdx], merged[secondIdx]];
    if (first === undefined || second === undefined) break;
    merged.splice(secondIdx, 1);
    merged[firstIdx] = mergeGroups(first, second);
  }
  return merged;
}

function mergeGroups(a: FindingGroup, b: FindingGroup): FindingGroup {
  const fraction = b.findings.length / (a.findings.length + b.findings.length);
  const between = (from: number, to: number): number => from + (to - from) * fraction;
  return {
    findings: [...a.findings, ...b.findings],
    position: {
      x: between(a.position.x, b.position.x),
      y: between(a.position.y, b.position.y),
    },
  };
}

/** Returns the indices of the two closest groups, lower index first. */
function closestPair(groups: readonly FindingGroup[]): readonly [number, number] {
  let min = Number.POSITIVE_INFINITY;
  let pair: readonly [number, number] = [0, 1];
  for (const [idx, { position }] of groups.entries()) {
    for (let otherIdx = idx + 1; otherIdx < groups.length; otherIdx++) {
      const other = groups[otherIdx]?.position ?? position;
      const apart = Math.hypot(position.x - other.x, position.y - other.y);
      if (apart < min) [min, pair] = [apart, [idx, otherIdx]];
    }
  }
  return pair;
}

/**
 * Returns the finding after the selected finding in the group, wrapping around; the first if none
 * of the group is selected.
 */
export function nextFindingOf(
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

/** Returns the distance from a point to its nearest neighbour; infinite for a single point. */
function nearestDistance(points: readonly MapPoint[], idx: number): number {
  const point = points[idx];
  if (point === undefined) return Number.POSITIVE_INFINITY;
  const distances = points
    .filter((_, otherIdx) => otherIdx !== idx)
    .map(({ x, y }) => Math.hypot(x - point.x, y - point.y));
  return Math.min(Number.POSITIVE_INFINITY, ...distances);
}

/** Width of a dot, in radii of the breast. */
export const DOT = 0.31;
export const DOT_RADIUS = DOT / 2;
/** Maximum number of rounds in which overlapping dots are moved apart. */
const ROUNDS = 60;

/**
 * Moves overlapping points apart until each dot can be read and pressed, none beyond the rim; keeps
 * points that do not overlap.
 */
export function spread(points: readonly MapPoint[]): readonly MapPoint[] {
  let current = points;
  for (let round = 0; round < ROUNDS; round++) {
    const previous = current;
    current = previous.map((point, idx) => pushApart(point, idx, previous));
    if (current.every((point, idx) => point === previous[idx])) return previous;
  }
  return current;
}

/**
 * Minimum distance in dot widths that counts as separate; below 1, because the last few per cent
 * take most of the rounds.
 */
const MIN_GAP_FRACTION = 0.97;

function pushApart(point: MapPoint, idx: number, points: readonly MapPoint[]): MapPoint {
  let [right, down] = [0, 0];
  for (const [otherIdx, other] of points.entries()) {
    if (otherIdx === idx) continue;
    const [dx, dy] = [point.x - other.x, point.y - other.y];
    const apart = Math.hypot(dx, dy);
    if (apart >= MIN_GAP_FRACTION * DOT) continue;
    // Coinciding points: the lower index moves left, the higher right.
    const [ux, uy] = apart === 0 ? [idx < otherIdx ? -1 : 1, 0] : [dx / apart, dy / apart];
    // Adds a sideways component, because points on one line would otherwise stay on that line.
    const skew = SKEW * (((idx + otherIdx) % 3) - 1);
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

/** Largest sideways component of a push, as a fraction of the push. */
const SKEW = 0.4;
/** Maximum movement per round, in dot widths. */
const STEP = 0.5;

/**
 * Returns the rim point on the ray from an inner point at a clock angle in degrees from 12 o'clock.
 */
export function rimPoint({ x, y }: MapPoint, clockDeg: number): MapPoint {
  const angle = (clockDeg * Math.PI) / 180;
  const [ux, uy] = [Math.sin(angle), -Math.cos(angle)];
  // Solves |point + t · direction| = 1 for t.
  const along = x * ux + y * uy;
  const rimDistance = Math.sqrt(Math.max(0, along ** 2 + 1 - x ** 2 - y ** 2)) - along;
  return { x: x + ux * rimDistance, y: y + uy * rimDistance };
}

function pointOf(finding: Finding, { centreMm, radiusMm }: MapArea): MapPoint | null {
  const mark = locatedMark(Object.values(finding.marks));
  if (mark === null) return null;
  return mapPoint(centreMm, radiusMm, markCentreMm(mark));
}

/** Assumed breast radius while the volume is unknown. */
const DEFAULT_RADIUS_MM = 80;

function storedPoint(finding: Finding): MapPoint | null {
  const { clockPositionSec, distanceFromNippleUm, quadrant } = finding;
  // A subareolar finding has no clock; its dot covers the nipple at any angle.
  if (quadrant === 'subareolar') return { x: 0, y: 0 };
  if (clockPositionSec === null || distanceFromNippleUm === null) return null;
  const angle = (clockPositionSec / 43_200) * 2 * Math.PI;
  const mm = distanceFromNippleUm / 1000;
  return mapPoint([0, 0, 0], DEFAULT_RADIUS_MM, [mm * Math.sin(angle), 0, mm * Math.cos(angle)]);
}
