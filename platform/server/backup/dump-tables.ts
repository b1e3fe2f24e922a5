import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, constants as zlib } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Manifest } from './backup-format.ts';
import type { Progress } from './progress.ts';

type DumpedTable = Manifest['tables'][number];

/** Tables of the migrator; recorded in the manifest and recreated by a restore. */
const MIGRATOR_TABLES = ['kysely_migration', 'kysely_migration_lock', 'migration_content'];

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns the tables that belong to no database extension, with their stored columns (generated
 * columns are excluded).
 */
export async function tablesOf(
  client: pg.ClientBase,
): Promise<readonly { name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     where c.relkind = 'r' and not c.relname = any($1) and not exists (
       select from pg_depend d
       where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
     )
     group by c.relname order by c.relname`,
    [MIGRATOR_TABLES],
  );
  return rows;
}

/** Writes every table with COPY within the caller's snapshot. */
export async function dumpTables(
  client: pg.ClientBase,
  folder: string,
  progress: Progress,
): Promise<readonly DumpedTable[]> {
  const tables = await tablesOf(client);
  const dumped: DumpedTable[] = [];
  for (const { name, columns } of tables) {
    progress.report('Tables', dumped.length, tables.length, name);
    dumped.push(await dumpTable(client, folder, name, columns, progress.signal));
  }
  progress.done('Tables', `${dumped.length} tables`);
  return dumped;
}

async function dumpTable(
  client: pg.ClientBase,
  folder: string,
  name: string,
  columns: string[],
  signal: AbortSignal,
): Promise<DumpedTable> {
  const file = `${name}.copy.gz`;
  const path = join(folder, file);
  const rows = new LineCount();
  const hash = new HashThrough();
  const copy = copyTo(`copy public.${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`);
  await pipeline(
    client.query(copy),
    rows,
    createGzip({ level: zlib.Z_BEST_SPEED }),
    hash,
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    { signal },
  );
  await syncFile(path);
  return { name, columns, rows: rows.count, file, sha256: hash.digest() };
}

export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const LINE_FEED = 0x0a;

/** Counts rows: COPY ends every row with a line feed and escapes line feeds in values. */
export class LineCount extends Transform {
  count = 0;
  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) {
      this.count += 1;
    }
    done(null, chunk);
  }
}

/** Passes data through and computes its SHA-256. */
export class HashThrough extends Transform {
  readonly #hash = createHash('sha256');
  bytes = 0;
  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }
  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** Last value of each sequence. Sequences ignore the snapshot, but a higher value is harmless. */
export async function sequencesOf(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return rows.map(({ name, last }) => ({ name, last: Number(last) }));
}
