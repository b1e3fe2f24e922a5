/** Content types of the files served from the folder of a third-party extension. */
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  wasm: 'application/wasm',
};

/** Files of the author's tools, which `npm install` changes. */
const TOOL_FILES: ReadonlySet<string> = new Set([
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]);

/**
 * Returns the content type of a file of a third-party extension; null for a file that is never
 * served: other types, hidden files, `node_modules` and the files of the author's tools. `path` is
 * relative to the folder of the extension, with `/`.
 */
export function servedTypeOf(path: string): string | null {
  const segments = path.split('/');
  const isHidden = segments.some(
    (segment) => segment === '' || segment.startsWith('.') || segment === 'node_modules',
  );
  if (isHidden || path.includes('\0') || TOOL_FILES.has(path)) return null;
  const name = segments.at(-1) ?? '';
  const type = name.slice(name.lastIndexOf('.') + 1);
  return Object.hasOwn(TYPES, type) ? (TYPES[type] ?? null) : null;
}

/**
 * Returns the text whose SHA-384 is the `integrity` of a third-party extension: a line with path
 * and digest for each served file, sorted by path. `digests` has the SHA-384 of each file in
 * base64 by its path.
 */
export function integrityText(digests: ReadonlyMap<string, string>): string {
  return [...digests]
    .map(([path, digest]) => `${JSON.stringify(path)} ${digest}\n`)
    .toSorted()
    .join('');
}
