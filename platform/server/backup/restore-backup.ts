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
  damaged,
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
import { verifyBackup } from './verify-backup.ts';

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
  readonly seconds: number;
}

/**
 * Checks every byte of a backup, restores its data folder and database, migrates the schema to this
 * version and verifies the audit chains. A failed restore leaves a folder that the server refuses
 * to start with.
 */
export async function restoreBackup(request: RestoreRequest): Promise<Result<Restored>> {
  const startedMs = performance.now();
  const { into, store, progress, logger } = request;
  const source = await findBackup(request.from);
  if (!source.ok) return source;
  const verified = await verifyBackup(source.value, progress);
  if (!verified.ok) return verified;
  for (const folder of new Set([into, store])) {
    if (!(await isEmpty(folder))) return fail(notEmpty(folder));
  }
  const teardown = new Teardown(logger);
  try {
    const done = await restoreInto(request, source.value, teardown);
    if (!done.ok) return done;
    const seconds = (performance.now() - startedMs) / 1000;
    return ok({ manifest: source.value.manifest, chains: done.value, seconds });
  } finally {
    await teardown.run();
  }
}

async function restoreInto(
  { into, store, databaseUrl, progress, logger }: RestoreRequest,
  backup: LocatedBackup,
  teardown: Teardown,
): Promise<Result<readonly VerifiedChain[]>> {
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
  const files = await restoreFiles(backup, store, progress);
  if (!files.ok) return files;
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
  const chains = await verifyAudit(db, into);
  await rm(marker);
  await syncFolder(into);
  return ok(chains);
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

async function restoreFiles(
  { root, folder, manifest }: LocatedBackup,
  store: string,
  progress: Progress,
): Promise<Result<void>> {
  const folders = new Set<string>();
  let done = 0;
  for await (const { key, sha256, modifiedMs } of listedFiles(folder)) {
    progress.report('Files', done, manifest.files.count, key);
    const target = join(store, key);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await copyFile(objectPath(root, sha256), target, constants.COPYFILE_FICLONE);
    const actualSha256 = await hashOfFile(target, progress.signal);
    if (actualSha256 !== sha256)
      return fail(damaged(`The bytes of ${key} changed while they were copied`));
    await syncFile(target);
    // Keeps the modification time, so that the next backup treats the file as unchanged.
    await utimes(target, modifiedMs / 1000, modifiedMs / 1000);
    folders.add(dirname(target));
    done += 1;
  }
  for (const folder of folders) await syncFolder(folder);
  progress.done('Files', `${done} files`);
  return ok(undefined);
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
