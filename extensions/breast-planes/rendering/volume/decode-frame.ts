import { fail, messageOf, ok, type Problem, problem, type Result } from '#foundation';
import { readNrrd } from '#volume';
import {
  adjustGreyLevel,
  DEFAULT_PRESENTATION,
  isNeutral,
  type PlanePresentation,
} from '../../model/planes/plane-presentation.ts';
import { imageTexts } from '../../texts/image-texts.ts';

/** Pixels of one raw frame; rows run from the transducer downwards. */
export interface DecodedFrame {
  readonly width: number;
  readonly height: number;
  /** Metadata of the file; empty for image formats without metadata. */
  readonly keyValues: Readonly<Record<string, string>>;
  /** Draws the frame at its own size with the given adjustment; depth increases by row. */
  draw(context: CanvasRenderingContext2D, presentation?: PlanePresentation): void;
  /** Returns a copy of the pixels without adjustment; fails with FRAME_UNREADABLE. */
  pixels(): Result<FramePixels>;
}

/** Pixels in rows from top to bottom: grey levels 0..255 (one channel) or RGBA (four). */
export interface FramePixels {
  readonly channels: 1 | 4;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Decodes a stored frame: PNG or JPEG by the browser, or a two-dimensional 8-bit NRRD. */
export async function decodeFrame(bytes: Uint8Array<ArrayBuffer>): Promise<Result<DecodedFrame>> {
  if (startsWith(bytes, [0x4e, 0x52, 0x52, 0x44])) return decodeNrrdFrame(bytes);
  const type = mediaTypeOf(bytes);
  if (type === null) return fail(unreadable(imageTexts.frames.unknownFormat));
  try {
    const bitmap = await createImageBitmap(new Blob([bytes], { type }));
    const { width, height } = bitmap;
    return ok({
      width,
      height,
      keyValues: {},
      draw(context, presentation = DEFAULT_PRESENTATION) {
        context.drawImage(bitmap, 0, 0);
        if (isNeutral(presentation.adjustment)) return;
        const pixels = context.getImageData(0, 0, width, height);
        adjust(pixels, presentation);
        context.putImageData(pixels, 0, 0);
      },
      pixels: () => bitmapPixels(bitmap),
    });
  } catch (thrown) {
    return fail(unreadable(messageOf(thrown)));
  }
}

function bitmapPixels(bitmap: ImageBitmap): Result<FramePixels> {
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) return fail(unreadable(imageTexts.frames.noCanvas));
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return ok({ channels: 4, bytes: new Uint8Array(data) });
}

async function decodeNrrdFrame(bytes: Uint8Array): Promise<Result<DecodedFrame>> {
  const nrrd = await readNrrd(bytes);
  if (!nrrd.ok) return nrrd;
  const { data, sizes, type, keyValues } = nrrd.value;
  const [width, height] = sizes;
  if (!(data instanceof Uint8Array) || width === undefined || height === undefined) {
    return fail(unreadable(imageTexts.frames.elements(type, sizes.length)));
  }
  return ok({
    width,
    height,
    keyValues,
    draw(context, presentation = DEFAULT_PRESENTATION) {
      const pixels = new ImageData(width, height);
      for (let idx = 0; idx < width * height; idx++) {
        const greyLevel = data[idx] ?? 0;
        pixels.data.set([greyLevel, greyLevel, greyLevel, 255], idx * 4);
      }
      if (!isNeutral(presentation.adjustment)) adjust(pixels, presentation);
      context.putImageData(pixels, 0, 0);
    },
    pixels: () =>
      data.length === width * height
        ? ok({ channels: 1, bytes: new Uint8Array(data) })
        : fail(unreadable(imageTexts.frames.elements(type, sizes.length))),
  });
}

/** Adjusts grey levels by the depth of their row; colour channels are treated alike. */
function adjust({ data, width, height }: ImageData, { adjustment }: PlanePresentation): void {
  const table = new Uint8ClampedArray(256);
  for (let row = 0; row < height; row += 1) {
    const depth = (row + 0.5) / height;
    for (let greyLevel = 0; greyLevel < 256; greyLevel += 1)
      table[greyLevel] = adjustGreyLevel(greyLevel, depth, adjustment);
    for (let at = row * width * 4; at < (row + 1) * width * 4; at += 4) {
      for (let channel = at; channel < at + 3; channel += 1) {
        data[channel] = table[data[channel] ?? 0] ?? 0;
      }
    }
  }
}

/** Returns the media type of PNG and JPEG files by their first bytes; null for other files. */
function mediaTypeOf(bytes: Uint8Array): string | null {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])) return 'image/png';
  return startsWith(bytes, [0xff, 0xd8, 0xff]) ? 'image/jpeg' : null;
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, idx) => bytes[idx] === byte);

const unreadable = (detail: string): Problem =>
  problem(
    'FRAME_UNREADABLE',
    imageTexts.frames.notShown,
    detail,
    imageTexts.frames.next,
    'breast-planes',
  );
