/**
 * Copies a text. False where the browser does not let it; on pages that came over plain http from
 * another machine there is no clipboard at all.
 */
export async function copyText(text: string): Promise<boolean> {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    // The person, or the browser for them, said no; whoever asked shows it.
    return false;
  }
}
