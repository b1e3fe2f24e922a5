import type { Finding, Mark } from '#contracts';
import { markCentreMm, representativeMark } from '#findings';
import { fail, ok, problem, type Result } from '#foundation';
import {
  along,
  cross,
  type ImageFrame,
  mmToPosition,
  type Vec3,
  type VolumeGeometry,
  type VolumePlane,
  viewVectors,
} from '#geometry';
import { findingTexts } from '../../texts/finding-texts.ts';

/** Specification 9. */
export const THUMBNAIL_PX = 300;
export const THUMBNAIL_PX_PER_MM = 7;
/** What the four small pictures of an opened finding show across. */
export const KEY_IMAGE_MM = 30;

/** A square about a place, in the plane of two directions. */
export function squareAbout(
  centreMm: Vec3,
  { right, down }: Pick<ImageFrame, 'right' | 'down'>,
  sizeMm: number,
): ImageFrame {
  const originMm = along(along(centreMm, right, -sizeMm / 2), down, -sizeMm / 2);
  return { originMm, right, down, widthMm: sizeMm, heightMm: sizeMm };
}

/** The picture of a mark in its own plane. */
export const thumbnailFrame = (mark: Mark): ImageFrame =>
  squareAbout(markCentreMm(mark), mark.frame, THUMBNAIL_PX / THUMBNAIL_PX_PER_MM);

/** The picture of a finding's middle in one of the planes. */
export function keyImageFrame(mark: Mark, plane: VolumePlane, radDeg: number): ImageFrame {
  const { normal, up } = viewVectors(plane, radDeg);
  const down: Vec3 = [-up[0], -up[1], -up[2]];
  return squareAbout(markCentreMm(mark), { right: cross(up, normal), down }, KEY_IMAGE_MM);
}

/**
 * The picture of a finding's middle in one of the planes, under a name that changes whenever another
 * one is due: the radial one is seen from the nipple, or from the rotation axis without one.
 */
export function keyImageOf(
  finding: Finding,
  plane: VolumePlane,
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
): { readonly name: string; readonly frame: ImageFrame } | null {
  const mark = representativeMark(Object.values(finding.marks));
  if (mark === null) return null;
  const { rad } = mmToPosition(volume, nippleMm, markCentreMm(mark), 0);
  const angle = plane === 'RAD' ? rad.toFixed(3) : '';
  return {
    name: `${thumbnailKey(finding)} ${plane}${angle}`,
    frame: keyImageFrame(mark, plane, rad),
  };
}

/** Changes whenever another picture is due: another representative mark, or the same one moved. */
export function thumbnailKey(finding: Finding): string | null {
  const mark = representativeMark(Object.values(finding.marks));
  if (mark === null) return null;
  const { originMm, right, down } = thumbnailFrame(mark);
  const numbers = [...originMm, ...right, ...down].map((number) => number.toFixed(3));
  return `${finding.id} ${numbers.join(' ')}`;
}

/** Pictures are cut from the volume of one scan; findings of another would show other tissue. */
export function markForThumbnail(finding: Finding, scanId: string): Result<Mark | null> {
  if (finding.scan.id !== scanId) {
    const { title, next } = findingTexts.thumbnail.otherScan;
    return fail(problem('FINDINGS_OF_TWO_SCANS', title, finding.id, next, 'breast-planes'));
  }
  return ok(representativeMark(Object.values(finding.marks)));
}
