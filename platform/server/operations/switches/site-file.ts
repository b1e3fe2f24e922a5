import { basename } from 'node:path';
import type { SiteConfig, SiteFile } from '#contracts';
import type { Site } from '../../site/site.ts';

/** Shown in place of values that must stay on the server. */
const REDACTED = 'set, not shown';

/**
 * Returns the site configuration as administrators see it. Lists every entry explicitly, so that a
 * new entry stays on the server until added here. Omits secrets, users and file paths.
 */
export function siteFileOf(site: Site, env: NodeJS.ProcessEnv): SiteFile {
  const { config } = site;
  return {
    file: basename(site.file),
    config: {
      name: config.name,
      ...(config.timeZone === undefined ? {} : { timeZone: config.timeZone }),
      publicUrl: config.publicUrl,
      server: { ...config.server, ...portsOf(env) },
      extensions: config.extensions,
      modes: config.modes,
      thirdParty: config.thirdParty.map(({ folder, ...extension }) => ({
        folder: basename(folder),
        enabled: extension.enabled,
        settings: extension.settings,
        additions: extension.additions ?? true,
        modes: extension.modes ?? true,
        integrity: extension.integrity === undefined ? 'not checked' : extension.integrity,
      })),
      flags: config.flags,
      mail: mailOf(config.mail),
      session: config.session,
      links: config.links,
      roles: config.roles,
      limits: config.limits,
      lists: config.lists,
      storage: storageOf(config.storage),
      broker:
        config.broker === undefined
          ? 'the server’s own'
          : { url: protocolAndHostOf(config.broker.url) },
      workers: config.workers,
      demonstration: config.demonstration,
    },
    origins: originsOf(site, env),
  };
}

function mailOf(mail: SiteConfig['mail']): object {
  if (mail.kind === 'outbox') return { kind: mail.kind, from: mail.from };
  const { kind, host, port, secure, from } = mail;
  return {
    kind,
    host,
    port,
    secure,
    from,
    password: mail.password === undefined ? null : REDACTED,
  };
}

function storageOf(storage: SiteConfig['storage']): object {
  const { kind, encryptNewFiles, scrubHour, encryptionKey } = storage;
  const key = encryptionKey === undefined ? null : REDACTED;
  return { kind, encryptNewFiles, encryptionKey: key, scrubHour };
}

/**
 * Returns protocol and host of a URL, because the other parts may contain user name and password.
 */
function protocolAndHostOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

const PORTS = { port: 'CLOCKFACE_PORT', mqttPort: 'CLOCKFACE_MQTT_PORT' } as const;

function portsOf(env: NodeJS.ProcessEnv): object {
  const named = Object.entries(PORTS).filter(([, name]) => (env[name] ?? '') !== '');
  return Object.fromEntries(named.map(([port, name]) => [port, Number(env[name])]));
}

/** Returns the source of each set entry by its dotted path; an entry with its default is absent. */
function originsOf(site: Site, env: NodeJS.ProcessEnv): SiteFile['origins'] {
  const origins: Record<string, 'site' | 'environment'> = {};
  for (const [entry, value] of Object.entries(site.rawConfig ?? {})) {
    if (entry === 'schema') continue;
    origins[entry] = 'site';
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const inner of Object.keys(value)) origins[`${entry}.${inner}`] = 'site';
  }
  for (const [port, name] of Object.entries(PORTS)) {
    if ((env[name] ?? '') !== '') origins[`server.${port}`] = 'environment';
  }
  const { extensions = {}, modes = {} } = site.environment ?? {};
  for (const id of Object.keys(extensions)) origins[`extensions.${id}`] = 'environment';
  for (const id of Object.keys(modes)) origins[`modes.${id}`] = 'environment';
  return origins;
}
