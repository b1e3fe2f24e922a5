import { createHash } from 'node:crypto';
import type { Metafile } from 'esbuild';
import { BOOT_PREVIEW, entriesAt, START_SOURCE, withImports } from './entry-outputs.ts';
import { SHARED } from './vendor.ts';

/** HTML page, and the hashes by which the content security policy allows its inline import map. */
export interface IndexPage {
  readonly html: string;
  /** Hashes as `sha256-…`, for a `script-src`. */
  readonly scriptHashes: readonly string[];
}

/**
 * Id of the element that lists the scripts a study page needs, of the platform and by extension.
 */
const STUDY_PARTS = 'study-parts';
/** Platform modules of every study page, whichever extension renders the images. */
const STUDY_SOURCE = /^platform\/workstation\/(?:start\/open-application|mode\/mode-page)\.tsx$/;

/** Module name under which third-party extensions import the SDK. */
export const SDK_NAME = '@clockface/sdk';

/**
 * Returns the only page of the product. Its static import map names the shared modules and the SDK;
 * paths are relative, so that a site can serve the product below any folder. `scripts` are loaded
 * in addition.
 */
export function indexPage(
  outputs: Metafile['outputs'],
  scripts: readonly string[] = [],
): IndexPage {
  const entries = entryOutputs(outputs);
  const boot = outputNamed(entries, 'boot');
  const imports: Record<string, string> = { [SDK_NAME]: `./${outputNamed(entries, 'sdk')}` };
  for (const [name, out] of Object.entries(SHARED))
    imports[name] = `./${outputNamed(entries, out)}`;
  const importMap = JSON.stringify({ imports });
  const hash = createHash('sha256').update(importMap).digest('base64');
  const first = [boot, ...entriesAt(outputs, (source) => source === START_SOURCE)];
  const preloads = [
    ...new Set([...Object.values(imports).filter(isShared), ...urlsOf(outputs, first)]),
  ];
  const deferred = (paths: readonly string[]): readonly string[] =>
    urlsOf(outputs, paths).filter((path) => !preloads.includes(path));
  // The page selects from this list by the URL hash, which browsers do not send to the server.
  const studyParts = {
    platform: deferred(entriesAt(outputs, (source) => STUDY_SOURCE.test(source))),
    extensions: Object.fromEntries(
      entriesAt(outputs, (source) => BOOT_PREVIEW.test(source)).map((path) => {
        const [, id = ''] = BOOT_PREVIEW.exec(outputs[path]?.entryPoint ?? '') ?? [];
        return [id, deferred([path])];
      }),
    ),
  };
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>Clockface</title>
<link rel="icon" href="./icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="./${outputNamed(entries, 'style')}">
<script type="importmap">${importMap}</script>
<link rel="preload" href="./api/config" as="fetch" crossorigin="anonymous">
<script type="module" src="./${boot}"></script>
${preloads.map((path) => `<link rel="modulepreload" href="${path}">`).join('\n')}
<script type="application/json" id="${STUDY_PARTS}">${JSON.stringify(studyParts)}</script>
${scripts.map((path) => `<script type="module" src="${path}"></script>`).join('\n')}
</head>
<body>
<div id="root"></div>
<noscript>Clockface needs JavaScript.</noscript>
</body>
</html>
`;
  return { html, scriptHashes: [`sha256-${hash}`] };
}

/** Returns the URLs as written in the page. */
const urlsOf = (outputs: Metafile['outputs'], paths: readonly string[]): readonly string[] =>
  [...withImports(outputs, paths)].map((importPath) => `./${importPath}`);

const isShared = (path: string): boolean => path.includes('/vendor-');

/** Returns the outputs of entry points by name without hash. */
function entryOutputs(outputs: Metafile['outputs']): ReadonlyMap<string, string> {
  const outputsByName = new Map<string, string>();
  for (const [path, output] of Object.entries(outputs)) {
    const name = /(?:^|\/)([^/]+)-[A-Z0-9]{8}\.(js|css)$/.exec(path)?.[1];
    if (output.entryPoint !== undefined && name !== undefined) outputsByName.set(name, path);
  }
  return outputsByName;
}

function outputNamed(entries: ReadonlyMap<string, string>, name: string): string {
  const path = entries.get(name);
  if (path === undefined) throw new Error(`The build has no output for '${name}'`);
  return path;
}
