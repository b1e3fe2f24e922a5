import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JobType } from '#contracts';
import { type Logger, messageOf, type Problem } from '#foundation';
import type { JobHandler, ServerExtension } from '../extension/server-extension.ts';
import type { BuiltInExtension, Site } from './site.ts';
import { doorFailed } from './site-problems.ts';

export interface RegisteredHandler {
  readonly extensionId: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly handler: JobHandler;
}

/** What the server halves of the enabled extensions registered. */
export interface ServerDoors {
  readonly handlers: ReadonlyMap<JobType, RegisteredHandler>;
  readonly problems: readonly Problem[];
}

/**
 * Imports the server door of every enabled extension and lets it register. A door that throws, or
 * claims a job type that another one has, is left out whole and told; the others work.
 */
export async function openServerDoors(site: Site, logger: Logger): Promise<ServerDoors> {
  const handlers = new Map<JobType, RegisteredHandler>();
  const problems: Problem[] = [];
  for (const extension of site.extensions) {
    if (!extension.serverEnabled || extension.manifest.server === undefined) continue;
    try {
      const registered = await openDoor(extension, extension.manifest.server.entry, logger);
      for (const [jobType, handler] of registered) {
        const other = handlers.get(jobType);
        if (other !== undefined) throw new Error(`${jobType} is handled by ${other.extensionId}`);
        handlers.set(jobType, handler);
      }
    } catch (thrown) {
      problems.push(doorFailed(extension.manifest.id, messageOf(thrown)));
    }
  }
  return { handlers, problems };
}

async function openDoor(
  extension: BuiltInExtension,
  entry: string,
  logger: Logger,
): Promise<ReadonlyMap<JobType, RegisteredHandler>> {
  const { settings, manifest } = extension;
  const module: { serverExtension?: ServerExtension } = await import(
    pathToFileURL(join(extension.folder, entry)).href
  );
  const door = module.serverExtension;
  if (door === undefined) throw new Error(`${entry} exports no serverExtension`);
  if (door.id !== manifest.id) throw new Error(`Its door says ${door.id}`);
  const registered = new Map<JobType, RegisteredHandler>();
  door.register({
    settings,
    log: logger,
    jobs: {
      handle(jobType, handler) {
        if (registered.has(jobType)) throw new Error(`It handles ${jobType} twice`);
        registered.set(jobType, { extensionId: manifest.id, settings, handler });
      },
    },
  });
  return registered;
}
