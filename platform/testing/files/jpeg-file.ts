/** A colour image of flat 8 × 8 blocks. */
export interface FlatBlockImage {
  /** A multiple of 16, as 4:2:2 requires. */
  readonly columns: number;
  /** A multiple of 8. */
  readonly rows: number;
  /** Y of the block in a column and a row of blocks, 0..255. */
  readonly luma: (blockColumn: number, blockRow: number) => number;
  /** Cb and Cr of the whole image, 0..255. */
  readonly chroma: readonly [cb: number, cr: number];
}

/** The DC coefficient of a flat block is eight times its level (T.81 A.3.3); quantised by 8, it equals the level. */
const QUANTIZER = 8;
/** Categories 0 to 8 of a DC difference (T.81 F.1.2.1) have nine codes of four bits, 0000 to 1000. */
const DC_CODE_BITS = 4;
const DC_CATEGORIES = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Writes a baseline JPEG (ITU-T T.81, 4:2:2) without rounding: each block holds only its DC
 * coefficient, so a decoder returns exactly the given levels.
 */
export function jpegFile(image: FlatBlockImage): Uint8Array {
  const { columns, rows } = image;
  if (columns % 16 !== 0 || rows % 8 !== 0)
    throw new Error(`No whole blocks: ${columns} × ${rows}`);
  return Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...new Array<number>(64).fill(QUANTIZER)]),
    ...segment(0xc0, [
      8,
      ...uint16(rows),
      ...uint16(columns),
      3,
      ...components([0x21, 0], [0x11, 0]),
    ]),
    ...segment(0xc4, [0x00, ...codeCounts(DC_CODE_BITS, DC_CATEGORIES.length), ...DC_CATEGORIES]),
    // The only AC code, a single 0, is the end of the block.
    ...segment(0xc4, [0x10, ...codeCounts(1, 1), 0x00]),
    ...segment(0xda, [3, ...components([0x00], [0x00]), 0, 63, 0]),
    ...entropyCoded(image),
    0xff,
    0xd9,
  ]);
}

const uint16 = (value: number): readonly number[] => [value >> 8, value & 0xff];

const segment = (marker: number, body: readonly number[]): readonly number[] => [
  0xff,
  marker,
  ...uint16(body.length + 2),
  ...body,
];

/** Component numbers 1 to 3 (Y, Cb, Cr), each followed by the given bytes. */
const components = (luma: readonly number[], chroma: readonly number[]): readonly number[] => [
  1,
  ...luma,
  2,
  ...chroma,
  3,
  ...chroma,
];

/** Number of codes of each length from 1 to 16 bits. */
const codeCounts = (bits: number, count: number): readonly number[] =>
  Array.from({ length: 16 }, (_, index) => (index + 1 === bits ? count : 0));

/** Encodes the blocks in the order Y, Y, Cb, Cr (T.81 A.2.3). */
function entropyCoded({ columns, rows, luma, chroma }: FlatBlockImage): readonly number[] {
  const previous = [0, 0, 0];
  let bits = '';
  const add = (component: number, value: number): void => {
    const level = value - 128;
    bits += blockBits(level - (previous[component] ?? 0));
    previous[component] = level;
  };
  for (let row = 0; row < rows / 8; row++) {
    for (let column = 0; column < columns / 8; column += 2) {
      add(0, luma(column, row));
      add(0, luma(column + 1, row));
      add(1, chroma[0]);
      add(2, chroma[1]);
    }
  }
  return packBits(bits);
}

/** Returns category and amount of the difference to the previous block, and the end of the block. */
function blockBits(difference: number): string {
  const category = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
  // Negative differences are counted from the lowest one of their category (T.81 F.1.2.1.1).
  const amount = difference < 0 ? difference + 2 ** category - 1 : difference;
  const code = category.toString(2).padStart(DC_CODE_BITS, '0');
  return `${code}${category === 0 ? '' : amount.toString(2).padStart(category, '0')}0`;
}

/** Pads the last byte with ones and inserts 0 after each byte 0xff (T.81 F.1.2.3). */
function packBits(bits: string): readonly number[] {
  const bytes: number[] = [];
  for (let start = 0; start < bits.length; start += 8) {
    const byte = Number.parseInt(bits.slice(start, start + 8).padEnd(8, '1'), 2);
    bytes.push(byte);
    if (byte === 0xff) bytes.push(0);
  }
  return bytes;
}
