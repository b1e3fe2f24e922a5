import type { Mark, MarkPlane } from '#contracts';
import { fail, ok, type Problem, problem, type Result } from '#foundation';
import {
  cross,
  dot,
  imageToMm,
  length,
  mmToVoxel,
  type PlanePosition,
  positionInGrid,
  positionToMm,
  radialDirection,
  radialWidthMm,
  rotationAxisMm,
  scale,
  subtract,
  type Vec3,
  VOLUME_PLANES,
  type VolumeGeometry,
  type VolumeGrid,
  viewVectors,
  voxelToMm,
} from '#geometry';
import { FRAME_TOLERANCE, VOLUME_TOLERANCE_VOXELS } from './limits.ts';
import type { CountedPosition } from './location-fields.ts';
import { hasPlaceOfSingleImage, isSingleImage } from './single-image.ts';
import { ruleTexts } from './texts/rule-texts.ts';

/** A coordinate of a position outside the volume, with its limits in voxels. */
export interface CoordinateOutside {
  readonly key: 'sag' | 'tra' | 'depth';
  readonly minimum: number;
  readonly maximum: number;
}

/**
 * Returns the coordinates of a position that lie outside the volume, after conversion to its grid;
 * empty inside. Allows half a voxel, because another grid counts from the middle of other voxels.
 */
export function coordinatesOutside(
  volume: VolumeGrid,
  counted: CountedPosition,
): readonly CoordinateOutside[] {
  const { grid = null } = counted;
  const position = grid === null ? counted : positionInGrid(grid, volume, counted);
  const [nx, ny, nz] = volume.sizes;
  const limits: readonly CoordinateOutside[] = [
    { key: 'sag', minimum: -nx / 2, maximum: nx / 2 },
    { key: 'tra', minimum: -nz / 2, maximum: nz / 2 },
    { key: 'depth', minimum: 0, maximum: ny },
  ];
  return limits.filter(
    ({ key, minimum, maximum }) =>
      position[key] < minimum - VOLUME_TOLERANCE_VOXELS ||
      position[key] > maximum + VOLUME_TOLERANCE_VOXELS,
  );
}

/**
 * Checks that an image of one of the volumes can hold the mark: directions and plane position of its
 * frame are those of its plane, the image is not larger than the volume, and its points and plane
 * positions lie in the volume. Without volumes only angle, directions and the reach of a device are
 * checked. A mark of a single image needs no volume. The Problem is that of the first volume.
 */
export function checkMarkPlace(mark: Mark, volumes: readonly VolumeGeometry[]): Result<Mark> {
  const texts = ruleTexts.mark;
  if (isSingleImage(mark)) {
    const { contradictsPlane } = texts;
    return hasPlaceOfSingleImage(mark)
      ? ok(mark)
      : fail(placeProblem('FRAME_CONTRADICTS_PLANE', contradictsPlane, mark));
  }
  if (!(mark.rad >= 0 && mark.rad < 360)) {
    return fail(placeProblem('ANGLE_OUTSIDE_CIRCLE', texts.angleOutsideCircle, mark));
  }
  if (!hasDirectionsOfPlane(mark)) {
    return fail(placeProblem('FRAME_CONTRADICTS_PLANE', texts.contradictsPlane, mark));
  }
  if (volumes.length === 0) {
    const unreachable = reachProblem(mark);
    return unreachable === null ? ok(mark) : fail(unreachable);
  }
  const problems = volumes.map((volume) => placeProblemIn(volume, mark));
  const [first = null] = problems;
  return first === null || problems.includes(null) ? ok(mark) : fail(first);
}

/**
 * Maximum size of an image in mm, and maximum distance of a point from the origin of a scan, before
 * its volume exists; more than any device images.
 */
const MAX_REACH_MM = 500;
/** `MAX_REACH_MM` in voxels of 0.025 mm, finer than any volume. */
const MAX_REACH_VOXELS = 20_000;

function reachProblem(mark: Mark): Problem | null {
  const { frame, markViewParams } = mark;
  const texts = ruleTexts.mark;
  if (frame.widthMm > MAX_REACH_MM || frame.heightMm > MAX_REACH_MM) {
    return placeProblem('FRAME_OUTSIDE_VOLUME', texts.largerThanVolume, mark);
  }
  const isReached = markViewParams.points.every(
    ({ u, v }) => length(imageToMm(frame, u, v)) <= MAX_REACH_MM,
  );
  const { sag, tra, depth } = mark;
  const isPossible = [sag, tra, depth].every((voxels) => Math.abs(voxels) <= MAX_REACH_VOXELS);
  return isReached && isPossible
    ? null
    : placeProblem('MARK_OUTSIDE_VOLUME', texts.outsideVolume, mark);
}

function placeProblemIn(volume: VolumeGeometry, mark: Mark): Problem | null {
  const texts = ruleTexts.mark;
  if (!hasPositionOfPlane(volume, mark)) {
    return placeProblem('FRAME_CONTRADICTS_PLANE', texts.contradictsPlane, mark);
  }
  if (isLargerThan(volume, mark)) {
    return placeProblem('FRAME_OUTSIDE_VOLUME', texts.largerThanVolume, mark);
  }
  return isInVolume(volume, mark) && coordinatesOutside(volume, mark).length === 0
    ? null
    : placeProblem('MARK_OUTSIDE_VOLUME', texts.outsideVolume, mark);
}

const isNear = (a: Vec3, b: Vec3): boolean => length(subtract(a, b)) <= FRAME_TOLERANCE;

/** Returns whether the directions of the frame are those of the plane; for RAD at its angle. */
function hasDirectionsOfPlane({ planeView, frame: { right, down }, rad }: Mark): boolean {
  const plane = VOLUME_PLANES.find((known) => known === planeView);
  if (plane === undefined) return hasDirectionsOfRawFrame(right, down, rad);
  const { normal, up } = viewVectors(plane, rad);
  return isNear(right, cross(up, normal)) && isNear(down, scale(up, -1));
}

/**
 * Returns whether a frame can be a half plane at a clock angle: its lines run outwards at this
 * angle, tilted only within the half plane, and its samples run into depth.
 */
function hasDirectionsOfRawFrame(right: Vec3, down: Vec3, clockDeg: number): boolean {
  const outward = radialDirection(clockDeg);
  const clockwise: Vec3 = [outward[2], 0, -outward[0]];
  const isAcross = (direction: Vec3): boolean =>
    Math.abs(dot(direction, clockwise)) > FRAME_TOLERANCE;
  return !isAcross(right) && !isAcross(down) && dot(right, outward) > 0 && down[1] > 0;
}

/** Axis of the volume across each straight plane, with the coordinate of its position. */
const ACROSS: Partial<Record<MarkPlane, { axis: 0 | 1 | 2; key: keyof PlanePosition }>> = {
  SAG: { axis: 0, key: 'sag' },
  COR: { axis: 1, key: 'depth' },
  TRA: { axis: 2, key: 'tra' },
};

/**
 * Returns whether the frame of a straight plane lies at the plane position, within half a voxel, and
 * a raw frame on its side of the rotation axis.
 */
function hasPositionOfPlane(volume: VolumeGeometry, mark: Mark): boolean {
  if (isRaw(mark.planeView)) return hasPositionOfRawFrame(volume, mark);
  const across = ACROSS[mark.planeView];
  if (across === undefined) return true;
  const { axis } = across;
  const statedMm = positionToMm(volume, mark)[axis];
  const offVoxels = Math.abs(statedMm - mark.frame.originMm[axis]) / volume.spacingMm[axis];
  return offVoxels <= VOLUME_TOLERANCE_VOXELS;
}

/** Maximum distance in mm of a raw frame from the rotation axis, twice the offset of any device. */
const MAX_PLANE_OFFSET_MM = 10;

function hasPositionOfRawFrame(volume: VolumeGeometry, { frame, rad }: Mark): boolean {
  const axis = rotationAxisMm(volume);
  const [x, , z] = imageToMm(frame, 0.5, 0.5);
  const fromAxis: Vec3 = [x - axis.x, 0, z - axis.z];
  const outward = radialDirection(rad);
  const offAngleMm = Math.abs(fromAxis[0] * outward[2] - fromAxis[2] * outward[0]);
  return dot(fromAxis, outward) > 0 && offAngleMm <= MAX_PLANE_OFFSET_MM;
}

const extentMm = ({ sizes, spacingMm }: VolumeGrid): Vec3 => [
  sizes[0] * spacingMm[0],
  sizes[1] * spacingMm[1],
  sizes[2] * spacingMm[2],
];

/** Returns whether an image is wider or higher than any image of the volume. */
function isLargerThan(volume: VolumeGeometry, { frame, planeView }: Mark): boolean {
  // A raw frame can reach beyond the reconstructed volume; its width follows from the sweep.
  if (isRaw(planeView)) return false;
  // The axis of a radial image lies in the volume.
  const [x, , z] = voxelToMm(volume, [-0.5, 0, -0.5]);
  const limitMm = Math.max(length(extentMm(volume)), radialWidthMm(volume, { x, z }));
  return frame.widthMm > limitMm || frame.heightMm > limitMm;
}

const isRaw = (planeView: MarkPlane): boolean => planeView === 'CEN' || planeView === 'PER';

/**
 * Returns whether all points lie in the volume; on a raw frame, which can reach beyond the volume,
 * within twice its size.
 */
function isInVolume(volume: VolumeGeometry, { frame, planeView, markViewParams }: Mark): boolean {
  const pointsMm = markViewParams.points.map(({ u, v }) => imageToMm(frame, u, v));
  if (isRaw(planeView)) {
    const [middle, limitMm] = [middleMm(volume), length(extentMm(volume))];
    return pointsMm.every((pointMm) => length(subtract(pointMm, middle)) <= limitMm);
  }
  return pointsMm.every((pointMm) =>
    mmToVoxel(volume, pointMm).every(
      (index, axis) =>
        index >= -0.5 - VOLUME_TOLERANCE_VOXELS &&
        index <= (volume.sizes[axis] ?? 0) - 0.5 + VOLUME_TOLERANCE_VOXELS,
    ),
  );
}

const middleMm = (volume: VolumeGrid): Vec3 =>
  positionToMm(volume, { sag: 0, tra: 0, depth: (volume.sizes[1] - 1) / 2, rad: 0 });

/** Texts of a problem; `detail` names the mark by its id. */
interface PlaceTexts {
  readonly title: string;
  readonly next: string;
  detail(markId: string): string;
}

const placeProblem = (code: string, texts: PlaceTexts, { id }: Mark): Problem =>
  problem(code, texts.title, texts.detail(id), texts.next);
