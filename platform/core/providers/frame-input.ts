import type { ImageFrame } from '#geometry';
import type { FrameInput } from '../registries/definitions.ts';
import type { OpenedFrame } from '../services/images/frame-reader.ts';

/** The part of an input that does not come from the image. */
interface FrameRunInput extends Pick<FrameInput, 'runId' | 'laterality'> {
  readonly weights: Uint8Array | null;
}

/**
 * Returns the input of a provider without identity; copies pixels and weights, which later runs
 * use. `frame` states the size of the image in mm.
 */
export function frameInput(
  { runId, laterality, weights }: FrameRunInput,
  { widthMm, heightMm }: ImageFrame,
  image: OpenedFrame,
): FrameInput {
  const { width, height, dynamicRangeDb } = image;
  return {
    kind: 'FRAME',
    runId,
    laterality,
    dynamicRangeDb,
    width,
    height,
    mmPerPixel: [widthMm / width, heightMm / height],
    pixels: greyLevels(image),
    weights: weights === null ? null : new Uint8Array(weights),
  };
}

/** Returns one grey level per pixel; that of a colour is its luminance (ITU-R BT.601). */
function greyLevels({ channels, bytes }: OpenedFrame): Uint8Array<ArrayBuffer> {
  if (channels === 1) return new Uint8Array(bytes);
  const grey = new Uint8Array(bytes.length / channels);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    const at = pixel * channels;
    const [red = 0, green = 0, blue = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
    grey[pixel] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  }
  return grey;
}
