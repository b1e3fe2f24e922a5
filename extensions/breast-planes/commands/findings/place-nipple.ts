import type { Scan } from '#contracts';
import type { ExtensionContext, StudyDocument } from '#core';
import { fail, problem, type Result } from '#foundation';
import { type PlanePosition, positionToMm } from '#geometry';
import { squareAbout, THUMBNAIL_PX } from '../../model/findings/finding-thumbnail.ts';
import { SLICE_PX_PER_MM } from '../../model/planes/saved-image.ts';
import {
  type FindingThumbnails,
  findingThumbnailsToken,
} from '../../state/findings/finding-thumbnails.ts';
import { type ReadingState, readingToken } from '../../state/volumes/reading-state.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';

/** Image axes of the coronal plane in LPS: facing the patient, head up. */
const CORONAL_AXES = { right: [1, 0, 0], down: [0, 0, -1] } as const;

export interface NippleServices {
  readonly study: StudyDocument;
  readonly reading: ReadingState;
  readonly thumbnails: FindingThumbnails | null;
}

export const nippleServicesOf = (
  context: ExtensionContext,
  study: StudyDocument,
): NippleServices => ({
  study,
  reading: context.use(readingToken),
  thumbnails: context.tryUse(findingThumbnailsToken),
});

/**
 * Sets the nipple of the target scan, with a thumbnail if its volume is loaded. Fails if another
 * scan was opened while the thumbnail rendered, because the location would be in the wrong breast.
 */
export async function placeNipple(
  { study, reading, thumbnails }: NippleServices,
  scan: Pick<Scan, 'id'>,
  location: PlanePosition,
): Promise<Result<Scan>> {
  const entry = reading.store.getState().volumes[scan.id];
  const { volume = null, geometry = null } = entry ?? {};
  if (volume === null || geometry === null || thumbnails === null) return study.setNipple(location);
  const centreMm = positionToMm(geometry, location);
  const frame = squareAbout(centreMm, CORONAL_AXES, THUMBNAIL_PX / SLICE_PX_PER_MM);
  // The thumbnail is optional; a failed rendering does not prevent setting the nipple.
  const image = await thumbnails.render(volume, frame, THUMBNAIL_PX).catch(() => null);
  if (study.store.getState().targetScanId !== scan.id) return fail(otherScan());
  return study.setNipple(location, image?.slice(image.indexOf(',') + 1) ?? null);
}

const otherScan = () =>
  problem(
    'SCAN_NOT_OPEN',
    readingTexts.nipple.openScan,
    findingTexts.nipple.otherOpened,
    findingTexts.nipple.set,
    'breast-planes',
  );
