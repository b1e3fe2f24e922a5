import { fail, messageOf, ok, type Problem, problem, type Result } from '#foundation';
import { readNrrd } from '#volume';
import { pictureTexts } from '../texts/picture-texts.ts';

/** One raw frame as pixels: rows run from the transducer down. */
export interface DecodedFrame {
  readonly width: number;
  readonly height: number;
  draw(context: CanvasRenderingContext2D): void;
}

/** Decodes a stored frame: PNG or JPEG by the browser, or an 8-bit NRRD of two axes. */
export async function decodeFrame(bytes: Uint8Array<ArrayBuffer>): Promise<Result<DecodedFrame>> {
  if (startsWith(bytes, [0x4e, 0x52, 0x52, 0x44])) return decodeNrrdFrame(bytes);
  const type = startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])
    ? 'image/png'
    : startsWith(bytes, [0xff, 0xd8, 0xff])
      ? 'image/jpeg'
      : null;
  if (type === null) return fail(unreadable(pictureTexts.frames.noPicture));
  try {
    const picture = await createImageBitmap(new Blob([bytes], { type }));
    return ok({
      width: picture.width,
      height: picture.height,
      draw: (context) => context.drawImage(picture, 0, 0),
    });
  } catch (thrown) {
    return fail(unreadable(messageOf(thrown)));
  }
}

async function decodeNrrdFrame(bytes: Uint8Array): Promise<Result<DecodedFrame>> {
  const nrrd = await readNrrd(bytes);
  if (!nrrd.ok) return nrrd;
  const { data, sizes, type } = nrrd.value;
  const [width, height] = sizes;
  if (!(data instanceof Uint8Array) || width === undefined || height === undefined) {
    return fail(unreadable(pictureTexts.frames.elements(type, sizes.length)));
  }
  const pixels = new ImageData(width, height);
  for (let idx = 0; idx < width * height; idx++) {
    const grey = data[idx] ?? 0;
    pixels.data.set([grey, grey, grey, 255], idx * 4);
  }
  return ok({ width, height, draw: (context) => context.putImageData(pixels, 0, 0) });
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, idx) => bytes[idx] === byte);

const unreadable = (detail: string): Problem =>
  problem(
    'FRAME_UNREADABLE',
    pictureTexts.frames.notShown,
    detail,
    pictureTexts.frames.next,
    'breast-planes',
  );
