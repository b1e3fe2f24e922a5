import type { Finding, Mark, ScanSide } from '#contracts';
import { type LocationReference, locatedMark, locationOf, markCentreMm } from '#findings';
import { formatFixed } from '#foundation';
import {
  along,
  clockAngleDeg,
  clockText,
  imageFrame,
  isInsideImage,
  lengthMm,
  mmToPosition,
  type PlanePosition,
  sameRadialAngle,
  type Vec3,
  type VolumeGeometry,
} from '#geometry';
import { locationTexts } from '../../texts/location-texts.ts';
import { isMarkInPlane, markPointIn } from '../marks/mark-visibility.ts';
import { clampToVolume } from '../planes/linked-position.ts';
import { fromNippleText } from './distance-unit.ts';
import { formatLocationTitle } from './format-location.ts';

/** Texts of a finding's row. */
export interface FormattedFinding {
  readonly title: string;
  /** Names what a full location needs, such as the nipple; null if complete. */
  readonly hint: string | null;
  readonly size: string;
  /** Reference of the depth; null while no depth is known. */
  readonly depthFrom: string | null;
}

/** Formats location and size of a finding from its marks and the current nipple. */
export function formatFinding(
  finding: Finding,
  reference: LocationReference | null,
  /**
   * Side of the finding's scan, used while its volume is unknown; null if the scan is unknown too.
   */
  side: ScanSide | null = null,
): FormattedFinding {
  const marks = Object.values(finding.marks);
  const size = rowSize(finding) || sizeText(marks);
  const location = reference === null ? null : locationOf(marks, reference);
  if (reference === null || location === null)
    return { title: storedTitle(finding, side), hint: null, size, depthFrom: depthFromOf(finding) };
  const depthFrom = depthFromOf(location);
  if (location.position !== null) {
    return { title: formatLocationTitle(location.position), hint: null, size, depthFrom };
  }
  return {
    title: locationTexts.finding.title([
      reference.side,
      locationTexts.depth(Math.round(location.depthMm)),
    ]),
    hint: locationTexts.finding.setNipple,
    size,
    depthFrom,
  };
}

const depthFromOf = ({ depthReference }: Pick<Finding, 'depthReference'>): string | null =>
  depthReference === null
    ? null
    : locationTexts.depthFrom(locationTexts.depthReferences[depthReference]);

/** Formats the location stored by the server; used until the volume is known. */
function storedTitle(finding: Finding, side: ScanSide | null): string {
  const { distanceFromNippleUm, depthUm } = finding;
  const { at, title, unknown } = locationTexts.finding;
  const depth = depthUm === null ? '' : locationTexts.depth(Math.round(depthUm / 1000));
  const where = storedClock(finding);
  if (where === null || distanceFromNippleUm === null) {
    const known = [side ?? '', depth].filter((detail) => detail !== '');
    return depth === '' ? unknown : title(known);
  }
  const fromNipple = fromNippleText(distanceFromNippleUm / 1000);
  return title([side === null ? where : at(side, where), fromNipple, depth]);
}

/** Returns the clock position to the hour, or 'subareolar'; null if unknown. */
function storedClock({ clockPositionSec, quadrant }: Finding): string | null {
  if (quadrant === 'subareolar') return locationTexts.quadrants.subareolar;
  return clockPositionSec === null ? null : clockText((clockPositionSec / 43_200) * 360, 60);
}

/** Formats the known sizes in reporting order, e.g. '12.4 × 9.4 × 8.4 mm'; empty without sizes. */
function rowSize({ massLengthUm, massHeightUm, massWidthUm }: Finding): string {
  const known = [massLengthUm, massHeightUm, massWidthUm].flatMap((um) => um ?? []);
  return known.length === 0
    ? ''
    : locationTexts.finding.size(known.map((um) => formatFixed(um / 1000, 1)));
}

/** Formats the lengths of the length marks in drawing order, e.g. '12.4 × 9.4 mm'; may be empty. */
export function sizeText(marks: readonly Mark[]): string {
  const lengths = marks.flatMap((mark) => {
    const [start, end] = mark.markViewParams.points;
    if (mark.markType !== 'LENGTH' || start === undefined || end === undefined) return [];
    return [formatFixed(lengthMm(mark.frame, start, end), 1)];
  });
  return lengths.length === 0 ? '' : locationTexts.finding.size(lengths);
}

/**
 * Returns the plane positions that show a finding's representative mark: the plane of the mark at
 * the slice in which the mark was drawn (see `radialPositionOf` for radial planes), the other planes
 * through the centre of the mark.
 * `fallbackRad` is the radial angle in degrees for a mark at the nipple. Computed from the image
 * frame, because the voxel indices of the mark may refer to another volume, and clamped to the volume,
 * because raw frames reach beyond. Null without marks.
 */
export function positionOfFinding(
  finding: Finding,
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  fallbackRad: number,
): PlanePosition | null {
  const mark = locatedMark(Object.values(finding.marks));
  if (mark === null) return null;
  const through = mmToPosition(volume, nippleMm, markCentreMm(mark), fallbackRad);
  return clampToVolume(volume, drawnPosition(mark, volume, nippleMm, through), null);
}

/** Returns a position through a mark, at the slice in which the mark was drawn. */
function drawnPosition(
  mark: Mark,
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  through: PlanePosition,
): PlanePosition {
  switch (mark.planeView) {
    case 'SAG':
      return { ...through, sag: preferStored(mark.sag, drawnAt(mark, volume).sag) };
    case 'TRA':
      return { ...through, tra: preferStored(mark.tra, drawnAt(mark, volume).tra) };
    case 'COR':
      return { ...through, depth: preferStored(mark.depth, drawnAt(mark, volume).depth) };
    case 'RAD':
      return radialPositionOf(mark, volume, nippleMm, through);
    default:
      return through;
  }
}

/**
 * Returns the position whose radial plane contains the tissue of a mark, within half a voxel: the
 * drawn angle about the nipple; after the nipple has moved, the radial through the centre of the
 * mark; if neither image contains the whole mark, the image in which the mark was drawn, about its own
 * axis.
 */
function radialPositionOf(
  mark: Mark,
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  through: PlanePosition,
): PlanePosition {
  const { originMm, right, widthMm } = mark.frame;
  const angle = clockAngleDeg(right[0], right[2]);
  const rad = sameRadialAngle(mark.rad, angle) ? mark.rad : angle;
  const aboutNipple = [{ ...through, rad }, through];
  const shown = aboutNipple.find((position) => {
    const frame = imageFrame(volume, 'RAD', nippleMm, position);
    const { points } = mark.markViewParams;
    return (
      isMarkInPlane(mark, volume, 'RAD', frame) &&
      points.every((point) => isInsideImage(markPointIn(mark, frame, point)))
    );
  });
  const [x, , z] = along(originMm, right, widthMm / 2);
  return shown ?? { ...through, rad, radialAxisMm: { x, z } };
}

const drawnAt = ({ frame }: Mark, volume: VolumeGeometry): PlanePosition =>
  mmToPosition(volume, null, frame.originMm, 0);

/**
 * Returns the stored value, which has no rounding error, if both agree; the computed value if the
 * stored value refers to the voxels of another volume.
 */
const preferStored = (stored: number, computed: number): number =>
  Math.abs(stored - computed) < 1e-6 ? stored : computed;
