import { crc32, deflateSync } from 'node:zlib';

/** The smallest grey JPEG: 1 × 1 pixel. */
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z';

export const aJpeg = (): Buffer => Buffer.from(JPEG, 'base64');

/** How `aPng` encodes its pixels. */
export interface PngOptions {
  readonly colourType?: 0 | 2 | 3 | 4 | 6;
  readonly depth?: number;
  readonly interlace?: number;
  /** Rows with their filter bytes; by default one red pixel, or its grey. */
  readonly rows?: Buffer;
  readonly width?: number;
  readonly height?: number;
}

const ROWS = { 0: [0, 90], 2: [0, 255, 0, 0], 3: [0, 1], 4: [0, 90, 128], 6: [0, 255, 0, 0, 128] };

/** Encodes a PNG; the palette has the colours black and half-transparent green. */
export function aPng(options: PngOptions = {}): Buffer {
  const { colourType = 2, depth = 8, interlace = 0, width = 1, height = 1 } = options;
  const { rows = Buffer.from(ROWS[colourType]) } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunkOf('IHDR', header),
    ...(colourType === 3
      ? [
          chunkOf('PLTE', Buffer.from([0, 0, 0, 0, 255, 0])),
          chunkOf('tRNS', Buffer.from([255, 128])),
        ]
      : []),
    chunkOf('IDAT', deflateSync(rows)),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
