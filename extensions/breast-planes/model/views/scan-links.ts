import type { Scan } from '#contracts';
import { areComparable, isReadyToCompare } from '#findings';
import {
  faceYMm,
  mmToPosition,
  type PlanePosition,
  positionToMm,
  type RadialAxis,
  transducerFace,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import { positionKey, sliceRange, withPlaneAt } from '../planes/linked-position.ts';

/** A scan shown beside another scan. */
export interface LinkedScan {
  readonly scan: Scan;
  readonly volume: VolumeGeometry;
  readonly nippleMm: Vec3 | null;
}

export type LinkRule =
  /** Both breasts: the same depth; all else is independent. */
  | 'depth'
  /** The same breast at two times: the same offset from the nipple, depth and clock angle. */
  | 'nipple';

/** Two breasts of one exam are linked by depth, one breast at two times by its nipple. */
export function linkRule(a: Scan, b: Scan): LinkRule {
  return a.laterality.id === b.laterality.id ? 'nipple' : 'depth';
}

/**
 * Returns the follower's position for a position of the leader, clamped to the follower's volume;
 * planes that the rule does not link keep their `previous` position. Depends on the leader's
 * position only, so that a clamped follower returns without drift.
 */
export function followerPosition(
  rule: LinkRule,
  leader: LinkedScan,
  position: PlanePosition,
  follower: LinkedScan,
  previous: PlanePosition,
): PlanePosition {
  const { volume } = follower;
  const requested = requestedPosition(rule, leader, position, follower, previous);
  const deep = withPlaneAt(volume, previous, 'COR', requested.depth);
  if (rule === 'depth') return deep;
  const across = withPlaneAt(volume, deep, 'SAG', requested.sag);
  const along = withPlaneAt(volume, across, 'TRA', requested.tra);
  const turned = withPlaneAt(volume, along, 'RAD', position.rad);
  const { radialAxisMm } = requested;
  return leader.nippleMm === null || follower.nippleMm === null
    ? turned
    : { ...turned, radialAxisMm };
}

/**
 * Returns the follower's planes that stop at the end of its volume, while the leader shows tissue
 * more than half a voxel beyond.
 */
export function planesPastEnd(
  rule: LinkRule,
  leader: LinkedScan,
  position: PlanePosition,
  follower: LinkedScan,
  previous: PlanePosition,
): readonly VolumePlane[] {
  const requested = requestedPosition(rule, leader, position, follower, previous);
  const linkedPlanes = rule === 'depth' ? (['COR'] as const) : (['COR', 'SAG', 'TRA'] as const);
  return linkedPlanes.filter((plane) => {
    const { min, max } = sliceRange(follower.volume, plane);
    const value = requested[positionKey(plane)];
    return value < min - 0.5 || value > max + 0.5;
  });
}

/**
 * Returns the position that corresponds to the leader's, possibly beyond the follower's volume.
 * Depth counts from the transducer face in both, because a clicked nipple is imprecise in depth.
 */
function requestedPosition(
  rule: LinkRule,
  leader: LinkedScan,
  position: PlanePosition,
  follower: LinkedScan,
  previous: PlanePosition,
): PlanePosition {
  const at = positionToMm(leader.volume, position);
  const pointMm = rule === 'depth' ? null : correspondingPointMm(leader, at, follower);
  if (pointMm === null) {
    const { originMm, spacingMm } = follower.volume;
    const [x, y, z] = positionToMm(follower.volume, previous);
    const yMm = atSameDepth(leader.volume, at, follower.volume, [x, y, z]);
    return { ...previous, depth: (yMm - originMm[1]) / spacingMm[1] };
  }
  const through = mmToPosition(follower.volume, follower.nippleMm, pointMm, position.rad);
  return { ...through, radialAxisMm: correspondingAxisMm(leader, position, follower) };
}

/**
 * Converts a point between two scans of the same breast: the same offset from the nipple to the
 * side and to the head, the same depth below the transducer face. Null unless both nipples are set.
 */
export function correspondingPointMm(from: LinkedScan, pointMm: Vec3, to: LinkedScan): Vec3 | null {
  if (from.nippleMm === null || to.nippleMm === null) return null;
  const [x, y, z] = pointMm;
  const toX = to.nippleMm[0] + x - from.nippleMm[0];
  const toZ = to.nippleMm[2] + z - from.nippleMm[2];
  return [toX, atSameDepth(from.volume, pointMm, to.volume, [toX, y, toZ]), toZ];
}

/** Returns y of a point of `to` at the x and z of `at`, as far behind the transducer face as a point. */
function atSameDepth(
  from: VolumeGeometry,
  [x, y, z]: Vec3,
  to: VolumeGeometry,
  [toX, , toZ]: Vec3,
): number {
  return faceYMm(transducerFace(to), toX, toZ) + y - faceYMm(transducerFace(from), x, z);
}

/** Converts the axis of a radial plane that does not run through the nipple; undefined through it. */
function correspondingAxisMm(
  from: LinkedScan,
  { radialAxisMm }: PlanePosition,
  to: LinkedScan,
): RadialAxis | undefined {
  if (radialAxisMm === undefined) return undefined;
  const point = correspondingPointMm(from, [radialAxisMm.x, 0, radialAxisMm.z], to);
  return point === null ? undefined : { x: point[0], z: point[2] };
}

/** Reason why two scans of one breast are not linked. */
export type NotComparable =
  | { readonly kind: 'nipple-not-set'; readonly missingIn: 'current' | 'prior' | 'both' }
  | { readonly kind: 'other-sizes'; readonly sizes: readonly [Vec3, Vec3] };

/**
 * Returns why two scans cannot be compared: both nipples must be set, and both volumes must have
 * the same sizes in voxels. Null if comparable, and while the size of a volume is unknown.
 */
export function notComparableReason(
  current: { readonly scan: Scan; readonly volume: VolumeGeometry | null },
  prior: { readonly scan: Scan; readonly volume: VolumeGeometry | null },
): NotComparable | null {
  const currentReady = isReadyToCompare(current.scan);
  const priorReady = isReadyToCompare(prior.scan);
  if (!currentReady && !priorReady) return { kind: 'nipple-not-set', missingIn: 'both' };
  if (!currentReady) return { kind: 'nipple-not-set', missingIn: 'current' };
  if (!priorReady) return { kind: 'nipple-not-set', missingIn: 'prior' };
  if (current.volume === null || prior.volume === null) return null;
  if (areComparable(current, prior)) return null;
  return { kind: 'other-sizes', sizes: [current.volume.sizes, prior.volume.sizes] };
}
