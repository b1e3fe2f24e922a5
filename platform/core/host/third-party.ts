import type { ExtensionManifest, PublicConfig } from '#contracts';
import { addTranslations, currentLocale, ProblemError, type Translations } from '#foundation';
import { hostProblems } from '../registries/host-problems.ts';
import type { ExtensionSource } from './extension-source.ts';
import type { PlacementPermissions } from './placements.ts';
import { translateManifest } from './translate-manifest.ts';

/** A row of the virtual module `clockface:extensions`. */
export interface BuiltInExtension {
  readonly manifest: ExtensionManifest;
  /** Loads the extension's translation, by locale. */
  readonly translations?: Readonly<Record<string, () => Promise<unknown>>>;
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
 * module from another origin fails with `OFF_ORIGIN`, which names the extension.
 */
export function extensionSources(options: SourceOptions): readonly ExtensionSource[] {
  const { config, baseUrl } = options;
  const importModule = options.importModule ?? ((url: string) => import(url));
  const builtIn = options.builtIn.map(
    ({ manifest, translations, load }): ExtensionSource => ({
      manifest,
      origin: 'built-in',
      settings: config.extensions[manifest.id]?.settings ?? {},
      placement: placementOf(config.extensions[manifest.id]),
      async load() {
        // A missing translation leaves the extension in English.
        const translation = translations?.[currentLocale()]?.().catch(() => undefined);
        if (translation !== undefined)
          translate(((await translation) as TranslationModule)?.translations);
        return load();
      },
    }),
  );
  const thirdParty = config.thirdParty.map(
    ({ manifest, url, settings, additions, modes }): ExtensionSource => ({
      manifest,
      origin: 'third-party',
      settings,
      placement: { additions, modes },
      // The entry's path ends the URL, so removing it leaves the folder.
      moduleUrl: (path) =>
        sameOrigin(manifest.id, url.slice(0, -(manifest.entry ?? '').length) + path, baseUrl),
      async load() {
        const module = await importModule(sameOrigin(manifest.id, url, baseUrl));
        translate((module as ThirdPartyModule | null)?.translations?.[currentLocale()]);
        return module;
      },
    }),
  );
  return [...builtIn, ...thirdParty].map((source) => ({
    ...source,
    manifest: translateManifest(source.manifest),
  }));
}

const placementOf = (
  siteSwitch: PublicConfig['extensions'][string] | undefined,
): PlacementPermissions => ({ additions: siteSwitch?.additions, modes: siteSwitch?.modes });

/** Index of a built-in extension's translation. */
type TranslationModule = { readonly translations?: Translations } | undefined;
/** Entry module of a third-party extension, which contains its translations by locale. */
type ThirdPartyModule = { readonly translations?: Readonly<Record<string, Translations>> };

function translate(translations: Translations | undefined): void {
  if (translations !== undefined) addTranslations(translations);
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
