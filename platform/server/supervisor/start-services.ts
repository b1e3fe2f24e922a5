import { join } from 'node:path';
import { SERVICE_INIT_ENV, type ServiceInit } from '../extension/service-init.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import type { Health } from '../operations/system/health.ts';
import type { BuiltInExtension } from '../site/site.ts';
import { ChildService, type ServiceCrash } from './child-service.ts';
import type { Teardown } from './teardown.ts';

export interface ServiceAddresses {
  readonly apiUrl: string;
  readonly mqttUrl: string;
}

/** Returns the init data for an extension's processes. */
export type InitOf = (extension: BuiltInExtension) => ServiceInit;

/** Starts every service process of the enabled extensions. */
export function startServices(
  deps: Pick<ServerDeps, 'logger' | 'site'>,
  health: Health,
  teardown: Teardown,
  initOf: InitOf,
  onCrash: (crash: ServiceCrash) => void,
): void {
  for (const extension of deps.site.extensions) {
    if (!extension.serverEnabled) continue;
    for (const { id, entry } of extension.manifest.server?.services ?? []) {
      const name = `${extension.manifest.id}/${id}`;
      const service = new ChildService({
        name,
        entry: join(extension.folder, entry),
        env: { [SERVICE_INIT_ENV]: JSON.stringify(initOf(extension)) },
        reportsReady: false,
        logger: deps.logger,
        onCrash,
      });
      service.start();
      health.add(name, () => service.isUp);
      teardown.add(name, () => service.stop());
    }
  }
}
