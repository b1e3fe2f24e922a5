import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JobType } from '#contracts';
import { type Logger, messageOf, type Problem } from '#foundation';
import type { JobHandler, NippleModel, ServerExtension } from '../extension/index.ts';
import type { Site } from './site.ts';
import { entryPointFailed } from './site-problems.ts';

export interface RegisteredHandler {
  readonly extensionId: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly handler: JobHandler;
}

/** Location of an extension's server entry point, for loading in another process. */
export interface ServerEntryPoint {
  readonly extensionId: string;
  /** Absolute path of the extension's folder. */
  readonly folder: string;
  /** Module path, relative to the folder. */
  readonly entry: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

interface LoadedEntryPoint {
  readonly handlers: ReadonlyMap<JobType, RegisteredHandler>;
  readonly nippleModel: NippleModel | null;
}

/** Registrations of the server halves of enabled extensions. */
export interface ServerRegistrations {
  readonly handlers: ReadonlyMap<JobType, RegisteredHandler>;
  /** Entry point of the extension with the nipple model, which runs in another process. */
  readonly nippleEntryPoint: ServerEntryPoint | null;
  readonly problems: readonly Problem[];
}

/**
 * Imports and registers the server entry point of every enabled extension. An entry point that
 * throws, or claims a job type or the nipple model of another extension, is skipped completely and
 * listed in `problems`.
 */
export async function loadServerRegistrations(
  site: Site,
  logger: Logger,
): Promise<ServerRegistrations> {
  const handlers = new Map<JobType, RegisteredHandler>();
  const problems: Problem[] = [];
  let nippleEntryPoint: ServerEntryPoint | null = null;
  for (const extension of site.extensions) {
    const { manifest, folder, settings, serverEnabled } = extension;
    if (!serverEnabled || manifest.server === undefined) continue;
    const entryPoint = { extensionId: manifest.id, folder, entry: manifest.server.entry, settings };
    try {
      const loaded = await loadEntryPoint(entryPoint, logger);
      if (loaded.nippleModel !== null && nippleEntryPoint !== null) {
        throw new Error(`The nipple is located by ${nippleEntryPoint.extensionId}`);
      }
      for (const [jobType, handler] of loaded.handlers) {
        const other = handlers.get(jobType);
        if (other !== undefined) throw new Error(`${jobType} is handled by ${other.extensionId}`);
        handlers.set(jobType, handler);
      }
      if (loaded.nippleModel !== null) nippleEntryPoint = entryPoint;
    } catch (thrown) {
      problems.push(entryPointFailed(manifest.id, messageOf(thrown)));
    }
  }
  return { handlers, nippleEntryPoint, problems };
}

/** Imports and registers one server entry point. Rethrows its errors. */
export async function loadEntryPoint(
  entryPoint: ServerEntryPoint,
  logger: Logger,
): Promise<LoadedEntryPoint> {
  const { extensionId, folder, entry, settings } = entryPoint;
  const module: { serverExtension?: ServerExtension } = await import(
    pathToFileURL(join(folder, entry)).href
  );
  const serverExtension = module.serverExtension;
  if (serverExtension === undefined) throw new Error(`${entry} exports no serverExtension`);
  if (serverExtension.id !== extensionId)
    throw new Error(`The entry point has the id ${serverExtension.id}`);
  const registered = new Map<JobType, RegisteredHandler>();
  let nippleModel: NippleModel | null = null;
  serverExtension.register({
    settings,
    log: logger,
    jobs: {
      handle(jobType, handler) {
        if (registered.has(jobType)) throw new Error(`It handles ${jobType} twice`);
        registered.set(jobType, { extensionId, settings, handler });
      },
    },
    nipple: {
      offer(model) {
        if (nippleModel !== null) throw new Error('It offers a nipple model twice');
        nippleModel = model;
      },
    },
  });
  return { handlers: registered, nippleModel };
}
