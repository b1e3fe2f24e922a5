import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { idSchema, instantSchema } from '#contracts';
import { NO_ORGANIZATION } from './audit-hash.ts';

/** Head of a chain at a given time. */
export interface AuditHead {
  /** Organization id, or `none`. */
  readonly chain: string;
  readonly position: number;
  /** SHA-256, lower-case hex. */
  readonly hash: string;
  readonly at: string;
}

const headSchema = z.object({
  chain: z.union([idSchema, z.literal(NO_ORGANIZATION)]),
  position: z.number().int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: instantSchema,
});

const CURRENT = 'heads.jsonl';
const ROTATED = /^heads-(\d{6})\.jsonl$/;
/** File size that triggers rotation; the newest ten rotated files are kept. */
const ROTATE_AT_BYTES = 1024 * 1024;
const MAX_FILES = 10;

/** Heads read from the files; unreadable lines are counted. */
export interface RecordedHeads {
  /** First recorded hash of each position, by chain. */
  readonly byChain: ReadonlyMap<string, ReadonlyMap<number, string>>;
  readonly unreadableLines: number;
}

export function auditFolder(dataFolder: string): string {
  return join(dataFolder, 'audit');
}

/** Reads all head files, oldest first. Ignores a partial last line left by a crash. */
export async function readHeads(folder: string): Promise<RecordedHeads> {
  const byChain = new Map<string, Map<number, string>>();
  let unreadableLines = 0;
  for (const file of await headFiles(folder)) {
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n');
    // The text after the last line break is empty or a line cut off by a crash.
    lines.pop();
    for (const line of lines.filter((text) => text !== '')) {
      const head = headOf(line);
      if (head === null) unreadableLines += 1;
      else addHead(byChain, head);
    }
  }
  return { byChain, unreadableLines };
}

function addHead(byChain: Map<string, Map<number, string>>, head: AuditHead): void {
  const recorded = byChain.get(head.chain) ?? new Map<number, string>();
  byChain.set(head.chain, recorded);
  // Keeps the first recorded hash, so that later entries can't hide a rewritten chain.
  if (!recorded.has(head.position)) recorded.set(head.position, head.hash);
}

function headOf(line: string): AuditHead | null {
  try {
    const parsed = headSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    // Invalid JSON; counted by the caller.
    return null;
  }
}

/** Returns the names of the head files, oldest first, the current file last. */
async function headFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((thrown: NodeJS.ErrnoException): string[] => {
    if (thrown.code === 'ENOENT') return [];
    throw thrown;
  });
  const rotated = names.filter((name) => ROTATED.test(name)).sort();
  return names.includes(CURRENT) ? [...rotated, CURRENT] : rotated;
}

/**
 * Returns the highest recorded position, 0 when none. Uses a loop, because the number of positions
 * may be very large.
 */
export function lastPositionOf(recorded: ReadonlyMap<number, string> | undefined): number {
  let lastPosition = 0;
  for (const position of recorded?.keys() ?? [])
    if (position > lastPosition) lastPosition = position;
  return lastPosition;
}

/**
 * Appends heads to the current file and syncs it; rotates a file that exceeds `ROTATE_AT_BYTES`.
 */
export async function appendHeads(folder: string, heads: readonly AuditHead[]): Promise<void> {
  if (heads.length === 0) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(join(folder, CURRENT), 'a', 0o600);
  let size = 0;
  try {
    size = (await handle.stat()).size;
    const text = heads.map((head) => `${JSON.stringify(head)}\n`).join('');
    // Terminates a line cut off by a crash before the new lines.
    await handle.appendFile((await endsWithNewline(folder, size)) ? text : `\n${text}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (size === 0) await syncFolder(folder);
  if (size > ROTATE_AT_BYTES) await rotate(folder);
}

async function endsWithNewline(folder: string, size: number): Promise<boolean> {
  if (size === 0) return true;
  const handle = await open(join(folder, CURRENT), 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] === 0x0a;
  } finally {
    await handle.close();
  }
}

/**
 * Renames the current file, starts a new file with the last head of every chain, and deletes the
 * oldest files.
 */
async function rotate(folder: string): Promise<void> {
  const { byChain } = await readHeads(folder);
  const files = await headFiles(folder);
  const lastNumber = Number(ROTATED.exec(files.at(-2) ?? '')?.[1] ?? 0);
  const rotatedName = `heads-${String(lastNumber + 1).padStart(6, '0')}.jsonl`;
  await rename(join(folder, CURRENT), join(folder, rotatedName));
  const at = new Date().toISOString();
  const heads = [...byChain].map(([chain, recorded]) => {
    const position = lastPositionOf(recorded);
    return { chain, position, hash: recorded.get(position) ?? '', at };
  });
  await appendHeads(folder, heads);
  const outdated = [...files.slice(0, -1), rotatedName].slice(0, -MAX_FILES);
  for (const name of outdated) await rm(join(folder, name), { force: true });
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
