import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '#foundation';
import { contentsOf, refuseApplied } from '../database/migrate.ts';
import {
  damaged,
  FILE_LIST,
  type FoundBackup,
  HEADS,
  hashOfFile,
  objectPath,
} from './backup-format.ts';
import { listedFiles } from './copy-files.ts';
import type { Progress } from './progress.ts';

/**
 * Reads every byte of a backup and compares it with the manifest.
 * @returns `BACKUP_DAMAGED` naming what is wrong, `SCHEMA_NEWER`, `MIGRATION_CHANGED`
 */
export async function verifyBackup(
  { root, folder, manifest }: FoundBackup,
  progress: Progress,
): Promise<Result<void>> {
  const refused = refuseApplied(manifest.migrations, await contentsOf());
  if (refused !== null) return fail(refused);
  for (const { file, sha256 } of manifest.tables) {
    const found = await hashOfFile(join(folder, file), progress.signal).catch(unlessMissing);
    if (found !== sha256) return fail(damaged(`${file} ${wordsOf(found)}`));
  }
  const list = await hashOfFile(join(folder, FILE_LIST)).catch(unlessMissing);
  if (list !== manifest.files.sha256) return fail(damaged(`${FILE_LIST} ${wordsOf(list)}`));
  const heads = await hashOfFile(join(folder, HEADS)).catch(unlessMissing);
  if (heads === null || heads !== (manifest.headsSha256 ?? heads)) {
    return fail(damaged(`${HEADS} ${wordsOf(heads)}`));
  }
  let checked = 0;
  for await (const { key, sha256, bytes } of listedFiles(folder)) {
    progress.tell('Check', checked, manifest.files.count, key);
    const path = objectPath(root, sha256);
    const size = await stat(path).then(
      (seen) => seen.size,
      () => null,
    );
    const found = size === bytes ? await hashOfFile(path, progress.signal) : null;
    if (found !== sha256) return fail(damaged(`The bytes of ${key} ${wordsOf(found)}`));
    checked += 1;
  }
  progress.done('Check', `${manifest.tables.length} tables and ${checked} files are whole`);
  return ok(undefined);
}

function unlessMissing(thrown: NodeJS.ErrnoException): null {
  if (thrown.code === 'ENOENT') return null;
  throw thrown;
}

const wordsOf = (found: string | null): string =>
  found === null ? 'are missing or cut off' : 'are other than the manifest says';
