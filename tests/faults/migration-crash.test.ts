import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../platform/server/database/embedded-postgres.ts';
import { contentsOf, migrate } from '../../platform/server/database/migrate.ts';
import { openDatabase } from '../../platform/server/database/open-database.ts';
import type { Database } from '../../platform/server/database/schema.ts';
import { isLong } from './support/rounds.ts';
import { schemaText } from './support/schema-text.ts';
import { withPlugin } from './support/with-plugin.ts';

const CHILD = fileURLToPath(new URL('./support/migrate-and-crash.ts', import.meta.url));

let folder = '';
let postgres: EmbeddedPostgres;
let admin: Kysely<Database>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-migration-'));
  postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
  admin = openDatabase({ url: postgres.url, logger: silentLogger });
});
afterAll(async () => {
  await admin.destroy();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `work` on a database that is dropped afterwards. */
async function onNewDatabase<T>(work: (db: Kysely<Database>, url: string) => Promise<T>) {
  await sql`create database trial`.execute(admin);
  const url = new URL(postgres.url);
  url.pathname = '/trial';
  const db = openDatabase({ url: url.href, logger: silentLogger });
  try {
    return await work(db, url.href);
  } finally {
    await db.destroy();
    await sql`drop database trial with (force)`.execute(admin);
  }
}

/**
 * Migrates in a process that kills itself after `after` statements; never for -1.
 * @returns the output; null when the process was killed
 */
function migrateAndCrash(url: string, after: number): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CHILD, url, String(after)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('close', (_code, signal) => resolve(signal === 'SIGKILL' ? null : output));
  });
}

/** Lists the tables of the product and the migrations that are recorded as complete. */
async function migratedNames(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('kysely_migration', 'kysely_migration_lock', 'migration_content')
    union all select name from kysely_migration union all select name from migration_content`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Ends the migrating connection after `after` statements, as when its process dies. */
async function migrateAndDisconnect(db: Kysely<Database>, after: number): Promise<boolean> {
  let statements = 0;
  const disconnectPlugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1;
      if (statements === after) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = 'trial' and state = 'idle in transaction'`.execute(admin);
      }
      return result;
    },
  };
  const result = await migrate(db, { migrations: withPlugin(disconnectPlugin) }).catch(() => ({
    ok: false,
  }));
  return result.ok;
}

describe('a killed migration', () => {
  it('leaves nothing behind, and the next start completes the same schema', async () => {
    const complete = await onNewDatabase(async (db) => {
      unwrap(await migrate(db));
      return schemaText(db);
    });
    expect(complete.length).toBeGreaterThan(100);
    const uninterrupted = await onNewDatabase((_db, url) => migrateAndCrash(url, -1));
    const { ok, statements }: { ok: boolean; statements: number } = JSON.parse(uninterrupted ?? '');
    expect(ok).toBe(true);
    expect(statements).toBeGreaterThan((await contentsOf()).size);
    // The first half of the statements records the contents of the migrations without a database.
    const firstStatement = statements / 2 + 1;
    for (let after = firstStatement; after <= statements; after += 1) {
      await onNewDatabase(async (db, url) => {
        // A dropped connection has the same effect on the database as a killed process and is
        // faster; the first and the last statement, and the long run, kill a process.
        const isDone =
          isLong || after === firstStatement || after === statements
            ? (await migrateAndCrash(url, after)) !== null
            : await migrateAndDisconnect(db, after);
        expect(isDone, `statement ${after}`).toBe(false);
        expect(await migratedNames(db), `after statement ${after}`).toEqual([]);
        unwrap(await migrate(db));
        expect(await schemaText(db), `after statement ${after}`).toEqual(complete);
      });
    }
  }, 600_000);
});

describe('the comparison of schemas', () => {
  it('detects a changed default of a column', async () => {
    await onNewDatabase(async (db) => {
      unwrap(await migrate(db));
      const complete = await schemaText(db);
      await sql`alter table patient alter column code set default 'x'`.execute(db);
      expect(await schemaText(db)).not.toEqual(complete);
    });
  });
});
