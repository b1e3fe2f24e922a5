/**
 * How long the browser may take to begin reading what it saves. A large file is read while it is
 * written, and a person may be asked for a place first: an address that is gone by then gives half
 * a file, or none.
 */
const REVOKE_DELAY_MS = 120_000;

/** Saves a content under a name where the browser saves downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
