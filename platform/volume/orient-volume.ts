import { fail, ok, type Result } from '#foundation';
import { add, along, subtract, type Vec3, voxelToMm } from '#geometry';
import { type FileAxes, nearestAxes, sameAxes, statedAxes } from './file-axes.ts';
import type { FileGrid } from './file-grid.ts';
import { contradiction, noOrientation, sameAxis } from './grid-problems.ts';
import type { MetaImage } from './meta-image.ts';
import { checkVolume, type ImportedVolume, patientAxes, reorient } from './reorient.ts';
import { resampleToPatient } from './resample.ts';
import { withStoredBox, withTurnedBox } from './stored-box.ts';
import { withStoredCoverage } from './stored-coverage.ts';
import { MAX_DATA_BYTES } from './volume-problems.ts';

/** What a person entered about the axes of a file. */
export interface EnteredOrientation {
  /** Null leaves the axes to the header. */
  readonly axes: FileAxes | null;
  /** True if the entered axes count even if the header states others. */
  readonly overridesHeader: boolean;
  /**
   * True turns a volume about its centre where the entered axes override the header; otherwise its
   * origin is turned about that of the space.
   */
  readonly keepsCentre?: boolean;
}

/** Largest distance, as a part of a voxel, by which moving voxels without resampling may misplace one. */
const MAX_SHIFT = 0.1;

/**
 * Places an image in patient axes: as its header states or, if it states nothing or is overridden,
 * as entered. Axes along those of the patient are permuted and flipped without changing values,
 * oblique axes are resampled. Problems: IMPORT_CONTRADICTION if header and entry differ,
 * IMPORT_NO_ORIENTATION without either, IMPORT_RESAMPLED_TOO_LARGE above `maxImageBytes`, and those of `reorient`.
 */
export function orientVolume(
  image: MetaImage,
  { axes: entered, overridesHeader, keepsCentre = false }: EnteredOrientation,
  maxImageBytes = MAX_DATA_BYTES,
): Result<ImportedVolume> {
  const checked = checkVolume(image);
  if (!checked.ok) return checked;
  if (entered?.depthAxis.at(1) === entered?.headAxis.at(1) && entered !== null) {
    return fail(sameAxis(entered));
  }
  const stated = statedAxes(image);
  const differs = stated !== null && entered !== null && !sameAxes(stated, entered);
  if (differs && !overridesHeader) return fail(contradiction(stated, entered));
  const axes = differs ? entered : (stated ?? entered);
  if (axes === null) return fail(noOrientation(image.openSpace));
  if (axes === stated && isOblique(image)) return resampleToPatient(image, maxImageBytes);
  const oriented = reorient(image, axes.depthAxis, axes.headAxis);
  if (!oriented.ok) return oriented;
  const orientationFrom = axes === stated ? 'header' : 'form';
  const { geometry, source } = oriented.value;
  const volume = { ...oriented.value, source: { ...source, orientationFrom } };
  if (axes !== stated) {
    const covered = withStoredCoverage(volume);
    if (!differs) return ok(covered);
    const turned = withTurnedBox(covered, patientAxes(image, axes), image);
    return ok(keepsCentre ? movedTo(turned, centreMm(image)) : turned);
  }
  const placed = { ...volume, geometry: { ...geometry, originMm: firstVoxelMm(image) } };
  return ok(withStoredBox(withStoredCoverage(placed)));
}

/** Returns the middle between the first and the last voxel. */
function centreMm({ sizes, spacingMm, offset, directions }: FileGrid): Vec3 {
  return ([0, 1, 2] as const).reduce<Vec3>(
    (pointMm, axis) => along(pointMm, directions[axis], ((sizes[axis] - 1) / 2) * spacingMm[axis]),
    offset,
  );
}

/** Moves a volume with its recorded box, so that its centre lies at a point. */
function movedTo(volume: ImportedVolume, pointMm: Vec3): ImportedVolume {
  const { sizes, originMm, recordedBox } = volume.geometry;
  const [i, j, k] = sizes;
  const shiftMm = subtract(
    pointMm,
    voxelToMm(volume.geometry, [(i - 1) / 2, (j - 1) / 2, (k - 1) / 2]),
  );
  const geometry = { ...volume.geometry, originMm: add(originMm, shiftMm) };
  if (recordedBox === undefined) return { ...volume, geometry };
  const box = { ...recordedBox, cornerMm: add(recordedBox.cornerMm, shiftMm) };
  return { ...volume, geometry: { ...geometry, recordedBox: box } };
}

/** Returns where the header places the voxel that becomes the first one in patient axes. */
function firstVoxelMm({ sizes, spacingMm, offset, directions }: FileGrid): Vec3 {
  const flipped = nearestAxes(directions).filter(({ sign }) => sign < 0);
  return flipped.reduce<Vec3>(
    (pointMm, { axis }) => along(pointMm, directions[axis], (sizes[axis] - 1) * spacingMm[axis]),
    offset,
  );
}

/** True if the axes of a file lie at an angle to those of the patient that shifts voxels. */
export function isOblique(grid: FileGrid): boolean {
  const { sizes, spacingMm, directions } = grid;
  const smallestMm = Math.min(...spacingMm);
  const shiftMm = nearestAxes(directions).map(({ axis, sign }, component) => {
    const extentMm = (sizes[axis] - 1) * spacingMm[axis];
    const offMm = directions[axis].map((part, at) => part - (at === component ? sign : 0));
    return Math.hypot(...offMm) * extentMm;
  });
  return Math.max(...shiftMm) > MAX_SHIFT * smallestMm;
}
