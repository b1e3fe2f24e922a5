import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, ok, problem, type Result } from '#foundation';
import { loadSite, siteConfigFile } from '../site/load-site.ts';
import { findBackup } from './backup-format.ts';
import { commandLogger, formatBytes, runCommand, storeFolder } from './command.ts';
import { connectDatabase } from './connect-database.ts';
import { createBackup } from './create-backup.ts';
import type { Progress } from './progress.ts';
import { verifyBackup } from './verify-backup.ts';

const USAGE = `npm run backup -- --to FOLDER        creates a backup, also while Clockface runs
npm run backup -- --verify FOLDER    reads every byte of the newest backup in it`;

const usage = (detail: string) => problem('USAGE', 'Specify what to do', detail, USAGE);

/** Uses the data folder and database of `npm start`: `CLOCKFACE_DATA`, `DATABASE_URL`. */
async function backUp(to: string, progress: Progress): Promise<Result<string>> {
  const site = loadSite(siteConfigFile(process.env));
  if (!site.ok) return site;
  const dataFolder = resolve(process.env.CLOCKFACE_DATA || 'data');
  const databaseUrl = process.env.DATABASE_URL || null;
  const database = await connectDatabase({ databaseUrl, dataFolder }, commandLogger);
  if (!database.ok) return database;
  try {
    const store = storeFolder(site.value, dataFolder);
    const { url } = database.value;
    const result = await createBackup({ databaseUrl: url, dataFolder, store, to, progress });
    if (!result.ok) return result;
    const { folder, manifest, copiedFiles, copiedBytes, rewrittenFiles, issues } = result.value;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const lines = [
      `Backup ${folder}`,
      `${rows} rows, ${manifest.files.count} files (${formatBytes(manifest.files.bytes)}), of which ${copiedFiles} (${formatBytes(copiedBytes)}) were new`,
      `Contains everything acknowledged before ${manifest.at}`,
      ...(rewrittenFiles === 0
        ? []
        : [`Damaged files of earlier backups, rewritten from the store: ${rewrittenFiles}`]),
      ...(store === null
        ? ['The files are in the bucket of the site and need a separate backup']
        : []),
      ...issues.map((key) => `Missing or damaged in the store: ${key}`),
    ];
    return ok(lines.join('\n'));
  } finally {
    await database.value.close();
  }
}

async function verify(path: string, progress: Progress): Promise<Result<string>> {
  const source = await findBackup(path);
  if (!source.ok) return source;
  const verified = await verifyBackup(source.value, progress);
  return verified.ok ? ok(`Backup ${source.value.folder} is complete`) : verified;
}

await runCommand(async (progress) => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, verify: { type: 'string' } },
    strict: true,
  });
  if (values.to !== undefined) return backUp(resolve(values.to), progress);
  if (values.verify !== undefined) return verify(resolve(values.verify), progress);
  return fail(usage('--to or --verify is required.'));
}, 'The incomplete backup has a name that ends in .unfinished; the next backup uses its files.');
