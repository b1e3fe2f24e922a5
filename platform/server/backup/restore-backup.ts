import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { fail, type Logger, ok, problem, type Result } from '#foundation';
import { auditFolder } from '../audit/audit-heads.ts';
import { type VerifiedChain, verifyAudit } from '../audit/verify-audit.ts';
import { clusterFolder } from '../database/cluster-folder.ts';
import { databaseUser } from '../database/database-user.ts';
import { EmbeddedPostgres } from '../database/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Database } from '../database/schema.ts';
import { lockDataFolder } from '../supervisor/data-folder-lock.ts';
import { Teardown } from '../supervisor/teardown.ts';
import { UNFINISHED_RESTORE } from '../supervisor/unfinished-restore.ts';
import {
  type FileEntry,
  findBackup,
  HEADS,
  hashOfFile,
  type LocatedBackup,
  type Manifest,
  objectPath,
  syncFolder,
} from './backup-format.ts';
import { listedFiles } from './copy-files.ts';
import { endClient, insertAuditRow, writeDurably } from './create-backup.ts';
import { syncFile } from './dump-tables.ts';
import { loadTables } from './load-tables.ts';
import type { Progress } from './progress.ts';
import { type LostFile, quarantineFiles } from './quarantine-files.ts';
import { findDamagedFiles } from './verify-backup.ts';

export interface RestoreRequest {
  /** A backup folder, or a single backup in that folder. */
  readonly from: string;
  /** Data folder to create; must be missing or empty. */
  readonly into: string;
  /** Store folder of the site; `<into>/files` by default. */
  readonly store: string;
  /** Empty external database of the site; null for the embedded database. */
  readonly databaseUrl: string | null;
  readonly progress: Progress;
  readonly logger: Logger;
}

export interface Restored {
  readonly manifest: Manifest;
  readonly chains: readonly VerifiedChain[];
  /** Files that are damaged in the backup and were left out; quarantined in the database. */
  readonly lostFiles: readonly LostFile[];
  readonly seconds: number;
}

/**
 * Checks every byte of a backup, restores its data folder and database, migrates the schema to this
 * version and verifies the audit chains. Leaves out damaged files and returns them; damaged tables
 * stop the restore before anything is created. A failed restore leaves a folder that the server refuses
 * to start with.
 */
export async function restoreBackup(request: RestoreRequest): Promise<Result<Restored>> {
  const startedMs = performance.now();
  const { into, store, progress, logger } = request;
  const source = await findBackup(request.from);
  if (!source.ok) return source;
  const damagedFiles = await findDamagedFiles(source.value, progress);
  if (!damagedFiles.ok) return damagedFiles;
  for (const folder of new Set([into, store])) {
    if (!(await isEmpty(folder))) return fail(notEmpty(folder));
  }
  const teardown = new Teardown(logger);
  try {
    const done = await restoreInto(request, source.value, damagedFiles.value, teardown);
    if (!done.ok) return done;
    const seconds = (performance.now() - startedMs) / 1000;
    return ok({ manifest: source.value.manifest, ...done.value, seconds });
  } finally {
    await teardown.run();
  }
}

async function restoreInto(
  { into, store, databaseUrl, progress, logger }: RestoreRequest,
  backup: LocatedBackup,
  damagedFiles: readonly FileEntry[],
  teardown: Teardown,
): Promise<Result<Pick<Restored, 'chains' | 'lostFiles'>>> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  const lock = lockDataFolder(into);
  if (!lock.ok) return lock;
  teardown.add('The lock of the data folder', () => lock.value.dispose());
  const marker = join(into, UNFINISHED_RESTORE);
  await writeDurably(marker, `${backup.folder}\n`);
  await syncFolder(into);
  const url = await databaseFor(databaseUrl, into, teardown, logger);
  if (!url.ok) return url;
  const db = openDatabase({ url: url.value, logger });
  teardown.add('The database connections', () => db.destroy());
  if (await hasTables(db)) return fail(databaseNotEmpty());
  const lostEntries = await restoreFiles(backup, damagedFiles, store, progress);
  await mkdir(auditFolder(into), { recursive: true, mode: 0o700 });
  const heads = await readFile(join(backup.folder, HEADS));
  await writeDurably(join(auditFolder(into), 'heads.jsonl'), heads);
  const migrated = await migrate(db, { upTo: backup.manifest.migrations.at(-1)?.name ?? '' });
  if (!migrated.ok) return migrated;
  const loaded = await loadDatabase(url.value, backup, progress);
  if (!loaded.ok) return loaded;
  const updated = await migrate(db);
  if (!updated.ok) return updated;
  progress.done('Schema', `${updated.value.length} newer migrations`);
  const lostFiles = await quarantineFiles(db, lostEntries);
  const chains = await verifyAudit(db, into);
  await rm(marker);
  await syncFolder(into);
  return ok({ chains, lostFiles });
}

async function databaseFor(
  databaseUrl: string | null,
  into: string,
  teardown: Teardown,
  logger: Logger,
): Promise<Result<string>> {
  if (databaseUrl !== null) return ok(databaseUrl);
  const { cluster } = clusterFolder(into, databaseUser());
  if (existsSync(cluster)) return fail(clusterExists(cluster));
  const embedded = await EmbeddedPostgres.start(into, logger);
  if (!embedded.ok) return embedded;
  teardown.add('The database server', () => embedded.value.stop());
  return ok(embedded.value.url);
}

async function loadDatabase(
  url: string,
  { folder, manifest }: LocatedBackup,
  progress: Progress,
): Promise<Result<void>> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener a lost connection would end the process; the running query rejects anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const loaded = await loadTables(client, folder, manifest, progress);
    if (loaded.ok) await insertAuditRow(client, 'restoreBackup');
    return loaded;
  } finally {
    await endClient(client);
  }
}

/**
 * Copies an object and compares the copy with its hash. Returns false, without a copy, for an object
 * that has changed or cannot be read since the check.
 * @throws errors of the target, such as a full disk
 */
async function copyObject(
  object: string,
  target: string,
  { sha256 }: FileEntry,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await copyFile(object, target, constants.COPYFILE_FICLONE);
  } catch (thrown) {
    if (!isReadError(thrown)) throw thrown;
    await rm(target, { force: true });
    return false;
  }
  if ((await hashOfFile(target, signal)) === sha256) return true;
  await rm(target);
  return false;
}

/** Returns whether the source of a copy is missing or cannot be read, for example a bad sector. */
const isReadError = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  'code' in thrown &&
  (thrown.code === 'ENOENT' || thrown.code === 'EIO');

/** Copies the files except the damaged ones. Returns all files that were left out. */
async function restoreFiles(
  { root, folder, manifest }: LocatedBackup,
  damagedFiles: readonly FileEntry[],
  store: string,
  progress: Progress,
): Promise<readonly FileEntry[]> {
  const lost = new Map(damagedFiles.map((entry) => [entry.key, entry]));
  const folders = new Set<string>();
  let done = 0;
  for await (const entry of listedFiles(folder)) {
    const { key, sha256, modifiedMs } = entry;
    progress.report('Files', done, manifest.files.count, key);
    done += 1;
    if (lost.has(key)) continue;
    const target = join(store, key);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    folders.add(dirname(target));
    if (!(await copyObject(objectPath(root, sha256), target, entry, progress.signal))) {
      lost.set(key, entry);
      continue;
    }
    await syncFile(target);
    // Keeps the modification time, so that the next backup treats the file as unchanged.
    await utimes(target, modifiedMs / 1000, modifiedMs / 1000);
  }
  for (const folder of folders) await syncFolder(folder);
  const left = lost.size === 0 ? '' : `, ${lost.size} damaged files left out`;
  progress.done('Files', `${done - lost.size} files${left}`);
  return [...lost.values()];
}

/**
 * Returns whether the database contains any tables, also of other applications, because a restore
 * would empty them.
 */
async function hasTables(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind in ('r', 'p') and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    ) limit 1`.execute(db);
  return rows.length > 0;
}

async function isEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return [] as string[];
    throw thrown;
  });
  return names.length === 0;
}

const notEmpty = (folder: string) =>
  problem(
    'RESTORE_NOT_EMPTY',
    'A restore needs an empty folder',
    `${folder} is not empty.`,
    'Specify another folder, or move this one. Nothing was changed.',
  );

const clusterExists = (cluster: string) =>
  problem(
    'RESTORE_NOT_EMPTY',
    'The database of a previous data folder at this path still exists',
    cluster,
    'Move that database, remove the target folder, and restore again.',
  );

const databaseNotEmpty = () =>
  problem(
    'RESTORE_NOT_EMPTY',
    'A restore needs an empty database',
    'The database of DATABASE_URL contains tables.',
    'Create a new database and set it in DATABASE_URL. Nothing was changed.',
  );
