/**
 * Time in ms until the object URL is revoked. The browser may first ask for a folder and reads a
 * large file while writing; revoking too early truncates the file or leaves none.
 */
const REVOKE_DELAY_MS = 120_000;

/** Saves content as a file by a browser download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
