/** A part of the picture that changes, as a still WebP without transparency. */
export interface WebpFrame {
  readonly webp: Uint8Array;
  /** Position of the part in the picture, px; WebP stores even numbers only. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
}

const HEADER_BYTES = 12;
const HAS_ANIMATION = 0x02;
/** The part replaces what it covers; nothing is cleared before the next one. */
const REPLACE_AND_KEEP = 0x02;
/** Chunks of a still WebP that contain its picture. */
const IMAGE_CHUNKS = ['VP8 ', 'VP8L'];

/**
 * Joins still WebP pictures to an endless animation of `width` × `height` px.
 * Source: WebP container specification of Google, sections VP8X, ANIM and ANMF.
 * @throws for a still without a picture, and for odd positions.
 */
export function animatedWebp(
  width: number,
  height: number,
  frames: readonly WebpFrame[],
): Uint8Array {
  const canvas = concat([
    Uint8Array.of(HAS_ANIMATION, 0, 0, 0),
    uint24(width - 1),
    uint24(height - 1),
  ]);
  // Black background, endless repetition.
  const animation = Uint8Array.of(0, 0, 0, 255, 0, 0);
  const chunks = [
    chunk('VP8X', canvas),
    chunk('ANIM', animation),
    ...frames.map((frame) => chunk('ANMF', frameBody(frame))),
  ];
  return chunk('RIFF', concat([ascii('WEBP'), ...chunks]));
}

function frameBody(frame: WebpFrame): Uint8Array {
  const { left, top, width, height, durationMs } = frame;
  if (left % 2 !== 0 || top % 2 !== 0) throw new RangeError('Positions of WebP frames are even');
  return concat([
    uint24(left / 2),
    uint24(top / 2),
    uint24(width - 1),
    uint24(height - 1),
    uint24(Math.round(durationMs)),
    Uint8Array.of(REPLACE_AND_KEEP),
    imageChunkOf(frame.webp),
  ]);
}

/** Returns the chunk with the picture of a still WebP, including its header. */
function imageChunkOf(webp: Uint8Array): Uint8Array {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  let offset = HEADER_BYTES;
  while (offset + 8 <= webp.length) {
    const name = String.fromCharCode(...webp.subarray(offset, offset + 4));
    const size = view.getUint32(offset + 4, true);
    const end = offset + 8 + size + (size % 2);
    if (IMAGE_CHUNKS.includes(name)) return webp.subarray(offset, end);
    offset = end;
  }
  throw new Error('The WebP contains no opaque picture');
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, body.length, true);
  return concat([ascii(name), size, body, new Uint8Array(body.length % 2)]);
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

const uint24 = (value: number): Uint8Array =>
  Uint8Array.of(value & 255, (value >> 8) & 255, (value >> 16) & 255);

const concat = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
