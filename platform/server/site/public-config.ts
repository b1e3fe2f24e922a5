import type { PublicConfig } from '#contracts';
import type { Problem } from '#foundation';
import { extensionSwitches, modeSwitches, type SwitchRow } from './effective-switches.ts';
import { PRODUCT_VERSION } from './product-version.ts';
import type { PlacementPermissions, Site } from './site.ts';

/** Same-origin path of third-party extension folders. */
export const THIRD_PARTY_BASE = '/third-party';

/**
 * Returns the site configuration for the browser. Lists every entry explicitly, so that a new entry
 * stays on the server until added here.
 * @param switched switches set by the page's organization; other switches have the site's value
 * @param moreProblems problems found after reading the configuration, e.g. a server entry point
 * that threw
 */
export function publicConfigOf(
  site: Site,
  moreProblems: readonly Problem[],
  switched: readonly SwitchRow[] = [],
): PublicConfig {
  const { config } = site;
  return {
    name: config.name,
    version: PRODUCT_VERSION,
    apiKey: config.apiKey,
    ...(config.locale === undefined ? {} : { locale: config.locale }),
    extensions: extensionsOf(site, switched),
    modes: modesOf(site, switched),
    thirdParty: site.thirdParty.map((extension) => ({
      manifest: extension.manifest,
      url: `${THIRD_PARTY_BASE}/${extension.manifest.id}/${extension.manifest.entry}`,
      settings: { ...extension.settings },
      ...permissionsOf(extension.placement),
    })),
    flags: config.flags,
    session: config.session,
    links: config.links,
    connection: config.connection,
    limits: { findingProviderSeconds: config.limits.findingProviderSeconds },
    demonstration: config.demonstration.enabled,
    sendsMail: config.mail.kind !== 'outbox',
    problems: [...site.problems, ...moreProblems].map(withoutPaths),
  };
}

/** Returns the extensions with an explicit switch; the browser assumes defaults for the others. */
function extensionsOf(site: Site, switched: readonly SwitchRow[]): PublicConfig['extensions'] {
  const settings = new Map(
    site.extensions.map((extension) => [extension.manifest.id, extension.settings]),
  );
  return Object.fromEntries(
    extensionSwitches(site, switched).flatMap(({ name, enabled, origin }) =>
      // Enabled third-party extensions are in a list of their own.
      origin === 'default' || (enabled && !settings.has(name))
        ? []
        : [
            [
              name,
              {
                enabled,
                settings: { ...settings.get(name) },
                decidedBy: origin,
                ...permissionsOf(site.config.extensions[name]),
              },
            ],
          ],
    ),
  );
}

/** Returns what the site permits to place; without the entries that it does not set. */
function permissionsOf(set: PlacementPermissions | undefined): PlacementPermissions {
  return {
    ...(set?.additions === undefined ? {} : { additions: set.additions }),
    ...(set?.modes === undefined ? {} : { modes: set.modes }),
  };
}

function modesOf(site: Site, switched: readonly SwitchRow[]): PublicConfig['modes'] {
  return Object.fromEntries(
    modeSwitches(site, switched).flatMap(({ name, enabled, origin }) =>
      origin === 'default' ? [] : [[name, { enabled, decidedBy: origin }]],
    ),
  );
}

/** Absolute path, also as a file URL; its last segment is kept. */
const MACHINE_PATH =
  /(?<![\w.:/\\])(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:[^\s'"\\/]+[\\/])+([^\s'"\\/]*)/g;

/** Removes paths, because the configuration is public and server paths belong only in the log. */
function withoutPaths(original: Problem): Problem {
  const shortened = (text: string): string => text.replaceAll(MACHINE_PATH, '…/$1');
  const { title, detail, source } = original;
  return {
    ...original,
    title: shortened(title),
    detail: shortened(detail),
    ...(source === undefined ? {} : { source: shortened(source) }),
  };
}
