/** The element of the page in which the build tells what the page of a study needs. */
const MODULES_ELEMENT_ID = 'study-parts';

interface StudyModules {
  readonly platform: readonly string[];
  /** By the extension's id. */
  readonly extensions: Readonly<Record<string, readonly string[]>>;
}

/** Asks for all parts of the program at once, instead of one after the other that names it. */
export function preloadModules(page: Document, extensionId: string | null = null): void {
  const text = page.getElementById(MODULES_ELEMENT_ID)?.textContent;
  if (text === undefined || text === null) return;
  const { platform, extensions }: StudyModules = JSON.parse(text);
  for (const path of extensionId === null ? platform : (extensions[extensionId] ?? [])) {
    const link = page.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href: path });
    page.head.append(link);
  }
}
