import {
  along,
  cross,
  dot,
  type ImageFrame,
  length,
  mmToPosition,
  type PlanePosition,
  positionToMm,
  rotationAxisMm,
  scale,
  subtract,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
} from '#geometry';
import { boxRangeMm, coveredRadiusMm } from './coverage.ts';
import { positionKey, sliceRange, withPlaneAt } from './linked-position.ts';

/** Tolerance for rounding errors at the rim of the sound field. */
const ROUNDING_MM = 1e-6;
/** Maximum number of rounds in which a point moves into the sound field. */
const MAX_ROUNDS = 500;

const AXES: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const DEPTH: Vec3 = AXES[1];

/** The points between two parallel faces: `min` ≤ point · `across` ≤ `max`, in mm. */
interface Layer {
  /** Unit direction. */
  readonly across: Vec3;
  readonly min: number;
  readonly max: number;
}

/** Returns the pairs of faces that limit the sound field: of the voxels and of the recorded box. */
function layersOf({ originMm, sizes, spacingMm, recordedBox }: VolumeGeometry): readonly Layer[] {
  const voxels = ([0, 1, 2] as const).map((axis): Layer => {
    const min = originMm[axis] - spacingMm[axis] / 2;
    return { across: AXES[axis], min, max: min + sizes[axis] * spacingMm[axis] };
  });
  if (recordedBox === undefined) return voxels;
  const box = recordedBox.edgesMm.map((edge): Layer => {
    const across = scale(edge, 1 / length(edge));
    const min = dot(recordedBox.cornerMm, across);
    return { across, min, max: min + length(edge) };
  });
  return [...voxels, ...box];
}

/**
 * Returns whether a point lies in the sound field, where images show tissue: within the voxels,
 * within the recorded box, and within the covered radius around the rotation axis.
 */
export function isInSoundField(volume: VolumeGeometry, pointMm: Vec3): boolean {
  return isInField(volume, layersOf(volume), pointMm);
}

function isInField(volume: VolumeGeometry, layers: readonly Layer[], pointMm: Vec3): boolean {
  const axis = rotationAxisMm(volume);
  const fromAxisMm = Math.hypot(pointMm[0] - axis.x, pointMm[2] - axis.z);
  const isInLayers = layers.every(({ across, min, max }) => {
    const at = dot(pointMm, across);
    return at >= min - ROUNDING_MM && at <= max + ROUNDING_MM;
  });
  return isInLayers && fromAxisMm <= coveredRadiusMm(volume) + ROUNDING_MM;
}

/**
 * Returns a point of an image, moved within the image into the sound field: towards the rotation
 * axis on a coronal image, horizontally and in depth on others. An image that shows no tissue keeps
 * a point outside.
 */
export function clampToSoundField(volume: VolumeGeometry, frame: ImageFrame, pointMm: Vec3): Vec3 {
  return movedIntoField(volume, pointMm, cross(frame.right, frame.down));
}

/** Returns a point, moved into the sound field. */
export const nearestInSoundField = (volume: VolumeGeometry, pointMm: Vec3): Vec3 =>
  movedIntoField(volume, pointMm, null);

/**
 * Moves a point into the sound field by projecting it onto each of its limits in turn, until none is
 * exceeded (projections onto convex sets). With a `normal` the point stays in its plane.
 */
function movedIntoField(volume: VolumeGeometry, pointMm: Vec3, normal: Vec3 | null): Vec3 {
  const layers = layersOf(volume);
  let moved = pointMm;
  for (let round = 0; round < MAX_ROUNDS && !isInField(volume, layers, moved); round++) {
    for (const layer of layers) moved = movedIntoLayer(layer, moved, normal);
    moved = movedToAxis(volume, moved, normal);
  }
  return moved;
}

/** Returns the part of a direction within the plane of a normal. */
const inPlane = (direction: Vec3, normal: Vec3 | null): Vec3 =>
  normal === null ? direction : along(direction, normal, -dot(direction, normal));

function movedIntoLayer({ across, min, max }: Layer, pointMm: Vec3, normal: Vec3 | null): Vec3 {
  const at = dot(pointMm, across);
  const beyondMm = Math.max(0, at - max) + Math.min(0, at - min);
  const direction = inPlane(across, normal);
  const squared = dot(direction, direction);
  // A plane parallel to the faces lies outside as a whole.
  return beyondMm === 0 || squared < ROUNDING_MM
    ? pointMm
    : along(pointMm, direction, -beyondMm / squared);
}

/** Moves a point to the covered radius: towards the axis, or horizontally in a vertical plane. */
function movedToAxis(volume: VolumeGeometry, pointMm: Vec3, normal: Vec3 | null): Vec3 {
  const axis = rotationAxisMm(volume);
  const radiusMm = coveredRadiusMm(volume);
  const axisMm: Vec3 = [axis.x, pointMm[1], axis.z];
  const fromAxis = subtract(pointMm, axisMm);
  if (length(fromAxis) <= radiusMm) return pointMm;
  const horizontal = normal === null ? null : cross(normal, DEPTH);
  if (horizontal === null || length(horizontal) < ROUNDING_MM) {
    return along(axisMm, fromAxis, radiusMm / length(fromAxis));
  }
  const direction = scale(horizontal, 1 / length(horizontal));
  const alongMm = dot(fromAxis, direction);
  const foot = along(pointMm, direction, -alongMm);
  const halfChordMm = Math.sqrt(Math.max(0, radiusMm ** 2 - length(subtract(foot, axisMm)) ** 2));
  return along(foot, direction, Math.min(halfChordMm, Math.max(-halfChordMm, alongMm)));
}

/** Axis across each straight plane. */
const ACROSS = { SAG: 0, COR: 1, TRA: 2 } as const;

/**
 * Returns the position with a typed plane clamped to the sound field. A plane that leaves the point
 * where the planes meet outside moves the other ones inwards.
 */
export function withTypedPlane(
  volume: VolumeGeometry,
  position: PlanePosition,
  plane: VolumePlane,
  value: number,
): PlanePosition {
  if (plane === 'RAD') return withPlaneAt(volume, position, plane, value);
  const axis = ACROSS[plane];
  const typed = withPlaneAt(volume, position, plane, clampedValue(volume, plane, value));
  const typedMm = positionToMm(volume, typed);
  const { min, max } = boxRangeMm(volume, axis);
  const moveMm = Math.max(0, min - typedMm[axis]) + Math.min(0, max - typedMm[axis]);
  const onPlaneMm = along(typedMm, AXES[axis], moveMm);
  const crossMm = movedIntoField(volume, onPlaneMm, AXES[axis]);
  if (moveMm === 0 && crossMm === onPlaneMm) return typed;
  const { sag, tra, depth } = mmToPosition(volume, null, crossMm, typed.rad);
  const moved = { ...typed, sag, tra, depth };
  const key = positionKey(plane);
  return moveMm === 0 ? { ...moved, [key]: typed[key] } : moved;
}

/** Returns the position of the plane nearest to a typed one that shows tissue. */
function clampedValue(
  volume: VolumeGeometry,
  plane: Exclude<VolumePlane, 'RAD'>,
  value: number,
): number {
  if (volume.recordedBox !== undefined) {
    // The planes beyond these slices touch the tilted box only at a corner.
    const { min, max } = sliceRange(volume, plane);
    return Math.min(max, Math.max(min, value));
  }
  if (plane === 'COR') return Math.min(value, volume.sizes[1] - 1);
  const [dx, , dz] = volume.spacingMm;
  const limit = coveredRadiusMm(volume) / (plane === 'SAG' ? dx : dz);
  return Math.min(limit, Math.max(-limit, value));
}
