import { routes } from '#contracts';
import type { ApiClient } from '#core';
import { fail, messageOf, ok, problem, type Result } from '#foundation';
import { readNrrd } from '#volume';
import { WHOLE_IMAGE } from '../model/segmentation/frame-prompt.ts';
import type { FrameBytes, ImageKey } from '../model/segmentation/framed-lesion.ts';
import { squarePixels } from '../segmentation2d/square-pixels.ts';
import type { ReadFrame } from '../state/frame-session.ts';
import { frameSegmentationTexts } from '../texts/frame-segmentation-texts.ts';

/** Returns the function that downloads images; it fails as the client does, and with IMAGE_UNREADABLE. */
export const frameReader =
  (api: Pick<ApiClient, 'call' | 'download'>): ReadFrame =>
  async ({ image, frame: { widthMm, heightMm } }, signal) => {
    const file = image.fileId === null ? await findFile(api, image, signal) : ok(image.fileId);
    if (!file.ok) return file;
    const bytes = await api.download(`/scanfiles/${file.value}/download`, { signal });
    if (!bytes.ok) return bytes;
    const pixels = await decode(file.value, bytes.value);
    if (!pixels.ok) return pixels;
    const { width, height } = pixels.value;
    const square = squarePixels(pixels.value, widthMm / width, heightMm / height);
    return ok({ pixels: square, area: WHOLE_IMAGE, volume: null });
  };

/** Returns the file of an image by its number in the scan. */
async function findFile(
  api: Pick<ApiClient, 'call'>,
  { scanId, frameIdx }: ImageKey,
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
    const file = page.value.items.find(({ header }) => header?.frameIdx === frameIdx);
    if (file !== undefined) return ok(file.id);
    cursor = page.value.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return unreadable(frameSegmentationTexts.image.missing(frameIdx + 1));
}

/** Decodes an 8-bit NRRD, or a PNG or JPEG by the browser. */
async function decode(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<Result<FrameBytes>> {
  const isNrrd = new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === 'NRRD';
  if (isNrrd) {
    const nrrd = await readNrrd(bytes);
    if (!nrrd.ok) return nrrd;
    const [width, height] = nrrd.value.sizes;
    const { data } = nrrd.value;
    if (!(data instanceof Uint8Array) || width === undefined || height === undefined) {
      return unreadable(frameSegmentationTexts.image.elements);
    }
    return ok({ key, width, height, bytes: data });
  }
  try {
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (context === null) return unreadable(frameSegmentationTexts.image.elements);
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    return ok({ key, width, height, bytes: new Uint8Array(data.buffer) });
  } catch (thrown) {
    return unreadable(messageOf(thrown));
  }
}

function unreadable(detail: string): Result<never> {
  const { title, next } = frameSegmentationTexts.image;
  return fail(problem('IMAGE_UNREADABLE', title, detail, next));
}
