import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { instantSchema } from '#contracts';
import { fail, ok, problem, type Result } from '#foundation';

/**
 * A backup folder contains `objects/<ab>/<sha256>` (file contents, each stored once and shared by
 * all backups) and `backups/<instant>/` with the tables, the file list, the audit heads and the
 * manifest. The suffix `.unfinished` marks an interrupted backup.
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
  /** Storage key of the file. */
  key: z.string().regex(/^[a-z0-9-]{1,40}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/),
  /** Hash of the bytes as stored, compressed or encrypted. */
  sha256: sha256Schema,
  bytes: countSchema,
  /** Modification time in the store, in ms; identifies an unchanged file without reading it. */
  modifiedMs: z.number(),
});
export type FileEntry = z.infer<typeof fileEntrySchema>;

export const manifestSchema = z.object({
  format: z.literal(1),
  product: z.string(),
  /** Everything acknowledged before this instant is in the backup. */
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
  /** Location of the file contents: in `objects`, or in a bucket that is backed up separately. */
  storage: z.enum(['folder', 's3']),
  files: z.object({ count: countSchema, bytes: countSchema, sha256: sha256Schema }),
  /** Chain heads at the instant of the backup. */
  auditHeads: z.array(z.object({ chain: z.string(), position: countSchema, hash: sha256Schema })),
  /** Hash of the file of audit heads; null in backups from before that file was added. */
  headsSha256: sha256Schema.nullable().default(null),
});
export type Manifest = z.infer<typeof manifestSchema>;

export function objectPath(root: string, sha256: string): string {
  return join(root, OBJECTS, sha256.slice(0, 2), sha256);
}

/** Returns the SHA-256 of a file in lower-case hex; reads the file as a stream. */
export async function hashOfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const stream = createReadStream(path, {
    highWaterMark: 1024 * 1024,
    ...(signal === undefined ? {} : { signal }),
  });
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

/** Returns once the folder entries are durable. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the names of the complete backups below a root, oldest first. */
export async function completeBackups(root: string): Promise<readonly string[]> {
  const names = await readdir(join(root, BACKUPS)).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return [] as string[];
    throw thrown;
  });
  return names.filter((name) => !name.endsWith(UNFINISHED)).sort();
}

export interface LocatedBackup {
  /** Folder that contains `objects`. */
  readonly root: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Returns the backup at a path: a folder below `backups`, or the newest complete backup of a backup
 * folder.
 * @returns `BACKUP_UNFINISHED`, `BACKUP_MISSING`, `BACKUP_DAMAGED`
 */
export async function findBackup(path: string): Promise<Result<LocatedBackup>> {
  if (path.replace(/\/+$/, '').endsWith(UNFINISHED)) return fail(unfinished(path));
  const direct = await readManifest(path);
  if (direct.ok) return ok({ root: join(path, '../..'), folder: path, manifest: direct.value });
  const newest = (await completeBackups(path)).at(-1);
  if (newest === undefined) {
    const unfinishedNames = await readdir(join(path, BACKUPS)).catch(() => [] as string[]);
    const [first] = unfinishedNames;
    return fail(first === undefined ? missing(path) : unfinished(join(path, BACKUPS, first)));
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
    // Invalid JSON, or not the format of this version.
    return fail(damaged(`${MANIFEST} of ${folder} cannot be read`));
  }
}

const missing = (path: string) =>
  problem(
    'BACKUP_MISSING',
    'The folder contains no backup',
    `${path} contains no ${MANIFEST} and no ${BACKUPS} folder.`,
    'Specify the folder of --to, or one backup in its backups folder.',
  );

const unfinished = (path: string) =>
  problem(
    'BACKUP_UNFINISHED',
    'This backup was interrupted and is incomplete',
    path,
    'Use an older backup, or create a new one. The incomplete backup can be deleted.',
  );

/** Maximum number of names in a message. */
const MAX_NAMED = 100;

/** Returns names one per line, at most 100, and how many more there are. */
export function nameList(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const lines = names.slice(0, MAX_NAMED);
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** @param keys storage keys of the damaged files */
export const filesDamaged = (keys: readonly string[]) =>
  problem(
    'BACKUP_DAMAGED',
    `The backup is damaged: ${keys.length} files are missing or differ`,
    nameList(keys),
    'Create a new backup into the same folder, which rewrites these files from the store. A restore leaves them out and names them.',
  );

export const damaged = (detail: string) =>
  problem(
    'BACKUP_DAMAGED',
    'The backup is damaged',
    detail,
    'Use an older backup, or another copy of this one. Nothing was restored.',
  );
