import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JobType } from '#contracts';
import { type Logger, messageOf, type Problem } from '#foundation';
import type { JobHandler, NippleModel, ServerExtension } from '../extension/index.ts';
import type { Site } from './site.ts';
import { doorFailed } from './site-problems.ts';

export interface RegisteredHandler {
  readonly extensionId: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly handler: JobHandler;
}

/** Where a server door is, for whoever opens it again in another process. */
export interface DoorPlace {
  readonly extensionId: string;
  /** Absolute path of the extension's folder. */
  readonly folder: string;
  /** The module, relative to the folder. */
  readonly entry: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

interface OpenedDoor {
  readonly handlers: ReadonlyMap<JobType, RegisteredHandler>;
  readonly nippleModel: NippleModel | null;
}

/** What the server halves of the enabled extensions registered. */
export interface ServerDoors {
  readonly handlers: ReadonlyMap<JobType, RegisteredHandler>;
  /** The extension that offers a nipple model; its model runs elsewhere. */
  readonly nippleDoor: DoorPlace | null;
  readonly problems: readonly Problem[];
}

/**
 * Imports the server door of every enabled extension and lets it register. A door that throws, or
 * claims a job type or the nipple that another one has, is left out whole and told; the others work.
 */
export async function openServerDoors(site: Site, logger: Logger): Promise<ServerDoors> {
  const handlers = new Map<JobType, RegisteredHandler>();
  const problems: Problem[] = [];
  let nippleDoor: DoorPlace | null = null;
  for (const extension of site.extensions) {
    const { manifest, folder, settings, serverEnabled } = extension;
    if (!serverEnabled || manifest.server === undefined) continue;
    const place = { extensionId: manifest.id, folder, entry: manifest.server.entry, settings };
    try {
      const opened = await openDoor(place, logger);
      if (opened.nippleModel !== null && nippleDoor !== null) {
        throw new Error(`The nipple is located by ${nippleDoor.extensionId}`);
      }
      for (const [jobType, handler] of opened.handlers) {
        const other = handlers.get(jobType);
        if (other !== undefined) throw new Error(`${jobType} is handled by ${other.extensionId}`);
        handlers.set(jobType, handler);
      }
      if (opened.nippleModel !== null) nippleDoor = place;
    } catch (thrown) {
      problems.push(doorFailed(manifest.id, messageOf(thrown)));
    }
  }
  return { handlers, nippleDoor, problems };
}

/** Imports one server door and lets it register. Throws what the door throws. */
export async function openDoor(place: DoorPlace, logger: Logger): Promise<OpenedDoor> {
  const { extensionId, folder, entry, settings } = place;
  const module: { serverExtension?: ServerExtension } = await import(
    pathToFileURL(join(folder, entry)).href
  );
  const door = module.serverExtension;
  if (door === undefined) throw new Error(`${entry} exports no serverExtension`);
  if (door.id !== extensionId) throw new Error(`Its door says ${door.id}`);
  const registered = new Map<JobType, RegisteredHandler>();
  let nippleModel: NippleModel | null = null;
  door.register({
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
