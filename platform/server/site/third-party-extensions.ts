import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { join, resolve, sep } from 'node:path';
import semver from 'semver';
import {
  EXTENSION_API_VERSION,
  type ExtensionManifest,
  integrityText,
  isCoveredFile,
  manifestSchema,
  type SiteConfig,
} from '#contracts';
import { fail, ok, type Problem, type Result } from '#foundation';
import { readJson } from './read-json.ts';
import type { ThirdPartyExtension } from './site.ts';
import { thirdPartyRejected } from './site-problems.ts';

type Entry = SiteConfig['thirdParty'][number];

/** Checks every enabled third-party folder; invalid ones are skipped and listed in `problems`. */
export function findThirdParty(
  configFolder: string,
  config: SiteConfig,
  builtInIds: ReadonlySet<string>,
): { readonly extensions: readonly ThirdPartyExtension[]; readonly problems: readonly Problem[] } {
  const extensions: ThirdPartyExtension[] = [];
  const problems: Problem[] = [];
  for (const entry of config.thirdParty.filter(({ enabled }) => enabled)) {
    const checked = checkFolder(configFolder, entry);
    if (!checked.ok) {
      problems.push(checked.problem);
      continue;
    }
    const { id } = checked.value.manifest;
    if (builtInIds.has(id) || extensions.some((other) => other.manifest.id === id)) {
      const detail = `Its id ${id} is used by another extension.`;
      problems.push(thirdPartyRejected('THIRD_PARTY_DUPLICATE', entry.folder, detail));
      continue;
    }
    extensions.push(checked.value);
  }
  return { extensions, problems };
}

function checkFolder(configFolder: string, entry: Entry): Result<ThirdPartyExtension> {
  const rejected = (code: string, detail: string) =>
    fail(thirdPartyRejected(code, entry.folder, detail));
  const folder = resolve(configFolder, entry.folder);
  if (!existsSync(folder)) return rejected('THIRD_PARTY_MISSING', 'The folder does not exist.');
  const read = readJson(join(folder, 'manifest.json'), manifestSchema);
  if (!('value' in read)) {
    return rejected('THIRD_PARTY_MANIFEST', 'invalid' in read ? read.invalid : read.unreadable);
  }
  const manifest = read.value;
  const { entry: module, host } = manifest;
  if (module === undefined)
    return rejected('THIRD_PARTY_MANIFEST', 'Its manifest has no entry module.');
  if (manifest.server !== undefined) {
    return rejected('THIRD_PARTY_SERVER', 'Only built-in extensions can have a server part.');
  }
  const serverModules = serverModulesOf(manifest);
  if (serverModules.length > 0 && !(entry.server && entry.integrity !== undefined)) {
    const detail =
      'Its model runs on the server, so its entry needs "server": true and "integrity".';
    return rejected('THIRD_PARTY_SERVER', detail);
  }
  if (!semver.satisfies(EXTENSION_API_VERSION, host)) {
    return rejected(
      'THIRD_PARTY_HOST',
      `It requires extension API ${host}; this is ${EXTENSION_API_VERSION}.`,
    );
  }
  const file = fileInside(folder, module);
  if (file === null) {
    return rejected('THIRD_PARTY_ENTRY', `Its entry ${module} is not a file inside the folder.`);
  }
  const digests = entry.integrity === undefined ? null : digestsOf(folder);
  const mismatch = digests === null ? null : integrityProblem(entry.integrity ?? '', digests);
  if (mismatch !== null) return rejected('THIRD_PARTY_INTEGRITY', mismatch);
  const missing = serverModules.find((path) => digests?.has(path) !== true);
  if (missing !== undefined)
    return rejected('THIRD_PARTY_SERVER', `Its module ${missing} is not a file inside the folder.`);
  return ok({
    manifest: { ...manifest, entry: module },
    folder: realpathSync(folder),
    digests,
    placement: { additions: entry.additions, modes: entry.modes },
    settings: entry.settings,
  });
}

const serverModulesOf = ({ contributes }: ExtensionManifest): readonly string[] =>
  contributes.findingProviders.flatMap(({ server }) => server ?? []);

/**
 * Returns the real path of a file below `folder`, with links resolved; null when the file is
 * missing or outside.
 */
export function fileInside(folder: string, path: string): string | null {
  const root = realpathSync(folder);
  const file = join(root, path);
  if (!existsSync(file)) return null;
  const real = realpathSync(file);
  return real.startsWith(root + sep) ? real : null;
}

/** Returns the SHA-384 of a file's bytes in base64. */
export const digestOf = (bytes: Uint8Array): string =>
  createHash('sha384').update(bytes).digest('base64');

/** Bytes that are read at a time. */
const CHUNK_BYTES = 1024 ** 2;

/** Returns the digest of a file, without holding weights of gigabytes in memory. */
function digestOfFile(path: string): string {
  const hash = createHash('sha384');
  const chunk = new Uint8Array(CHUNK_BYTES);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk))
      hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest('base64');
}

/** Returns the digest of each covered file of a folder by its path. */
function digestsOf(folder: string): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll(sep, '/');
    const file = isCoveredFile(path) ? fileInside(folder, path) : null;
    if (file !== null && statSync(file).isFile()) digests.set(path, digestOfFile(file));
  }
  return digests;
}

/**
 * Compares the covered files with the site's integrity hash. Returns the difference as text; null
 * when equal.
 */
function integrityProblem(integrity: string, digests: ReadonlyMap<string, string>): string | null {
  const actual = `sha384-${digestOf(Buffer.from(integrityText(digests)))}`;
  return actual === integrity
    ? null
    : `The digest of its files is ${actual}, the site configuration requires ${integrity}.`;
}
