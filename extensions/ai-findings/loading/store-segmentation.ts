import { routes } from '#contracts';
import type { ApiClient } from '#core';
import { fail, problem, type Result } from '#foundation';
import type { FramedLesion } from '../model/segmentation/framed-lesion.ts';
import { segmentationRun } from '../segmentation/segmented-finding.ts';
import { framedRun } from '../segmentation2d/framed-finding.ts';
import type { SegmentedLesion } from '../state/segmentation-session.ts';
import { segmentTexts } from '../texts/segment-texts.ts';

/**
 * Stores a segmentation as an AI run with one finding and its mask; a repeated call stores nothing
 * twice. Fails with NO_CONTOUR if a plane through the lesion shows no contour inside the image.
 */
export async function storeSegmentation(
  api: ApiClient,
  lesion: SegmentedLesion,
): Promise<Result<unknown>> {
  const { scanId, geometry, fileId } = lesion;
  const body = segmentationRun(geometry, fileId, lesion);
  if (body === null) {
    const { title, detail, next } = segmentTexts.noContour;
    return fail(problem('NO_CONTOUR', title, detail, next));
  }
  return api.call(routes.createAiRun, { params: { scanId }, body });
}

/** Stores an outline in a single image as an AI run with one finding; a repeated call stores nothing twice. */
export function storeFramedLesion(api: ApiClient, lesion: FramedLesion): Promise<Result<unknown>> {
  const params = { scanId: lesion.image.scanId };
  return api.call(routes.createAiRun, { params, body: framedRun(lesion) });
}
