import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Maximum number of pixels. */
const MAX_PIXELS = 4_000_000;
/** Samples per pixel by colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const WHITE = 255;

interface DecodedPng {
  readonly width: number;
  readonly height: number;
  readonly colourType: number;
  /** One byte per sample, rows from the top. */
  readonly samples: Buffer;
  readonly palette: Buffer;
  /** Alpha of the entries of the palette. */
  readonly paletteAlpha: Buffer;
}

/**
 * Returns a PNG as 8-bit RGB on white, which pdfkit embeds as it is: pdfkit decodes other PNGs
 * asynchronously, and a damaged file would end the process.
 * @returns null for a file that is damaged, interlaced, of another depth than 8 bits, or above
 *   4 million pixels
 */
export function rgbPng(bytes: Uint8Array): Uint8Array | null {
  const decoded = decode(Buffer.from(bytes));
  if (decoded === null) return null;
  const { width, height } = decoded;
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue, alpha] = pixelOf(decoded, y * width + x);
      const at = y * (1 + width * 3) + 1 + x * 3;
      for (const [channel, value] of [red, green, blue].entries()) {
        rows[at + channel] = Math.round((value * alpha + WHITE * (WHITE - alpha)) / WHITE);
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = 2;
  return Buffer.concat([
    SIGNATURE,
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(rows, { level: 9 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

function pixelOf(image: DecodedPng, idx: number): Pixel {
  const { colourType, samples, palette, paletteAlpha } = image;
  const channels = CHANNELS[colourType] ?? 1;
  const sample = (channel: number): number => samples[idx * channels + channel] ?? 0;
  switch (colourType) {
    case 0:
      return [sample(0), sample(0), sample(0), WHITE];
    case 2:
      return [sample(0), sample(1), sample(2), WHITE];
    case 3: {
      const entry = sample(0);
      const colour = (channel: number): number => palette[entry * 3 + channel] ?? 0;
      return [colour(0), colour(1), colour(2), paletteAlpha[entry] ?? WHITE];
    }
    case 4:
      return [sample(0), sample(0), sample(0), sample(1)];
    default:
      return [sample(0), sample(1), sample(2), sample(3)];
  }
}

function decode(bytes: Buffer): DecodedPng | null {
  const chunks = chunksOf(bytes);
  const header = chunks?.get('IHDR')?.[0];
  if (chunks === null || header === undefined || header.length !== 13) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colourType, , , interlace] = header.subarray(8);
  const channels = CHANNELS[colourType ?? -1];
  if (channels === undefined || colourType === undefined || depth !== 8 || interlace !== 0)
    return null;
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) return null;
  const packed = Buffer.concat(chunks.get('IDAT') ?? []);
  const samples = unfilter(inflate(packed, height * (1 + width * channels)), width, channels);
  if (samples === null) return null;
  const palette = chunks.get('PLTE')?.[0] ?? Buffer.alloc(0);
  const paletteAlpha = chunks.get('tRNS')?.[0] ?? Buffer.alloc(0);
  return { width, height, colourType, samples, palette, paletteAlpha };
}

/** Returns the chunks by type with valid checksums; null for a damaged file. */
function chunksOf(bytes: Buffer): ReadonlyMap<string, readonly Buffer[]> | null {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const chunks = new Map<string, Buffer[]>();
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    if (at + 12 > bytes.length) return null;
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const body = bytes.subarray(at + 4, end - 4);
    if (crc32(body) !== bytes.readUInt32BE(end - 4)) return null;
    const type = body.toString('latin1', 0, 4);
    chunks.set(type, [...(chunks.get(type) ?? []), body.subarray(4)]);
    if (type === 'IEND') return chunks;
    at = end;
  }
  return null;
}

/** Returns exactly the given number of bytes, or null for damaged data. */
function inflate(packed: Buffer, byteLength: number): Buffer | null {
  try {
    const data = inflateSync(packed, { maxOutputLength: byteLength });
    return data.length === byteLength ? data : null;
  } catch {
    // The content of a file is data: damaged content is a result and no fault of the program.
    return null;
  }
}

/** Undoes the filter of each row (PNG, clause 9); null for an unknown filter. */
function unfilter(rows: Buffer | null, width: number, channels: number): Buffer | null {
  if (rows === null) return null;
  const rowBytes = width * channels;
  const samples = Buffer.alloc((rows.length / (rowBytes + 1)) * rowBytes);
  for (let row = 0; row * (rowBytes + 1) < rows.length; row++) {
    const filter = rows[row * (rowBytes + 1)] ?? 0;
    if (filter > 4) return null;
    for (let x = 0; x < rowBytes; x++) {
      const at = row * rowBytes + x;
      const left = x < channels ? 0 : (samples[at - channels] ?? 0);
      const up = row === 0 ? 0 : (samples[at - rowBytes] ?? 0);
      const upLeft = row === 0 || x < channels ? 0 : (samples[at - rowBytes - channels] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter] ?? 0;
      samples[at] = ((rows[row * (rowBytes + 1) + 1 + x] ?? 0) + predicted) & 0xff;
    }
  }
  return samples;
}

/** Paeth predictor (PNG, clause 9.4). */
function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [left, up, upLeft].map((value) => Math.abs(estimate - value));
  if (toLeft === undefined || toUp === undefined || toUpLeft === undefined) return 0;
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
