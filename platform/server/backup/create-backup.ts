import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import pg from 'pg';
import { ok, type Result } from '#foundation';
import { CHAIN_START, NO_ORGANIZATION } from '../audit/audit-hash.ts';
import { type AuditHead, auditFolder, readHeads } from '../audit/audit-heads.ts';
import type { AppliedMigration } from '../database/migrate.ts';
import { PRODUCT_VERSION } from '../site/product-version.ts';
import {
  BACKUPS,
  FILE_LIST,
  type FileEntry,
  HEADS,
  MANIFEST,
  type Manifest,
  OBJECTS,
  syncFolder,
  UNFINISHED,
} from './backup-format.ts';
import { checkReferences } from './check-references.ts';
import { type CopiedFiles, copyFiles } from './copy-files.ts';
import { dumpTables, sequencesOf, syncFile } from './dump-tables.ts';
import type { Progress } from './progress.ts';

export interface BackupRequest {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  /** Folder of the store; null when files are in a bucket, which is backed up separately. */
  readonly store: string | null;
  /** Destination of backups; created when missing. */
  readonly to: string;
  readonly progress: Progress;
}

export interface CreatedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly copiedFiles: number;
  readonly copiedBytes: number;
  /** Number of damaged objects of earlier backups that were written again from the store. */
  readonly rewrittenFiles: number;
  /** Keys referenced by rows whose files are missing or different, at most 100. */
  readonly issues: readonly string[];
}

const NO_FILES: CopiedFiles = { entries: [], copied: 0, copiedBytes: 0, rewritten: 0 };

/**
 * Creates a backup while the server runs: first the tables in one snapshot, then every file of the
 * store, because a row never references a file that is not stored yet. Contains everything
 * acknowledged before `manifest.at`. An interrupted backup remains as a folder with the suffix
 * `.unfinished`.
 */
export async function createBackup(request: BackupRequest): Promise<Result<CreatedBackup>> {
  const { databaseUrl, dataFolder, store, to, progress } = request;
  await mkdir(join(to, OBJECTS), { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: databaseUrl });
  // Without a listener a lost connection would end the process; the running query rejects anyway.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await insertAuditRow(client, 'makeBackup');
    await client.query('begin isolation level repeatable read read only');
    const snapshot = await snapshotStateOf(client);
    const name = snapshot.at.replaceAll(':', '-');
    const draft = join(to, BACKUPS, `${name}${UNFINISHED}`);
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const tables = await dumpTables(client, draft, progress);
    const sequences = await sequencesOf(client);
    const files = store === null ? NO_FILES : await copyFiles(store, to, progress);
    const issues = store === null ? [] : await checkReferences(client, files.entries, progress);
    const headsSha256 = await writeHeads(dataFolder, snapshot.heads, draft);
    const manifest: Manifest = {
      format: 1,
      product: PRODUCT_VERSION,
      at: snapshot.at,
      finishedAt: new Date().toISOString(),
      migrations: [...snapshot.migrations],
      tables: [...tables],
      sequences,
      storage: store === null ? 's3' : 'folder',
      files: await writeFileList(draft, files.entries),
      auditHeads: snapshot.heads.map(({ chain, position, hash }) => ({ chain, position, hash })),
      headsSha256,
    };
    const folder = await finish(draft, manifest);
    return ok({
      folder,
      manifest,
      copiedFiles: files.copied,
      copiedBytes: files.copiedBytes,
      rewrittenFiles: files.rewritten,
      issues,
    });
  } finally {
    await endClient(client);
  }
}

/**
 * Closes the connection, but waits at most 2 s for a server that is busy with a cancelled query.
 */
export async function endClient(client: pg.Client): Promise<void> {
  const timeout = sleep(2_000, undefined, { ref: false });
  await Promise.race([client.end().catch(() => undefined), timeout]);
}

/**
 * Inserts an audit row of the system actor. A backup calls this before the snapshot, so that the
 * backup contains the row.
 */
export async function insertAuditRow(client: pg.ClientBase, action: string): Promise<void> {
  await client.query(
    `insert into audit (organization_id, actor_kind, act, outcome, subject)
     values (null, 'system', $1, 'done', '{}')`,
    [action],
  );
}

/** State of the database at the instant of the backup. */
interface SnapshotState {
  readonly at: string;
  readonly migrations: readonly AppliedMigration[];
  readonly heads: readonly AuditHead[];
}

async function snapshotStateOf(client: pg.ClientBase): Promise<SnapshotState> {
  const { rows: clock } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  const at = (clock[0]?.at ?? new Date()).toISOString();
  const { rows: migrations } = await client.query<AppliedMigration>(
    `select m.name, c.content from kysely_migration m
     left join migration_content c on c.name = m.name order by m.name`,
  );
  const { rows: heads } = await client.query<{ chain: string; position: string; hash: Buffer }>(
    `select distinct on (organization_id) coalesce(organization_id::text, $1) as chain,
       position, hash
     from audit where position is not null order by organization_id, position desc`,
    [NO_ORGANIZATION],
  );
  return {
    at,
    migrations,
    heads: heads.map(({ chain, position, hash }) => ({
      chain,
      position: Number(position),
      hash: (hash ?? CHAIN_START).toString('hex'),
      at,
    })),
  };
}

/**
 * Writes the recorded heads up to the snapshot, and the heads of the snapshot.
 * @returns the SHA-256 of the file, lower-case hex
 */
async function writeHeads(
  dataFolder: string,
  heads: readonly AuditHead[],
  folder: string,
): Promise<string> {
  const { byChain } = await readHeads(auditFolder(dataFolder));
  const lines = heads.flatMap((head) => {
    const recorded = [...(byChain.get(head.chain) ?? [])]
      .filter(([position]) => position < head.position)
      .sort(([a], [b]) => a - b)
      .map(([position, hash]) => ({ ...head, position, hash }));
    return [...recorded, head];
  });
  const text = lines.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await writeDurably(join(folder, HEADS), text);
  return createHash('sha256').update(text).digest('hex');
}

async function writeFileList(
  folder: string,
  entries: readonly FileEntry[],
): Promise<Manifest['files']> {
  const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  const packed = await promisify(gzip)(text);
  await writeDurably(join(folder, FILE_LIST), packed);
  return {
    count: entries.length,
    bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0),
    sha256: createHash('sha256').update(packed).digest('hex'),
  };
}

/**
 * Completes a backup: writes the manifest as the last file, then removes the suffix `.unfinished`
 * from the folder's name. Returns the final path.
 */
async function finish(draft: string, manifest: Manifest): Promise<string> {
  await writeDurably(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  await syncFolder(draft);
  // Reads the manifest back, because an unreadable backup is useless.
  JSON.parse(await readFile(join(draft, MANIFEST), 'utf8'));
  const folder = draft.slice(0, -UNFINISHED.length);
  await rename(draft, folder);
  await syncFolder(join(draft, '..'));
  return folder;
}

export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: 0o600 });
  await syncFile(path);
}
