import { join } from 'node:path';
import type { Logger } from '#foundation';
import { type Demonstration, hasNoScans } from '../accounts/demonstration.ts';
import { openSession, replaceDeviceToken } from '../accounts/sessions.ts';
import { hashToken } from '../accounts/tokens.ts';
import { SERVICE_INIT_ENV, type ServiceInit } from '../extension/service-init.ts';
import type { Health } from '../http/health.ts';
import type { ServerParts } from '../server-parts.ts';
import type { BuiltInExtension } from '../site/site.ts';
import { ChildService, runOnce } from './child-service.ts';
import type { Teardown } from './teardown.ts';

export interface ServiceAddresses {
  readonly apiUrl: string;
  readonly mqttUrl: string;
}

type InitOf = (extension: BuiltInExtension) => ServiceInit;

/** What a service of the demonstration device is told; its token is new at every start. */
export async function demonstrationInit(
  parts: ServerParts,
  { organizationId, deviceId }: Demonstration,
  addresses: ServiceAddresses,
): Promise<InitOf> {
  const deviceToken = await replaceDeviceToken(parts.db, { organizationId, id: deviceId });
  const { apiKey } = parts.site.config;
  return ({ settings }) => ({
    ...addresses,
    apiKey,
    organizationId,
    deviceId,
    deviceToken,
    settings: { ...settings },
  });
}

/** Starts every service process that an enabled extension declares. */
export function startServices(
  parts: ServerParts,
  health: Health,
  teardown: Teardown,
  initOf: InitOf,
): void {
  for (const extension of parts.site.extensions) {
    if (!extension.serverEnabled) continue;
    for (const { id, entry } of extension.manifest.server?.services ?? []) {
      const name = `${extension.manifest.id}/${id}`;
      const service = new ChildService({
        name,
        entry: join(extension.folder, entry),
        env: { [SERVICE_INIT_ENV]: JSON.stringify(initOf(extension)) },
        saysReady: false,
        logger: parts.logger,
      });
      service.start();
      health.add(name, () => service.isUp);
      teardown.add(name, () => service.stop());
    }
  }
}

/**
 * Makes the demonstration scans, once and with the lowest priority, where nobody has scanned yet.
 * Each module acts as the demonstration operator; its session ends with it.
 */
export async function runDemonstrations(
  parts: ServerParts,
  demonstration: Demonstration,
  teardown: Teardown,
  initOf: InitOf,
): Promise<void> {
  const { organizationId, operatorId } = demonstration;
  if (!parts.site.config.demonstration.scans) return;
  if (!(await hasNoScans(parts.db, organizationId))) return;
  for (const extension of parts.site.extensions) {
    const entry = extension.manifest.server?.demonstration;
    if (!extension.serverEnabled || entry === undefined) continue;
    const operator = { id: operatorId, organizationId };
    const operatorToken = await openSession(parts.db, parts.clock, operator);
    const name = `${extension.manifest.id}/demonstration`;
    const run = runOnce({
      name,
      entry: join(extension.folder, entry),
      env: { [SERVICE_INIT_ENV]: JSON.stringify({ ...initOf(extension), operatorToken }) },
      logger: parts.logger,
    });
    teardown.add(name, () => run.stop());
    void run.ended.then((code) => finish(parts, name, operatorToken, code));
  }
}

async function finish(
  { db, logger, scope }: { db: ServerParts['db']; logger: Logger; scope: ServerParts['scope'] },
  name: string,
  token: string,
  code: number | null,
): Promise<void> {
  if (code !== 0 && !scope.ended) logger.log('warn', `${name} ended early`, { code });
  if (scope.ended) return;
  await db
    .deleteFrom('sessionToken')
    .where('tokenHash', '=', hashToken(token))
    .execute()
    .catch((thrown: Error) => logger.log('warn', thrown.message));
}
