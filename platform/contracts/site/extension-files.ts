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

/** Endings of weights of models, which only signed-in readers receive. */
const WEIGHTS: ReadonlySet<string> = new Set(['onnx', 'bin', 'safetensors']);

/** Folder of what runs on the server; never served. */
const SERVER_FOLDER = 'server/';
const SERVER_ENDINGS: ReadonlySet<string> = new Set(['js', 'mjs', 'json', 'wasm']);

/** Files of the author's tools, which `npm install` changes. */
const TOOL_FILES: ReadonlySet<string> = new Set([
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]);

/**
 * Returns the content type of a public file of a third-party extension; null for a file that is not
 * public: other types, weights, files of the server, hidden files, `node_modules` and the files of
 * the author's tools. `path` is relative to the folder of the extension, with `/`.
 */
export function servedTypeOf(path: string): string | null {
  if (!isVisible(path) || isServerFile(path)) return null;
  const type = endingOf(path);
  return Object.hasOwn(TYPES, type) ? (TYPES[type] ?? null) : null;
}

/** Returns whether a path names weights of a model, which signed-in readers receive by a call. */
export const isWeightsFile = (path: string): boolean =>
  isVisible(path) && WEIGHTS.has(endingOf(path));

/** Returns whether a path names a file that models on the server may load. */
export const isServerFile = (path: string): boolean =>
  isVisible(path) && path.startsWith(SERVER_FOLDER) && SERVER_ENDINGS.has(endingOf(path));

/** Returns whether a path names a module that may run on the server. */
export const isServerModule = (path: string): boolean =>
  isServerFile(path) && ['js', 'mjs'].includes(endingOf(path));

/** Returns whether the `integrity` of the site configuration covers a file. */
export const isCoveredFile = (path: string): boolean =>
  servedTypeOf(path) !== null || isWeightsFile(path) || isServerFile(path);

function isVisible(path: string): boolean {
  const isHidden = path
    .split('/')
    .some((segment) => segment === '' || segment.startsWith('.') || segment === 'node_modules');
  return !isHidden && !path.includes('\0') && !TOOL_FILES.has(path);
}

const endingOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.slice(name.lastIndexOf('.') + 1);
};

/**
 * Returns the text whose SHA-384 is the `integrity` of a third-party extension: a line with path
 * and digest for each covered file, sorted by path. `digests` has the SHA-384 of each file in
 * base64 by its path.
 */
export function integrityText(digests: ReadonlyMap<string, string>): string {
  return [...digests]
    .map(([path, digest]) => `${JSON.stringify(path)} ${digest}\n`)
    .toSorted()
    .join('');
}
