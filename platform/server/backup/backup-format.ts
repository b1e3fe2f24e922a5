import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { instantSchema } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';

/**
 * A backup folder holds `objects/<ab>/<sha256>` (bytes of files, each once, shared by all backups)
 * and `backups/<instant>/` with the tables, the list of files and the manifest. A backup whose
 * name ends in `.unfinished` was interrupted.
 */
export const BACKUPS = 'backups';
export const OBJECTS = 'objects';
export const UNFINISHED = '.unfinished';
export const MANIFEST = 'manifest.json';
export const FILE_LIST = 'files.jsonl.gz';
export const HEADS = 'audit-heads.jsonl';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const countSchema = z.number().int().nonnegative();

export const fileEntrySchema = z.object({
  /** The name of the bytes in the store. */
  key: z.string().regex(/^[a-z0-9-]{1,40}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/),
  /** Of the bytes as they lie in the store, packed or encrypted. */
  sha256: sha256Schema,
  bytes: countSchema,
  /** Modification time in the store, ms; tells an unchanged file without reading it. */
  modifiedMs: z.number(),
});
export type FileEntry = z.infer<typeof fileEntrySchema>;

export const manifestSchema = z.object({
  format: z.literal(1),
  product: z.string(),
  /** The mark: everything acknowledged before it is in the backup. */
  at: instantSchema,
  finishedAt: instantSchema,
  migrations: z.array(z.object({ name: z.string(), content: z.string().nullable() })).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: countSchema,
      file: z.string(),
      sha256: sha256Schema,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.number().int() })),
  /** Where the bytes of files lie: in `objects`, or in a bucket that is kept by its own means. */
  storage: z.enum(['folder', 's3']),
  files: z.object({ count: countSchema, bytes: countSchema, sha256: sha256Schema }),
  /** How far each audit chain had come at the mark. */
  auditHeads: z.array(z.object({ chain: z.string(), position: countSchema, hash: sha256Schema })),
  /** Of the file of heads; null in backups that were made before it was kept. */
  headsSha256: sha256Schema.nullable().default(null),
});
export type Manifest = z.infer<typeof manifestSchema>;

export function objectPath(root: string, sha256: string): string {
  return join(root, OBJECTS, sha256.slice(0, 2), sha256);
}

/** Lower-case hex SHA-256 of a file, read in a stream. */
export async function hashOfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const stream = createReadStream(path, {
    highWaterMark: 1024 * 1024,
    ...(signal === undefined ? {} : { signal }),
  });
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

/** Returns once the entries of a folder are durable. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Names of the whole backups below a root, oldest first. */
export async function completeBackups(root: string): Promise<readonly string[]> {
  const names = await readdir(join(root, BACKUPS)).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return [] as string[];
    throw thrown;
  });
  return names.filter((name) => !name.endsWith(UNFINISHED)).sort();
}

export interface LocatedBackup {
  /** The folder with `objects`. */
  readonly root: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * The backup that a path names: one of `backups/…`, or the newest whole one of a backup folder.
 * @returns `BACKUP_UNFINISHED`, `BACKUP_MISSING`, `BACKUP_DAMAGED`
 */
export async function findBackup(path: string): Promise<Result<LocatedBackup>> {
  if (path.replace(/\/+$/, '').endsWith(UNFINISHED)) return fail(unfinished(path));
  const direct = await readManifest(path);
  if (direct.ok) return ok({ root: join(path, '../..'), folder: path, manifest: direct.value });
  const newest = (await completeBackups(path)).at(-1);
  if (newest === undefined) {
    const half = await readdir(join(path, BACKUPS)).catch(() => [] as string[]);
    return fail(half.length > 0 ? unfinished(join(path, BACKUPS, half[0] ?? '')) : missing(path));
  }
  const folder = join(path, BACKUPS, newest);
  const manifest = await readManifest(folder);
  return manifest.ok ? ok({ root: path, folder, manifest: manifest.value }) : manifest;
}

async function readManifest(folder: string): Promise<Result<Manifest>> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) return fail(missing(folder));
  try {
    return ok(manifestSchema.parse(JSON.parse(text)));
  } catch {
    // Not JSON, or not what this version writes.
    return fail(damaged(`${MANIFEST} of ${folder} can not be read`));
  }
}

const missing = (path: string) =>
  problem(
    'BACKUP_MISSING',
    'There is no backup here',
    `${path} holds no ${MANIFEST} and no ${BACKUPS} folder.`,
    'Name the folder that was given to --to, or one backup below its backups folder.',
  );

const unfinished = (path: string) =>
  problem(
    'BACKUP_UNFINISHED',
    'This backup was interrupted and is not whole',
    path,
    'Use an older one, or make it again; the half one may be deleted.',
  );

export const damaged = (detail: string) =>
  problem(
    'BACKUP_DAMAGED',
    'The backup is damaged',
    detail,
    'Use an older backup, or another copy of this one. Nothing was restored.',
  );
