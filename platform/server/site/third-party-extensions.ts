import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import semver from 'semver';
import { HOST_VERSION, manifestSchema, type SiteConfig } from '#contracts';
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
  if (!semver.satisfies(HOST_VERSION, host)) {
    return rejected('THIRD_PARTY_HOST', `It requires host ${host}; this is ${HOST_VERSION}.`);
  }
  const file = fileInside(folder, module);
  if (file === null) {
    return rejected('THIRD_PARTY_ENTRY', `Its entry ${module} is not a file inside the folder.`);
  }
  const mismatch = integrityProblem(entry.integrity, readFileSync(file));
  if (mismatch !== null) return rejected('THIRD_PARTY_INTEGRITY', mismatch);
  return ok({
    manifest: { ...manifest, entry: module },
    folder: realpathSync(folder),
    integrity: entry.integrity ?? null,
    settings: entry.settings,
  });
}

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

/**
 * Compares the bytes with the site's integrity hash (Subresource Integrity, sha384). Returns the
 * difference as text; null when equal or when no hash is configured.
 */
export function integrityProblem(integrity: string | undefined, bytes: Buffer): string | null {
  if (integrity === undefined) return null;
  const actual = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  return actual === integrity
    ? null
    : `The digest of its entry module is ${actual}, the site configuration requires ${integrity}.`;
}
