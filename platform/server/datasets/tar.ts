const BLOCK_BYTES = 512;
/** Largest file of the format: eleven octal digits. */
export const MAX_TAR_FILE_BYTES = 8 * 1024 ** 3 - 1;

/** End of an archive: two empty blocks. */
export const TAR_END: Uint8Array = new Uint8Array(2 * BLOCK_BYTES);

/**
 * Returns the header of a file (POSIX ustar) without owner and time, which would tell when and where
 * the archive was made. Throws a RangeError for a name above 100 ASCII characters and for a size
 * above the limit of the format.
 */
export function tarHeader(name: string, byteLength: number): Uint8Array {
  if (!/^[\x21-\x7e]{1,100}$/.test(name) || byteLength > MAX_TAR_FILE_BYTES)
    throw new RangeError(`${name} of ${byteLength} bytes does not fit into a tar archive`);
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
  header.write(name, 0, 'latin1');
  header.write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100, 'latin1');
  header.write(`${octal(byteLength, 11)}\0${octal(0, 11)}\0`, 124, 'latin1');
  // The checksum counts its own field as spaces.
  header.write('        0', 148, 'latin1');
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return header;
}

/** Returns the zeros that fill the last block of a file. */
export function tarPadding(byteLength: number): Uint8Array {
  return new Uint8Array((BLOCK_BYTES - (byteLength % BLOCK_BYTES)) % BLOCK_BYTES);
}
