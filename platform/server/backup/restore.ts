import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, ok, problem, type Result } from '#foundation';
import { loadSite, siteConfigFile } from '../site/load-site.ts';
import { nameList } from './backup-format.ts';
import { commandLogger, formatBytes, runCommand, storeFolder } from './command.ts';
import type { Progress } from './progress.ts';
import type { LostFile } from './quarantine-files.ts';
import { restoreBackup } from './restore-backup.ts';

const USAGE = `npm run restore -- --from FOLDER --into DATA
FOLDER is the folder of --to of a backup, or one backup below FOLDER/backups; DATA is the new data
folder. With DATABASE_URL the tables are restored into that database, which must be empty.`;

async function restore(from: string, into: string, progress: Progress): Promise<Result<string>> {
  const site = loadSite(siteConfigFile(process.env));
  if (!site.ok) return site;
  const restored = await restoreBackup({
    from,
    into,
    // A bucket has no folder, and its backups contain no files, so nothing is written to this
    // folder.
    store: storeFolder(site.value, into) ?? join(into, 'files'),
    databaseUrl: process.env.DATABASE_URL || null,
    progress,
    logger: commandLogger,
  });
  if (!restored.ok) return restored;
  const { manifest, chains, lostFiles, seconds } = restored.value;
  const brokenChains = chains.filter(({ firstBad }) => firstBad !== null);
  const entries = chains.reduce((sum, { checked }) => sum + checked, 0);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return ok(
    [
      `Restored ${into} as it was at ${manifest.at}`,
      `${rows} rows, ${manifest.files.count - lostFiles.length} of ${manifest.files.count} files (${formatBytes(manifest.files.bytes)}), in ${seconds.toFixed(1)} s`,
      ...(brokenChains.length === 0
        ? [`The audit trail is intact: ${entries} entries in ${chains.length} chains`]
        : brokenChains.map(
            ({ chain, firstBad }) =>
              `WARNING: the audit trail of ${chain} is not intact: entry ${firstBad?.position} is ${firstBad?.fault}`,
          )),
      ...lostFileLines(lostFiles),
      'All users must sign in again',
    ].join('\n'),
  );
}

function lostFileLines(lostFiles: readonly LostFile[]): readonly string[] {
  if (lostFiles.length === 0) return [];
  const names = lostFiles.map(
    ({ key, sha256, record }) => `${key} (${record ?? 'not in use'}), object ${sha256}`,
  );
  return [
    `WARNING: ${lostFiles.length} files are damaged in the backup and were left out:`,
    nameList(names),
    'Copy these objects from another copy of the backup folder to their names in the store; the nightly check then releases the files. If the old server still runs, create a new backup there and restore again',
  ];
}

await runCommand(async (progress) => {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, into: { type: 'string' } },
    strict: true,
  });
  if (values.from !== undefined && values.into !== undefined) {
    return restore(resolve(values.from), resolve(values.into), progress);
  }
  const detail = '--from and --into are required.';
  return fail(problem('USAGE', 'Specify what to restore, and where', detail, USAGE));
}, 'The incomplete folder is not usable and can be deleted.');
