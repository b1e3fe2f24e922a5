/** Id of the element in which the build lists the modules of the study page. */
const MODULES_ELEMENT_ID = 'study-parts';

interface StudyModules {
  readonly platform: readonly string[];
  /** Module paths by extension id. */
  readonly extensions: Readonly<Record<string, readonly string[]>>;
}

/**
 * Preloads all modules at once, because imports would otherwise load them level by level.
 * `extensionId` null preloads the platform.
 */
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
