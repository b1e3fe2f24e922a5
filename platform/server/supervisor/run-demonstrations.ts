import { join } from 'node:path';
import { messageOf } from '#foundation';
import {
  type Demonstration,
  markDemonstrated,
  needsDemonstration,
} from '../accounts/demonstration.ts';
import { openSession } from '../accounts/sessions.ts';
import { hashToken } from '../accounts/tokens.ts';
import { SERVICE_INIT_ENV, type ServiceInit } from '../extension/service-init.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import type { BuiltInExtension } from '../site/site.ts';
import { runOnce } from './child-service.ts';
import type { InitOf } from './start-services.ts';
import type { Teardown } from './teardown.ts';

/**
 * Starts the creation of the demonstration scans and resolves without waiting for its end. Runs at
 * the lowest priority, one extension after the other, and once per organization; the next start
 * resumes an interrupted run. Each module uses a session of the demonstration operator, and one of
 * the demonstration physician for sample findings, because operators can't create findings; both
 * end with the module.
 */
export async function runDemonstrations(
  deps: Pick<ServerDeps, 'clock' | 'db' | 'logger' | 'scope' | 'site'>,
  demonstration: Demonstration,
  teardown: Teardown,
  initOf: InitOf,
): Promise<void> {
  const { organizationId } = demonstration;
  if (!deps.site.config.demonstration.scans) return;
  if (!(await needsDemonstration(deps.db, organizationId))) return;
  const queue = deps.site.extensions.filter(
    ({ serverEnabled, manifest }) => serverEnabled && manifest.server?.demonstration !== undefined,
  );
  if (queue.length === 0) return;
  const run = async (): Promise<void> => {
    for (const extension of queue) {
      const code = await runModule(deps, demonstration, teardown, extension, initOf);
      if (deps.scope.ended) return;
      if (code !== 0) {
        deps.logger.log('warn', 'The demonstration ended early; the next start resumes it', {
          extension: extension.manifest.id,
          code,
        });
        return;
      }
    }
    await markDemonstrated(deps.db, organizationId);
  };
  run().catch((thrown: unknown) => {
    if (deps.scope.ended) return;
    deps.logger.log('warn', 'The demonstration failed', { reason: messageOf(thrown) });
  });
}

/**
 * Runs a demonstration module.
 * @returns the exit code; null when a signal ended the process
 */
async function runModule(
  {
    db,
    clock,
    logger,
    scope,
    site,
  }: Pick<ServerDeps, 'clock' | 'db' | 'logger' | 'scope' | 'site'>,
  { organizationId, operatorId, physicianId }: Demonstration,
  teardown: Teardown,
  extension: BuiltInExtension,
  initOf: InitOf,
): Promise<number | null> {
  const operatorToken = await openSession(db, clock, { id: operatorId, organizationId });
  const { patients, findings } = site.config.demonstration;
  const readerToken = findings
    ? await openSession(db, clock, { id: physicianId, organizationId })
    : null;
  const init: ServiceInit = {
    ...initOf(extension),
    operatorToken,
    demonstrationPatients: patients,
    ...(readerToken === null ? {} : { readerToken }),
  };
  const name = `${extension.manifest.id}/demonstration`;
  const run = runOnce({
    name,
    entry: join(extension.folder, extension.manifest.server?.demonstration ?? ''),
    env: { [SERVICE_INIT_ENV]: JSON.stringify(init) },
    logger,
  });
  teardown.add(name, () => run.stop());
  const code = await run.ended;
  if (scope.ended) return code;
  const tokens = readerToken === null ? [operatorToken] : [operatorToken, readerToken];
  await db
    .deleteFrom('sessionToken')
    .where('organizationId', '=', organizationId)
    .where('tokenHash', 'in', tokens.map(hashToken))
    .execute();
  return code;
}
