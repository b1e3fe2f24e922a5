import { dirname, isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod';
import { isLoopbackName, roleIssue, type SiteConfig, siteConfigSchema } from '#contracts';
import { fail, ok, type Problem, type Result } from '#foundation';
import { findBuiltIn } from './built-in-extensions.ts';
import { type EnvironmentSwitches, environmentSwitches } from './environment-switches.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { readJson } from './read-json.ts';
import { readReportLogo } from './report-logo.ts';
import { reportingTextProblems } from './reporting-text-problems.ts';
import type { Site } from './site.ts';
import { configInvalid, configUnreadable, environmentInvalid } from './site-problems.ts';
import { findThirdParty } from './third-party-extensions.ts';

/** Returns the configuration file that the environment names, else `config/default.json`. */
export function siteConfigFile(env: NodeJS.ProcessEnv): string {
  const path = env.CLOCKFACE_CONFIG;
  if (path === undefined || path === '') return join(PROJECT_ROOT, 'config/default.json');
  return isAbsolute(path) ? path : resolve(path);
}

/**
 * Reads the site configuration and the manifests of its extensions. An invalid configuration fails
 * the start; an invalid extension is skipped and listed in `problems`.
 */
export function loadSite(
  file: string,
  extensionsFolder: string = join(PROJECT_ROOT, 'extensions'),
  env: NodeJS.ProcessEnv = process.env,
): Result<Site> {
  const read = readJson(file, siteConfigSchema);
  if ('unreadable' in read) return fail(configUnreadable(file, read.unreadable));
  if ('invalid' in read) return fail(configInvalid(file, read.invalid));
  const environment = environmentSwitches(env);
  if (typeof environment === 'string') return fail(environmentInvalid(environment));
  const config = withEnvironment(read.value, environment);
  const builtIn = findBuiltIn(extensionsFolder, config);
  const contradiction = findContradiction(file, config, builtIn.ids);
  if (contradiction !== null) return fail(contradiction);
  const logo = readReportLogo(file, config);
  if (!logo.ok) return logo;
  const thirdParty = findThirdParty(dirname(file), config, builtIn.ids);
  return ok({
    config,
    file,
    rawConfig: rawConfigOf(file),
    environment,
    extensions: builtIn.extensions,
    thirdParty: thirdParty.extensions,
    reportLogo: logo.value,
    problems: [
      ...builtIn.problems,
      ...thirdParty.problems,
      ...reportingTextProblems(builtIn.extensions),
    ],
  });
}

/** Returns the content of the file without defaults; empty when the file cannot be read. */
function rawConfigOf(file: string): Readonly<Record<string, unknown>> {
  const read = readJson(file, z.record(z.string(), z.unknown()));
  return 'value' in read ? read.value : {};
}

function withEnvironment(config: SiteConfig, environment: EnvironmentSwitches): SiteConfig {
  const extensions = { ...config.extensions };
  for (const [id, enabled] of Object.entries(environment.extensions)) {
    extensions[id] = { settings: {}, ...extensions[id], enabled };
  }
  const modes = { ...config.modes };
  for (const [id, enabled] of Object.entries(environment.modes)) modes[id] = { enabled };
  return { ...config, extensions, modes };
}

/**
 * Returns a problem that no single entry shows: unknown extensions, invalid roles, or demonstration
 * accounts that other machines can reach; null when there is none.
 */
function findContradiction(
  file: string,
  config: SiteConfig,
  known: ReadonlySet<string>,
): Problem | null {
  // A misspelt id would leave an extension enabled that the site intends to disable.
  const unknown = Object.keys(config.extensions).filter((id) => !known.has(id));
  if (unknown.length > 0) {
    return configInvalid(
      file,
      `extensions contains the unknown ${unknown.join(', ')}. Available: ${[...known].join(', ')}.`,
    );
  }
  const roles = roleIssue(config.roles);
  if (roles !== null) return configInvalid(file, roles);
  const demonstration = config.demonstration.enabled ? demonstrationIssue(config) : null;
  return demonstration === null ? null : configInvalid(file, demonstration);
}

/** Returns why demonstration accounts would be reachable from other machines; null otherwise. */
function demonstrationIssue({ publicUrl, server }: SiteConfig): string | null {
  const reason = 'demonstration accounts have a known password, so';
  if (!isLoopbackName(server.host)) {
    return `${reason} server.host must be a loopback address, not ${server.host}.`;
  }
  if (server.trustedProxies.length > 0) {
    return `${reason} server.trustedProxies must be empty, or set demonstration.enabled to false.`;
  }
  if (publicUrl !== null && !isLoopbackName(new URL(publicUrl).hostname)) {
    return `${reason} publicUrl must be a loopback address, not ${publicUrl}, or set demonstration.enabled to false.`;
  }
  return null;
}
