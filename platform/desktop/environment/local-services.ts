import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { manifestSchema, type SiteConfig, siteConfigSchema } from '#contracts';
import { fail, messageOf, ok, type Result } from '#foundation';
import { deviceInvalid } from './desktop-problems.ts';
import { PROJECT_ROOT } from './server-address.ts';

/** Service of this machine's device. */
export interface LocalService {
  /** Name for the log, e.g. `scanner/scan-service`. */
  readonly name: string;
  /** Absolute path of the service's module. */
  readonly entry: string;
  /** Start parameters, passed to the process as JSON. */
  readonly init: object;
  readonly organizationId: string;
  readonly deviceId: string;
}

/**
 * Returns the services of the device in this machine's configuration, for the server at `base`;
 * empty without a device. Skips disabled extensions.
 */
export function localServices(
  env: NodeJS.ProcessEnv,
  base: string,
): Result<readonly LocalService[]> {
  if (!env.CLOCKFACE_CONFIG) return ok([]);
  const file = resolve(env.CLOCKFACE_CONFIG);
  try {
    const config = siteConfigSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    if (config.device === undefined) return ok([]);
    const init = deviceInit(config, config.device, file, env, base);
    const { organizationId, id: deviceId } = config.device;
    const services = Object.entries(config.extensions).flatMap(([id, { enabled, settings }]) =>
      enabled ? servicesOf(id).map((service) => ({ ...service, init: { ...init, settings } })) : [],
    );
    if (services.length === 0)
      return fail(deviceInvalid(file, 'No enabled extension has a service.'));
    return ok(services.map((service) => ({ ...service, organizationId, deviceId })));
  } catch (thrown) {
    return fail(deviceInvalid(file, messageOf(thrown)));
  }
}

/**
 * Returns the device whose services the server of this machine runs: that of the configuration,
 * unless the demonstration is enabled; null without one.
 */
export function servedDeviceId(env: NodeJS.ProcessEnv): Result<string | null> {
  if (!env.CLOCKFACE_CONFIG) return ok(null);
  const file = resolve(env.CLOCKFACE_CONFIG);
  try {
    const config = siteConfigSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return ok(config.demonstration.enabled ? null : (config.device?.id ?? null));
  } catch (thrown) {
    return fail(deviceInvalid(file, messageOf(thrown)));
  }
}

function deviceInit(
  { apiKey, connection, flags }: SiteConfig,
  { organizationId, id, token, mqttUrl }: NonNullable<SiteConfig['device']>,
  file: string,
  env: NodeJS.ProcessEnv,
  base: string,
): object {
  const secret =
    'env' in token
      ? env[token.env]
      : readFileSync(resolve(dirname(file), token.file), 'utf8').trim();
  if (!secret)
    throw new Error(`The token of the device is empty (${Object.values(token).join()}).`);
  const ids = { organizationId, deviceId: id, deviceToken: secret };
  const developerMode = flags.isDevModeUi;
  return { ...ids, apiUrl: new URL('api', base).href, mqttUrl, connection, apiKey, developerMode };
}

function servicesOf(extension: string): readonly Pick<LocalService, 'name' | 'entry'>[] {
  const folder = join(PROJECT_ROOT, 'extensions', extension);
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')),
  );
  return (manifest.server?.services ?? []).map(({ id, entry }) => ({
    name: `${extension}/${id}`,
    entry: join(folder, entry),
  }));
}
