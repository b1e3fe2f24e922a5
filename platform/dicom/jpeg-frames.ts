import createCodec, {
  type JpegDecoder,
} from '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs';
import type { Result } from '#foundation';
import { fail, messageOf, ok } from '#foundation';
import type { DataSet } from './data-set.ts';
import { blocksOf } from './data-set.ts';
import { damagedFrame, truncatedPixels } from './dicom-problems.ts';
import type { ImageFormat } from './image-format.ts';
import { lumaOfRgb } from './luma.ts';

/**
 * Returns the luminance frames of JPEG baseline pixel data, decoded by libjpeg-turbo. Colours
 * follow the JPEG streams, as in viewers, because the DICOM header often describes the image before
 * compression.
 */
export async function jpegFrames(
  dataSet: DataSet,
  format: ImageFormat,
): Promise<Result<Uint8Array[]>> {
  const { frameCount } = format;
  const packed = packedFrames(dataSet, frameCount);
  if (packed.length !== frameCount) {
    const detail = `The header declares ${frameCount} frames, the file contains ${packed.length}.`;
    return fail(truncatedPixels(detail));
  }
  // Creates a codec per file, so that its memory is released and a damaged file can't affect
  // another.
  const codec = await createCodec({});
  const decoder = new codec.JPEGDecoder();
  try {
    const frames: Uint8Array[] = [];
    for (const [index, jpeg] of packed.entries()) {
      const frame = decodeFrame(decoder, jpeg, format);
      if (typeof frame === 'string') return fail(damagedFrame(index + 1, frameCount, frame));
      frames.push(frame);
    }
    return ok(frames);
  } finally {
    decoder.delete();
  }
}

/**
 * Returns one block per frame. Joins the fragments of a single frame, because without an offset
 * table (PS3.5 A.4) the library returns each fragment as a block.
 */
function packedFrames(dataSet: DataSet, frameCount: number): readonly Uint8Array[] {
  const blocks = blocksOf(dataSet, '7FE00010');
  if (frameCount > 1 || blocks.length < 2) return blocks;
  const joined = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    joined.set(block, at);
    at += block.length;
  }
  return [joined];
}

/** Returns the luminance of one frame, or the reason of a failure. */
function decodeFrame(
  decoder: JpegDecoder,
  jpeg: Uint8Array,
  { rows, columns }: ImageFormat,
): Uint8Array | string {
  try {
    decoder.getEncodedBuffer(jpeg.length).set(jpeg);
    decoder.readHeader();
    const { width, height, componentCount } = decoder.getFrameInfo();
    if (width !== columns || height !== rows) {
      return `it has ${width} × ${height} pixels instead of ${columns} × ${rows}`;
    }
    decoder.decode();
    const pixels = decoder.getDecodedBuffer();
    if (pixels.length !== width * height * componentCount) return 'it ends early';
    return componentCount === 1 ? pixels.slice() : lumaOfRgb(pixels);
  } catch (thrown) {
    // The codec throws the address of a C++ exception, which has no readable message.
    return typeof thrown === 'number' ? 'the JPEG data are damaged' : messageOf(thrown);
  }
}
