/**
 * Copies a text to the clipboard. Returns false if the browser denies access, or lacks a clipboard
 * (plain HTTP from another machine).
 */
export async function copyText(text: string): Promise<boolean> {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    // Access denied by the user or the browser; the caller reports the failure.
    return false;
  }
}
