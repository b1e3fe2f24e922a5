import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { fail, ok, problem, type Result } from '#foundation';
import { damaged, type Manifest } from './backup-format.ts';
import { LineCount, quoted, tablesOf } from './dump-tables.ts';
import type { Progress } from './progress.ts';

/**
 * Fills the empty tables of the backup's schema in one transaction. Disables triggers, so that they
 * don't change restored rows; foreign keys are still checked. After an error the transaction is
 * still open, and the caller must close the connection to roll it back.
 */
export async function loadTables(
  client: pg.ClientBase,
  folder: string,
  { tables, sequences }: Manifest,
  progress: Progress,
): Promise<Result<void>> {
  const existing = new Set((await tablesOf(client)).map(({ name }) => name));
  const names = tables.map(({ name }) => name);
  const order = await loadOrder(
    client,
    names.filter((name) => existing.has(name)),
  );
  if (!order.ok) return order;
  // The schema is that of the backup, so these tables belong to another application in a shared
  // database.
  const unknownNames = names.filter((name) => !existing.has(name));
  if (unknownNames.length > 0)
    progress.warn(`Not restored, because not part of Clockface: ${unknownNames.join(', ')}`);
  await client.query('begin');
  const schemaTables = [...existing].map((name) => `public.${quoted(name)}`);
  for (const table of schemaTables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`truncate ${schemaTables.join(', ')}`);
  for (const [idx, name] of order.value.entries()) {
    progress.report('Tables', idx, tables.length, name);
    const table = tables.find((dumped) => dumped.name === name);
    if (table === undefined) continue;
    const rows = await loadTable(client, folder, table, progress.signal);
    if (rows !== table.rows)
      return fail(damaged(`${name} contains ${rows} rows, not ${table.rows}`));
  }
  for (const table of schemaTables) await client.query(`alter table ${table} enable trigger user`);
  for (const { name, last } of sequences) {
    await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, last]);
  }
  await resetRunningWork(client);
  await client.query('commit');
  progress.done('Tables', `${order.value.length} tables`);
  return ok(undefined);
}

async function loadTable(
  client: pg.ClientBase,
  folder: string,
  { name, columns, file }: Manifest['tables'][number],
  signal: AbortSignal,
): Promise<number> {
  const rows = new LineCount();
  const copy = copyFrom(
    `copy public.${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`,
  );
  const source = createReadStream(join(folder, file));
  await pipeline(source, createGunzip(), rows, client.query(copy), { signal });
  return rows.count;
}

/**
 * Resets state that was valid only while the backed-up server ran. Ends user sessions, because a
 * session that was ended after the backup must not become valid again. Marks running jobs as lost,
 * so that the worker queues them again.
 */
async function resetRunningWork(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update session_token set expires_at = least(expires_at, now()) where principal = 'human'`,
  );
  await client.query(
    `update job set heartbeat_at = timestamptz 'epoch' where status = 'IN_PROGRESS'`,
  );
}

/**
 * Orders tables so that each follows the tables that it references; self-references are allowed.
 */
async function loadOrder(
  client: pg.ClientBase,
  names: readonly string[],
): Promise<Result<readonly string[]>> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `select distinct c.relname as child, p.relname as parent from pg_constraint f
     join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
     where f.contype = 'f' and f.conrelid <> f.confrelid
       and f.connamespace = 'public'::regnamespace`,
  );
  const pending = new Set(names);
  const order: string[] = [];
  while (pending.size > 0) {
    const free = [...pending].filter(
      (name) => !rows.some(({ child, parent }) => child === name && pending.has(parent)),
    );
    if (free.length === 0) {
      const detail = `These tables reference each other in a cycle: ${[...pending].join(', ')}.`;
      const next = 'Report this message: the schema must change.';
      return fail(problem('RESTORE_CIRCLE', 'The tables have no valid order', detail, next));
    }
    for (const name of free) pending.delete(name);
    order.push(...free);
  }
  return ok(order);
}
