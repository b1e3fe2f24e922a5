import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExtensionManifest, manifestSchema } from '#contracts';
import type { ExtensionSource } from '#core';

const ROOT = join(import.meta.dirname, '../../..');
const THIRD_PARTY = 'tests/fixtures/third-party';

/** A built-in or fixture extension as a host source that counts its loads. */
export interface CountedSource extends ExtensionSource {
  readonly folder: string;
  loads: number;
}

function foldersBelow(parent: string): readonly string[] {
  return readdirSync(join(ROOT, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${parent}/${entry.name}`)
    .filter((folder) => existsSync(join(ROOT, folder, 'manifest.json')))
    .sort();
}

function sourceOf(folder: string, origin: ExtensionSource['origin']): CountedSource {
  const entryPoint = ['index.ts', 'src/index.tsx', 'src/index.ts']
    .map((name) => join(ROOT, folder, name))
    .find((path) => existsSync(path));
  const source: CountedSource = {
    folder,
    origin,
    manifest: readManifest(folder),
    settings: {},
    loads: 0,
    async load() {
      source.loads += 1;
      if (entryPoint === undefined) throw new Error(`${folder} has no entry point`);
      return import(/* @vite-ignore */ entryPoint);
    },
  };
  return source;
}

/**
 * Reads the manifest of an extension.
 * @throws an error that names the field if the manifest is invalid
 */
export function readManifest(folder: string): ExtensionManifest {
  return manifestSchema.parse(
    JSON.parse(readFileSync(join(ROOT, folder, 'manifest.json'), 'utf8')),
  );
}

/** Folders of all built-in extensions, e.g. `extensions/scanner`. */
export const builtInFolders = foldersBelow('extensions');

export function builtInSources(): readonly CountedSource[] {
  return builtInFolders.map((folder) => sourceOf(folder, 'built-in'));
}

/** Returns the working third-party example. */
export function densityNote(): CountedSource {
  return sourceOf(`${THIRD_PARTY}/density-note`, 'third-party');
}

/** Returns the third-party example that adds to the reading mode and brings a mode. */
export function readingKit(): CountedSource {
  return sourceOf(`${THIRD_PARTY}/reading-kit`, 'third-party');
}

/** Returns the third-party example that fails during its start. */
export function thrower(): CountedSource {
  return sourceOf(`${THIRD_PARTY}/thrower`, 'third-party');
}
