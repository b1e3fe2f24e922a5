import type { Finding, Mark } from '#contracts';
import { locatedMark, markCentreMm } from '#findings';
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
import { SLICE_PX_PER_MM } from '../planes/saved-image.ts';

/** Width and height of a thumbnail; prescribed. */
export const THUMBNAIL_PX = 300;
/** Width and height of the four key images of an expanded finding. */
export const KEY_IMAGE_MM = 30;

/** Returns a square frame centred on a point, with the given directions. */
export function squareAbout(
  centreMm: Vec3,
  { right, down }: Pick<ImageFrame, 'right' | 'down'>,
  sizeMm: number,
): ImageFrame {
  const originMm = along(along(centreMm, right, -sizeMm / 2), down, -sizeMm / 2);
  return { originMm, right, down, widthMm: sizeMm, heightMm: sizeMm };
}

/** Returns the frame of a mark's thumbnail in the mark's own plane. */
export const thumbnailFrame = (mark: Mark): ImageFrame =>
  squareAbout(markCentreMm(mark), mark.frame, THUMBNAIL_PX / SLICE_PX_PER_MM);

/** Returns the frame of a key image centred on the mark, in one of the planes. */
export function keyImageFrame(mark: Mark, plane: VolumePlane, radDeg: number): ImageFrame {
  const { normal, up } = viewVectors(plane, radDeg);
  const down: Vec3 = [-up[0], -up[1], -up[2]];
  return squareAbout(markCentreMm(mark), { right: cross(up, normal), down }, KEY_IMAGE_MM);
}

/**
 * Returns the key image of a finding in one of the planes; `name` changes whenever the image must
 * be rendered again. The radial plane runs through the nipple, or through the rotation axis while
 * no nipple is set. Null without marks.
 */
export function keyImageOf(
  finding: Finding,
  plane: VolumePlane,
  volume: VolumeGeometry,
  nippleMm: Vec3 | null,
): { readonly name: string; readonly frame: ImageFrame } | null {
  const mark = locatedMark(Object.values(finding.marks));
  if (mark === null) return null;
  const { rad } = mmToPosition(volume, nippleMm, markCentreMm(mark), 0);
  const angle = plane === 'RAD' ? rad.toFixed(3) : '';
  return {
    name: `${thumbnailKey(finding)} ${plane}${angle}`,
    frame: keyImageFrame(mark, plane, rad),
  };
}

/**
 * Returns a key that changes whenever the thumbnail must be rendered again: for another
 * representative mark, or after the mark moved. Null without marks.
 */
export function thumbnailKey(finding: Finding): string | null {
  const mark = locatedMark(Object.values(finding.marks));
  if (mark === null) return null;
  const { originMm, right, down } = thumbnailFrame(mark);
  const numbers = [...originMm, ...right, ...down].map((number) => number.toFixed(3));
  return `${finding.id} ${numbers.join(' ')}`;
}

/**
 * Returns whether a user's browser stores the thumbnail that it renders of a finding: of a reader's
 * finding only the last editor's, so that browsers of other readers do not store it again; of an AI
 * finding any.
 */
export const storesThumbnail = (
  { generator, updatedBy }: Pick<Finding, 'generator' | 'updatedBy'>,
  userId: string | null,
): boolean => generator.id !== 'USER' || (userId !== null && updatedBy === userId);

/**
 * Returns the scan of findings whose thumbnails are rendered together. Fails for findings of several
 * scans, because thumbnails are sliced from the volume of one scan and would show other tissue.
 */
export function scanOfThumbnails(findings: readonly Finding[]): Result<string> {
  const [scanId, ...others] = new Set(findings.map(({ scan }) => scan.id));
  if (scanId !== undefined && others.length === 0) return ok(scanId);
  const { title, next } = findingTexts.thumbnail.otherScan;
  return fail(problem('FINDINGS_OF_TWO_SCANS', title, '', next, 'breast-planes'));
}
