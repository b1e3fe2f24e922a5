import { join } from 'node:path';
import { fail, ok, type Result } from '#foundation';
import { checkAppliedMigrations, contentsOf } from '../database/migrate.ts';
import {
  damaged,
  FILE_LIST,
  type FileEntry,
  filesDamaged,
  HEADS,
  hashOfFile,
  type LocatedBackup,
  nameList,
} from './backup-format.ts';
import { listedFiles } from './copy-files.ts';
import { ObjectChecks } from './object-check.ts';
import type { Progress } from './progress.ts';

/**
 * Reads every byte of a backup and compares the hashes with the manifest.
 * @returns the damaged files, without which the backup can be restored; `BACKUP_DAMAGED`
 *   with the damaged parts if the tables or lists are damaged, `SCHEMA_NEWER`, `MIGRATION_CHANGED`
 */
export async function findDamagedFiles(
  backup: LocatedBackup,
  progress: Progress,
): Promise<Result<readonly FileEntry[]>> {
  const { root, folder, manifest } = backup;
  const mismatch = checkAppliedMigrations(manifest.migrations, await contentsOf());
  if (mismatch !== null) return fail(mismatch);
  const parts = await damagedParts(backup, progress);
  if (parts.length > 0) return fail(damaged(nameList(parts)));
  const checks = new ObjectChecks(root, progress.signal);
  const damagedFiles: FileEntry[] = [];
  let checked = 0;
  for await (const entry of listedFiles(folder)) {
    progress.report('Check', checked, manifest.files.count, entry.key);
    if (!(await checks.isIntact(entry))) damagedFiles.push(entry);
    checked += 1;
  }
  const intact = `${manifest.tables.length} tables and ${checked - damagedFiles.length} files are intact`;
  const rest = damagedFiles.length === 0 ? '' : `, ${damagedFiles.length} files are damaged`;
  progress.done('Check', `${intact}${rest}`);
  return ok(damagedFiles);
}

/** Same as `findDamagedFiles`; damaged files are a failure too. */
export async function verifyBackup(
  backup: LocatedBackup,
  progress: Progress,
): Promise<Result<void>> {
  const found = await findDamagedFiles(backup, progress);
  if (!found.ok) return found;
  return found.value.length === 0
    ? ok(undefined)
    : fail(filesDamaged(found.value.map(({ key }) => key)));
}

/** Returns a line for each damaged table or list, without which nothing can be restored. */
async function damagedParts(
  { folder, manifest }: LocatedBackup,
  progress: Progress,
): Promise<readonly string[]> {
  const parts = [
    ...manifest.tables,
    { file: FILE_LIST, sha256: manifest.files.sha256 },
    { file: HEADS, sha256: manifest.headsSha256 },
  ];
  const lines: string[] = [];
  for (const { file, sha256 } of parts) {
    const actualSha256 = await hashOfFile(join(folder, file), progress.signal).catch(() => {
      progress.signal.throwIfAborted();
      return null;
    });
    // Backups from before the hash of the heads was added cannot be compared.
    if (actualSha256 !== null && actualSha256 === (sha256 ?? actualSha256)) continue;
    lines.push(`${file} ${actualSha256 === null ? 'cannot be read' : 'differs from the manifest'}`);
  }
  return lines;
}
