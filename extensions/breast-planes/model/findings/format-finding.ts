import type { Finding, Mark, ScanSide } from '#contracts';
import { type LocationReference, locationOf, markCentreMm, representativeMark } from '#findings';
import {
  clockText,
  lengthMm,
  mmToPosition,
  type PlanePosition,
  type Vec3,
  type VolumeGeometry,
} from '#geometry';
import { locationTexts } from '../../texts/location-texts.ts';
import { formatLocationTitle } from './format-location.ts';

/** A finding as a row says it. */
export interface FormattedFinding {
  readonly title: string;
  /** What is missing for a full place, and what to do; null when nothing is. */
  readonly hint: string | null;
  readonly size: string;
  /** What depth is counted from; null while no depth is told. */
  readonly depthFrom: string | null;
}

/** Place and size of a finding, told from its marks and the nipple that holds now. */
export function formatFinding(
  finding: Finding,
  reference: LocationReference | null,
  /** Of the finding's scan, for as long as its volume is not known; null where the scan is not either. */
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

/** Until the volume is known: the words of what the server stored. */
function storedTitle(finding: Finding, side: ScanSide | null): string {
  const { clockPositionSec, distanceFromNippleUm, depthUm } = finding;
  const { at, title, unknown } = locationTexts.finding;
  const depth = depthUm === null ? '' : locationTexts.depth(Math.round(depthUm / 1000));
  if (clockPositionSec === null || distanceFromNippleUm === null) {
    const known = [side ?? '', depth].filter((detail) => detail !== '');
    return depth === '' ? unknown : title(known);
  }
  const clock = clockText((clockPositionSec / 43_200) * 360, 60);
  const fromNipple = locationTexts.fromNipple(Math.round(distanceFromNippleUm / 1000));
  return title([side === null ? clock : at(side, clock), fromNipple, depth]);
}

/** '12.4 × 9.4 × 8.4 mm' in the order in which sizes are reported; what is missing is left out. */
function rowSize({ massLengthUm, massHeightUm, massWidthUm }: Finding): string {
  const known = [massLengthUm, massHeightUm, massWidthUm].flatMap((um) => um ?? []);
  return known.length === 0
    ? ''
    : locationTexts.finding.size(known.map((um) => (um / 1000).toFixed(1)));
}

/** '12.4 × 9.4 mm' of the length marks, in the order they were drawn. */
export function sizeText(marks: readonly Mark[]): string {
  const lengths = marks.flatMap((mark) => {
    const [start, end] = mark.markViewParams.points;
    if (mark.markType !== 'LENGTH' || start === undefined || end === undefined) return [];
    return [lengthMm(mark.frame, start, end).toFixed(1)];
  });
  return lengths.length === 0 ? '' : locationTexts.finding.size(lengths);
}

/**
 * Plane positions that show a finding: where its representative mark was drawn, the other planes
 * through the mark's middle. The image tells where that was; the voxels that the mark names may be
 * those of another volume.
 */
export function positionOfFinding(
  finding: Finding,
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
  fallbackRad: number,
): PlanePosition | null {
  const mark = representativeMark(Object.values(finding.marks));
  if (mark === null) return null;
  const through = mmToPosition(volume, nippleMm, markCentreMm(mark), fallbackRad);
  switch (mark.planeView) {
    case 'SAG':
      return { ...through, sag: preferStored(mark.sag, drawnAt(mark, volume).sag) };
    case 'TRA':
      return { ...through, tra: preferStored(mark.tra, drawnAt(mark, volume).tra) };
    case 'COR':
      return { ...through, depth: preferStored(mark.depth, drawnAt(mark, volume).depth) };
    case 'RAD':
      return { ...through, rad: mark.rad };
    default:
      return through;
  }
}

const drawnAt = ({ frame }: Mark, volume: VolumeGeometry): PlanePosition =>
  mmToPosition(volume, null, frame.originMm, 0);

/** The figure that was kept, unless it counts the voxels of another volume. */
const preferStored = (stored: number, computed: number): number =>
  Math.abs(stored - computed) < 1e-6 ? stored : computed;
