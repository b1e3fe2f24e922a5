import { inflateSync } from 'node:zlib';

/** Grey values 0..255, rows from top to bottom. */
export interface PngImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/**
 * Reads a grey PNG of 1 or 8 bits without interlacing; 1 bit gives 0 and 255. Throws for other
 * forms.
 */
export function readPng(file: Buffer): PngImage {
  const data: Buffer[] = [];
  let header: Uint8Array = Buffer.alloc(0);
  for (let offset = 8; offset < file.length; ) {
    const length = file.readUInt32BE(offset);
    const type = file.toString('latin1', offset + 4, offset + 8);
    const chunk = file.subarray(offset + 8, offset + 8 + length);
    if (type === 'IHDR') header = chunk;
    if (type === 'IDAT') data.push(chunk);
    offset += length + 12;
  }
  const sizes = new DataView(header.buffer, header.byteOffset, 8);
  const [width, height] = [sizes.getUint32(0), sizes.getUint32(4)];
  const [bits, colour, interlacing] = [header[8], header[9], header[12]];
  if ((bits !== 1 && bits !== 8) || colour !== 0 || interlacing !== 0) {
    throw new Error(`Unexpected PNG: ${bits} bits, colour type ${colour}`);
  }
  const bytesPerRow = bits === 8 ? width : Math.ceil(width / 8);
  const rows = unfilter(inflateSync(Buffer.concat(data)), bytesPerRow, height);
  if (bits === 8) return { width, height, pixels: rows };
  const pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const byte = rows[row * bytesPerRow + (column >> 3)]!;
      pixels[row * width + column] = (byte >> (7 - (column & 7))) & 1 ? 255 : 0;
    }
  }
  return { width, height, pixels };
}

/** Undoes the filters of rows with one byte per pixel (PNG specification, section 9). */
function unfilter(bytes: Buffer, bytesPerRow: number, height: number): Uint8Array {
  const rows = new Uint8Array(bytesPerRow * height);
  for (let row = 0; row < height; row++) {
    const filter = bytes[row * (bytesPerRow + 1)]!;
    for (let column = 0; column < bytesPerRow; column++) {
      const index = row * bytesPerRow + column;
      const left = column > 0 ? rows[index - 1]! : 0;
      const above = row > 0 ? rows[index - bytesPerRow]! : 0;
      const corner = row > 0 && column > 0 ? rows[index - bytesPerRow - 1]! : 0;
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      if (predicted === undefined) throw new Error(`Unexpected PNG filter ${filter}`);
      rows[index] = bytes[row * (bytesPerRow + 1) + 1 + column]! + predicted;
    }
  }
  return rows;
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [toLeft, toAbove] = [Math.abs(estimate - left), Math.abs(estimate - above)];
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}
