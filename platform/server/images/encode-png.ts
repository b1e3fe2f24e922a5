import { crc32, deflateSync } from 'node:zlib';

/** A greyscale image, rows from the top. */
export interface GreyscaleImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;

/** Encodes an image as PNG with 8-bit grey levels. */
export function encodePng({ width, height, pixels }: GreyscaleImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = BITS;
  const rows = Buffer.alloc(height * (width + 1));
  // Filter 1 stores the difference to the pixel on the left, which compresses better.
  for (let y = 0; y < height; y += 1) {
    const row = y * (width + 1);
    rows[row] = 1;
    for (let x = 0; x < width; x += 1) {
      const left = x === 0 ? 0 : (pixels[y * width + x - 1] ?? 0);
      rows[row + 1 + x] = ((pixels[y * width + x] ?? 0) - left) & 0xff;
    }
  }
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND')]);
}

/** Encodes a chunk: length, kind, data and checksum. */
function chunk(kind: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const encoded = Buffer.alloc(body.length + 8);
  encoded.writeUInt32BE(data.length, 0);
  body.copy(encoded, 4);
  encoded.writeUInt32BE(crc32(body), body.length + 4);
  return encoded;
}
