import { HOST_VERSION, type PublicConfig } from '#contracts';
import type { Problem } from '#foundation';
import type { Site } from './site.ts';

/** Same-origin address of a third-party extension's folder. */
export const THIRD_PARTY_BASE = '/third-party';

/**
 * What the browser may know of the site: a whitelist, so that a new entry of the configuration
 * stays on the server until someone decides otherwise.
 * @param moreProblems found after the configuration was read, e.g. a server door that threw
 */
export function publicConfigOf(site: Site, moreProblems: readonly Problem[]): PublicConfig {
  const { config } = site;
  return {
    name: config.name,
    version: HOST_VERSION,
    apiKey: config.apiKey,
    extensions: Object.fromEntries(
      site.extensions
        // Only what the site says: the browser shows the rest as defaults.
        .filter((one) => Object.hasOwn(config.extensions, one.manifest.id) || !one.enabled)
        .map((one) => [one.manifest.id, { enabled: one.enabled, settings: { ...one.settings } }]),
    ),
    modes: config.modes,
    thirdParty: site.thirdParty.map((one) => ({
      manifest: one.manifest,
      url: `${THIRD_PARTY_BASE}/${one.manifest.id}/${one.manifest.entry}`,
      settings: { ...one.settings },
    })),
    flags: config.flags,
    demonstration: config.demonstration.enabled,
    problems: [...site.problems, ...moreProblems].map(withoutPaths),
  };
}

/** An absolute path, also as a file URL; its last name tells people enough. */
const MACHINE_PATH =
  /(?<![\w.:/\\])(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:[^\s'"\\/]+[\\/])+([^\s'"\\/]*)/g;

/** Anyone may ask for the configuration: where the server keeps its files is for its log. */
function withoutPaths(found: Problem): Problem {
  const named = (text: string): string => text.replaceAll(MACHINE_PATH, '…/$1');
  const { title, detail, source } = found;
  return {
    ...found,
    title: named(title),
    detail: named(detail),
    ...(source === undefined ? {} : { source: named(source) }),
  };
}
