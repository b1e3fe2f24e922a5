import type pg from 'pg';
import type { FileEntry } from './backup-format.ts';
import { quoted } from './dump-tables.ts';
import type { Progress } from './progress.ts';

const PAGE = 5_000;
const MAX_REPORTED = 100;

interface Reference {
  readonly key: string;
  /** Expected SHA-256 of the stored bytes; null when they are compressed or encrypted. */
  readonly sha256: string | null;
}

/**
 * Compares the file references in the snapshot's rows with the copied files.
 * @returns keys of missing or different files, at most 100
 */
export async function checkReferences(
  client: pg.ClientBase,
  entries: readonly FileEntry[],
  progress: Progress,
): Promise<readonly string[]> {
  const copied = new Map(entries.map(({ key, sha256 }) => [key, sha256]));
  const issues: string[] = [];
  for (const table of await tablesWithFiles(client)) {
    for await (const { key, sha256 } of references(client, table)) {
      const copiedSha256 = copied.get(key);
      const isMismatch = copiedSha256 === undefined || (sha256 !== null && sha256 !== copiedSha256);
      if (isMismatch && issues.length < MAX_REPORTED) issues.push(key);
    }
  }
  if (issues.length > 0) {
    progress.warn(
      `${issues.length} files that records name are missing in the store or damaged there`,
    );
  }
  return issues;
}

interface TableWithFiles {
  readonly name: string;
  readonly columns: readonly string[];
}

async function tablesWithFiles(client: pg.ClientBase): Promise<readonly TableWithFiles[]> {
  const { rows } = await client.query<TableWithFiles>(
    `select c.relname as name, array_agg(a.attname::text) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' group by c.relname`,
  );
  return rows.filter(({ columns }) => columns.includes('storage_path'));
}

/**
 * Yields the file references of a table; skips quarantined files, which are known to be damaged.
 */
async function* references(
  client: pg.ClientBase,
  { name, columns }: TableWithFiles,
): AsyncGenerator<Reference> {
  const has = (column: string) => columns.includes(column);
  const packed = [
    ...(has('encoding') ? [`encoding <> 'NONE'`] : []),
    ...(has('encryption') ? [`encryption <> 'NONE'`] : []),
  ];
  const plain = packed.length === 0 ? 'true' : `not (${packed.join(' or ')})`;
  const sha256 = has('checksum') ? `case when ${plain} then checksum end` : 'null';
  const healthy = has('quarantined_at') ? 'and quarantined_at is null' : '';
  let after = '';
  for (;;) {
    const { rows } = await client.query<Reference>(
      `select storage_path as key, ${sha256} as sha256 from public.${quoted(name)}
       where storage_path > $1 ${healthy} order by storage_path limit ${PAGE}`,
      [after],
    );
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.key ?? after;
  }
}
