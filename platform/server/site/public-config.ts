import { HOST_VERSION, type PublicConfig } from '#contracts';
import type { Problem } from '#foundation';
import { extensionSwitches, modeSwitches, type SwitchRow } from './effective-switches.ts';
import type { Site } from './site.ts';

/** Same-origin address of a third-party extension's folder. */
export const THIRD_PARTY_BASE = '/third-party';

/**
 * What the browser may know of the site: a whitelist, so that a new entry of the configuration
 * stays on the server until someone decides otherwise.
 * @param switched what the organization of the page switched; the site's word where it says nothing
 * @param moreProblems found after the configuration was read, e.g. a server door that threw
 */
export function publicConfigOf(
  site: Site,
  moreProblems: readonly Problem[],
  switched: readonly SwitchRow[] = [],
): PublicConfig {
  const { config } = site;
  return {
    name: config.name,
    version: HOST_VERSION,
    apiKey: config.apiKey,
    extensions: extensionsOf(site, switched),
    modes: modesOf(site, switched),
    thirdParty: site.thirdParty.map((extension) => ({
      manifest: extension.manifest,
      url: `${THIRD_PARTY_BASE}/${extension.manifest.id}/${extension.manifest.entry}`,
      settings: { ...extension.settings },
    })),
    flags: config.flags,
    session: config.session,
    links: config.links,
    demonstration: config.demonstration.enabled,
    problems: [...site.problems, ...moreProblems].map(withoutPaths),
  };
}

/** Only what somebody decided: the browser shows the rest as defaults. */
function extensionsOf(site: Site, switched: readonly SwitchRow[]): PublicConfig['extensions'] {
  const settings = new Map(
    site.extensions.map((extension) => [extension.manifest.id, extension.settings]),
  );
  return Object.fromEntries(
    extensionSwitches(site, switched).flatMap(({ name, enabled, origin }) =>
      // A third-party one that is on stands in its own list.
      origin === 'default' || (enabled && !settings.has(name))
        ? []
        : [[name, { enabled, settings: { ...settings.get(name) }, decidedBy: origin }]],
    ),
  );
}

function modesOf(site: Site, switched: readonly SwitchRow[]): PublicConfig['modes'] {
  return Object.fromEntries(
    modeSwitches(site, switched).flatMap(({ name, enabled, origin }) =>
      origin === 'default' ? [] : [[name, { enabled, decidedBy: origin }]],
    ),
  );
}

/** An absolute path, also as a file URL; its last name tells people enough. */
const MACHINE_PATH =
  /(?<![\w.:/\\])(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:[^\s'"\\/]+[\\/])+([^\s'"\\/]*)/g;

/** Anyone may ask for the configuration: where the server keeps its files is for its log. */
function withoutPaths(original: Problem): Problem {
  const named = (text: string): string => text.replaceAll(MACHINE_PATH, '…/$1');
  const { title, detail, source } = original;
  return {
    ...original,
    title: named(title),
    detail: named(detail),
    ...(source === undefined ? {} : { source: named(source) }),
  };
}
