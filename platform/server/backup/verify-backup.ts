import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '#foundation';
import { checkAppliedMigrations, contentsOf } from '../database/migrate.ts';
import {
  damaged,
  FILE_LIST,
  HEADS,
  hashOfFile,
  type LocatedBackup,
  objectPath,
} from './backup-format.ts';
import { listedFiles } from './copy-files.ts';
import type { Progress } from './progress.ts';

/**
 * Reads every byte of a backup and compares the hashes with the manifest.
 * @returns `BACKUP_DAMAGED` with the damaged part, `SCHEMA_NEWER`, `MIGRATION_CHANGED`
 */
export async function verifyBackup(
  { root, folder, manifest }: LocatedBackup,
  progress: Progress,
): Promise<Result<void>> {
  const mismatch = checkAppliedMigrations(manifest.migrations, await contentsOf());
  if (mismatch !== null) return fail(mismatch);
  for (const { file, sha256 } of manifest.tables) {
    const actualSha256 = await hashOfFile(join(folder, file), progress.signal).catch(nullIfMissing);
    if (actualSha256 !== sha256) return fail(damaged(`${file} ${describeMismatch(actualSha256)}`));
  }
  const list = await hashOfFile(join(folder, FILE_LIST)).catch(nullIfMissing);
  if (list !== manifest.files.sha256)
    return fail(damaged(`${FILE_LIST} ${describeMismatch(list)}`));
  const heads = await hashOfFile(join(folder, HEADS)).catch(nullIfMissing);
  if (heads === null || heads !== (manifest.headsSha256 ?? heads)) {
    return fail(damaged(`${HEADS} ${describeMismatch(heads)}`));
  }
  let checked = 0;
  for await (const { key, sha256, bytes } of listedFiles(folder)) {
    progress.report('Check', checked, manifest.files.count, key);
    const path = objectPath(root, sha256);
    const size = await stat(path).then(
      (stats) => stats.size,
      () => null,
    );
    const actualSha256 = size === bytes ? await hashOfFile(path, progress.signal) : null;
    if (actualSha256 !== sha256)
      return fail(damaged(`The bytes of ${key} ${describeMismatch(actualSha256)}`));
    checked += 1;
  }
  progress.done('Check', `${manifest.tables.length} tables and ${checked} files are intact`);
  return ok(undefined);
}

function nullIfMissing(thrown: NodeJS.ErrnoException): null {
  if (thrown.code === 'ENOENT') return null;
  throw thrown;
}

const describeMismatch = (actualSha256: string | null): string =>
  actualSha256 === null ? 'are missing or truncated' : 'differ from the manifest';
