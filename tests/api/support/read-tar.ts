/** Returns the files of a tar archive by name, in order. */
export function readTar(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = 0;
  while (archive[at] !== 0) {
    const field = (start: number, length: number) =>
      archive.toString('latin1', at + start, at + start + length).split('\0')[0] ?? '';
    const byteLength = Number.parseInt(field(124, 12), 8);
    files.set(field(0, 100), archive.subarray(at + 512, at + 512 + byteLength));
    at += 512 + Math.ceil(byteLength / 512) * 512;
  }
  return files;
}
