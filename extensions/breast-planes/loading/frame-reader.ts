import { rawFields, routes } from '#contracts';
import type { ApiClient, FrameReader, StoredFrame } from '#core';
import { fail, ok, problem, type Result } from '#foundation';
import { storedDynamicRangeDb } from '#volume';
import { decodeFrame } from '../rendering/volume/decode-frame.ts';
import { imageTexts } from '../texts/image-texts.ts';

/** Creates the service that opens raw frames and imported images for other extensions. */
export const createFrameReader = (api: Pick<ApiClient, 'call' | 'download'>): FrameReader => ({
  async open(frame, signal = new AbortController().signal) {
    const found = 'fileId' in frame ? ok(frame.fileId) : await findFile(api, frame, signal);
    if (!found.ok) return found;
    const fileId = found.value;
    const file = await api.download(`/scanfiles/${fileId}/download`, { signal });
    if (!file.ok) return file;
    const decoded = await decodeFrame(file.value);
    if (!decoded.ok) return decoded;
    const { width, height, keyValues } = decoded.value;
    const pixels = decoded.value.pixels();
    if (!pixels.ok) return pixels;
    return ok({ fileId, width, height, ...pixels.value, dynamicRangeDb: rangeDbOf(keyValues) });
  },
});

/** Returns the range that a raw frame states in its own field, or another image as volumes do. */
function rangeDbOf(keyValues: Readonly<Record<string, string>>): number | null {
  const { dynamicRangeDb } = rawFields(keyValues).fields;
  return typeof dynamicRangeDb === 'number' && dynamicRangeDb > 0
    ? dynamicRangeDb
    : storedDynamicRangeDb(keyValues);
}

type NumberedFrame = Extract<StoredFrame, { readonly frameIdx: number }>;

/** Returns the file of an image without a sweep by its number in the scan. */
async function findFile(
  api: Pick<ApiClient, 'call'>,
  { scanId, frameIdx }: NumberedFrame,
  signal: AbortSignal,
): Promise<Result<string>> {
  let cursor: string | undefined;
  do {
    const page = await api.call(routes.listScanFiles, {
      params: { scanId },
      query: {
        fileCategory: 'SCAN_IMAGE',
        limit: 1000,
        ...(cursor === undefined ? {} : { cursor }),
      },
      signal,
    });
    if (!page.ok) return page;
    const file = page.value.items.find(
      ({ header }) => header?.sweep === undefined && header?.frameIdx === frameIdx,
    );
    if (file !== undefined) return ok(file.id);
    cursor = page.value.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const { notShown, noNumber, next } = imageTexts.frames;
  return fail(problem('FRAME_MISSING', notShown, noNumber(frameIdx + 1), next, 'breast-planes'));
}
