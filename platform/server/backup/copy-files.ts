import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import {
  BACKUPS,
  completeBackups,
  FILE_LIST,
  type FileEntry,
  fileEntrySchema,
  OBJECTS,
  objectPath,
  syncFolder,
} from './backup-format.ts';
import { HashThrough, syncFile } from './dump-tables.ts';
import { ObjectChecks } from './object-check.ts';
import type { Progress } from './progress.ts';

export interface CopiedFiles {
  readonly entries: readonly FileEntry[];
  /** Number of files that are new in the backup folder; `copiedBytes` is their size. */
  readonly copied: number;
  readonly copiedBytes: number;
  /** Number of objects of earlier backups that were damaged or missing and were written again. */
  readonly rewritten: number;
}

/**
 * Copies every file of a store folder into `objects`, each content once. Files never change under
 * their key, so a file with the size and time of an earlier backup is not read again. Its object in
 * the backup folder is: a damaged object is written again from the store, because all backups that
 * share the object would be damaged.
 */
export async function copyFiles(
  store: string,
  root: string,
  progress: Progress,
): Promise<CopiedFiles> {
  const previousEntries = await previousFiles(root, progress);
  const keys = await keysOf(store);
  const checks = new ObjectChecks(root, progress.signal);
  const entries: FileEntry[] = [];
  const folders = new Set<string>();
  let [copied, copiedBytes, rewritten] = [0, 0, 0];
  for (const [idx, key] of keys.entries()) {
    progress.report('Files', idx, keys.length, key);
    const stats = await stat(join(store, key)).catch(() => null);
    // Removed since the listing. If a row of the snapshot still references the file,
    // `checkReferences` reports the key.
    if (stats === null) continue;
    const modifiedMs = Math.round(stats.mtimeMs);
    const previous = unchangedEntry(previousEntries.get(key), stats.size, modifiedMs);
    if (previous !== null && (await checks.isIntact(previous))) {
      entries.push(previous);
      continue;
    }
    const copy = await copyFile({ store, root, key, modifiedMs, signal: progress.signal }, checks);
    if (copy === null) continue;
    const { entry, isNew } = copy;
    entries.push(entry);
    if (!isNew) continue;
    if (copy.replacesDamaged || previous?.sha256 === entry.sha256) {
      rewritten += 1;
    } else {
      copied += 1;
      copiedBytes += entry.bytes;
    }
    folders.add(dirname(objectPath(root, entry.sha256)));
  }
  for (const folder of folders) await syncFolder(folder);
  if (folders.size > 0) await syncFolder(join(root, OBJECTS));
  progress.done('Files', `${entries.length} files, ${copied} of them new`);
  return { entries, copied, copiedBytes, rewritten };
}

/** Returns the entry of an earlier backup if the file in the store is unchanged, else null. */
function unchangedEntry(
  previous: FileEntry | undefined,
  bytes: number,
  modifiedMs: number,
): FileEntry | null {
  if (previous === undefined) return null;
  return previous.bytes === bytes && previous.modifiedMs === modifiedMs ? previous : null;
}

interface FileToCopy {
  readonly store: string;
  readonly root: string;
  readonly key: string;
  readonly modifiedMs: number;
  readonly signal: AbortSignal;
}

interface CopiedFile {
  readonly entry: FileEntry;
  /** False if `objects` already contains the content. */
  readonly isNew: boolean;
  /** True if `objects` contained the content, but damaged. */
  readonly replacesDamaged: boolean;
}

/**
 * Copies a file into `objects`, unless its content is there and intact; null when the file no
 * longer exists.
 */
async function copyFile(
  { store, root, key, modifiedMs, signal }: FileToCopy,
  checks: ObjectChecks,
): Promise<CopiedFile | null> {
  const draft = join(root, OBJECTS, `.${randomUUID()}.part`);
  const hash = new HashThrough();
  try {
    const source = createReadStream(join(store, key), { highWaterMark: 1024 * 1024 });
    const target = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
    await pipeline(source, hash, target, { signal });
    const entry = { key, sha256: hash.digest(), bytes: hash.bytes, modifiedMs };
    const path = objectPath(root, entry.sha256);
    const existing = await stat(path).catch(() => null);
    if (existing !== null && (await checks.isIntact(entry))) {
      return { entry, isNew: false, replacesDamaged: false };
    }
    await syncFile(draft);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // A damaged file system can leave a folder in the place of an object.
    if (existing?.isDirectory() === true) await rm(path, { recursive: true });
    await rename(draft, path);
    checks.rewritten(entry.sha256);
    return { entry, isNew: true, replacesDamaged: existing !== null };
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  } finally {
    await rm(draft, { force: true });
  }
}

const HEX = /^[0-9a-f]{2}$/;
const FILE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CATEGORY = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Returns the keys, `<category>/<ab>/<uuid>`; files still being written have other names. */
export async function keysOf(store: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const category of await namesIn(store, CATEGORY)) {
    for (const segment of await namesIn(join(store, category), HEX)) {
      for (const file of await namesIn(join(store, category, segment), FILE)) {
        keys.push(`${category}/${segment}/${file}`);
      }
    }
  }
  return keys;
}

async function namesIn(folder: string, pattern: RegExp): Promise<readonly string[]> {
  const names = await readdir(folder).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR') return [] as string[];
    throw thrown;
  });
  return names.filter((name) => pattern.test(name)).sort();
}

/**
 * Returns the entries of the newest complete backup; empty when its file list is unreadable, which
 * only costs time.
 */
async function previousFiles(
  root: string,
  progress: Progress,
): Promise<ReadonlyMap<string, FileEntry>> {
  const previousEntries = new Map<string, FileEntry>();
  const newest = (await completeBackups(root)).at(-1);
  if (newest === undefined) return previousEntries;
  try {
    for await (const entry of listedFiles(join(root, BACKUPS, newest)))
      previousEntries.set(entry.key, entry);
    return previousEntries;
  } catch {
    progress.warn(`The backup ${newest} is damaged: its list of files cannot be read`);
    return new Map();
  }
}

/** Longer than any entry; a damaged list can unpack to one endless line. */
const MAX_LINE_LENGTH = 10_000;

/** Yields the entries of a backup's file list; throws if the list is damaged. */
export async function* listedFiles(folder: string): AsyncGenerator<FileEntry> {
  const packed = createReadStream(join(folder, FILE_LIST));
  const plain = packed.compose<ReturnType<typeof createGunzip>>(createGunzip());
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of plain) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) throw new Error('A line of the file list is too long');
    for (const line of lines) yield fileEntrySchema.parse(JSON.parse(line));
  }
}
