import type { ExtensionManifest, PublicConfig } from '#contracts';
import { ProblemError } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import type { ExtensionSource } from './extension-source.ts';

/** A row of the virtual module `clockface:extensions`. */
export interface BuiltInExtension {
  readonly manifest: ExtensionManifest;
  readonly load: () => Promise<unknown>;
}

export interface SourceOptions {
  readonly builtIn: readonly BuiltInExtension[];
  readonly config: Pick<PublicConfig, 'extensions' | 'thirdParty'>;
  /** Address of the page; modules must come from the same origin. */
  readonly baseUrl: string;
  /** Replaces the browser's dynamic import in tests. */
  readonly importModule?: (url: string) => Promise<unknown>;
}

/**
 * Returns built-in extensions, then third-party extensions of the site. Loading a third-party
 * module from another origin fails by name.
 */
export function extensionSources(options: SourceOptions): readonly ExtensionSource[] {
  const { config, baseUrl } = options;
  const importModule = options.importModule ?? ((url: string) => import(url));
  const builtIn = options.builtIn.map(
    ({ manifest, load }): ExtensionSource => ({
      manifest,
      origin: 'built-in',
      settings: config.extensions[manifest.id]?.settings ?? {},
      load,
    }),
  );
  const thirdParty = config.thirdParty.map(
    ({ manifest, url, settings }): ExtensionSource => ({
      manifest,
      origin: 'third-party',
      settings,
      load: async () => importModule(sameOrigin(manifest.id, url, baseUrl)),
    }),
  );
  return [...builtIn, ...thirdParty];
}

function sameOrigin(id: string, url: string, baseUrl: string): string {
  const full = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
  if (full === null || full.origin !== new URL(baseUrl).origin) {
    throw new ProblemError(hostProblems.offOrigin(id, url));
  }
  return full.href;
}

/** True if the hash query contains `safe=1`: built-in extensions only. */
export function isSafeStart(hash: string): boolean {
  const query = hash.replace(/^#/, '').replace(/^[^?]*\?/, '');
  return new URLSearchParams(query).get('safe') === '1';
}
