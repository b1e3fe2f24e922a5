import { dirname, join, resolve } from 'node:path';
import { fail, ok, problem, type Result } from '#foundation';
import type { Site } from '../site/site.ts';
import type { FileStore } from './file-store.ts';
import { FileSystemStore } from './file-system-store.ts';

/** The store that the site configuration names; without a word of it, `files` in the data folder. */
export async function openStore(
  site: Pick<Site, 'config' | 'file'>,
  dataFolder: string,
): Promise<Result<FileStore>> {
  const { storage } = site.config;
  if (storage.kind === 'folder') {
    const folder =
      storage.folder === undefined
        ? join(dataFolder, 'files')
        : resolve(dirname(site.file), storage.folder);
    return ok(new FileSystemStore(folder));
  }
  return fail(
    problem(
      'STORAGE_UNKNOWN',
      'This kind of storage is not there yet',
      storage.kind,
      'Use a folder.',
    ),
  );
}
