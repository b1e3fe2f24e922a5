import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { migrate } from '../../../platform/server/database/migrate.ts';
import { migrationContentHash } from '../../../platform/server/database/migration-content.ts';
import { allMigrations } from '../../../platform/server/database/migrations/all-migrations.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import type { Database } from '../../../platform/server/database/schema.ts';
import { type FailedStart, tryStart } from '../support/start-test-server.ts';

let folder = '';
let postgres: EmbeddedPostgres;
let db: Kysely<Database>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-migrations-'));
  postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
  db = openDatabase({ url: postgres.url, logger: silentLogger });
  unwrap(await migrate(db));
});
afterAll(async () => {
  await db.destroy();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const migrationOf = (statement: string): Migration => ({
  up: async (trx: Kysely<unknown>) => {
    await sql.raw(statement).execute(trx);
  },
});

const problemOf = async (migrations: Readonly<Record<string, Migration>>) => {
  const result = await migrate(db, { migrations });
  return result.ok ? null : result.problem;
};

describe('the migrations of a database', () => {
  it('are rejected by name if an applied migration was changed', async () => {
    const changed = { ...allMigrations, '0003-demonstrated-once': migrationOf('select 1') };
    expect(await problemOf(changed)).toMatchObject({
      code: 'MIGRATION_CHANGED',
      detail: expect.stringContaining('0003-demonstrated-once'),
    });
    expect(unwrap(await migrate(db))).toEqual([]);
  });

  it('are rejected by name if the program does not know an applied migration', async () => {
    const { '0018-density-ranks': _unknown, ...known } = allMigrations;
    expect(await problemOf(known)).toMatchObject({
      code: 'SCHEMA_NEWER',
      detail: expect.stringContaining('0018-density-ranks'),
    });
  });

  it('have no statement timeout, so that large records can be migrated', async () => {
    const checksTimeout = migrationOf(`do $$ begin
      if current_setting('statement_timeout') <> '0' then
        raise 'ended after %', current_setting('statement_timeout');
      end if;
    end $$`);
    const migrations = { ...allMigrations, '9998-slow': checksTimeout };
    try {
      expect(await problemOf(migrations)).toBeNull();
      const { rows } = await sql`show statement_timeout`.execute(db);
      expect(rows, 'later calls').toEqual([{ statementTimeout: '30s' }]);
    } finally {
      await sql`delete from kysely_migration where name = '9998-slow'`.execute(db);
      await sql`delete from migration_content where name = '9998-slow'`.execute(db);
    }
  });

  it('create a worklist index for each sort order', async () => {
    for (const [column, index] of [
      ['created_at', 'study_newest'],
      ['updated_at', 'study_changed'],
    ] as const) {
      const plan = await db.transaction().execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx);
        await sql`set local enable_sort = off`.execute(trx);
        const { rows } = await sql
          .raw(`explain select id from study
            where organization_id = '00000000-0000-7000-8000-000000000001'
            order by ${column} desc, id desc limit 51`)
          .execute(trx);
        return JSON.stringify(rows);
      });
      expect(plan).toContain(index);
    }
  });

  it('that were applied before their contents were stored are accepted as they are, once', async () => {
    await sql`delete from migration_content`.execute(db);
    expect(unwrap(await migrate(db))).toEqual([]);
    const changed = { ...allMigrations, '0001-first-tables': migrationOf('select 1') };
    expect((await problemOf(changed))?.code).toBe('MIGRATION_CHANGED');
  });

  it('keep saved worklist filters and tenant policies when their names change', async () => {
    await sql`create database before_standard_names`.execute(db);
    const url = new URL(postgres.url);
    url.pathname = 'before_standard_names';
    const upgraded = openDatabase({ url: url.href, logger: silentLogger });
    try {
      const earlier = Object.entries(allMigrations).filter(([name]) => name < '0022');
      unwrap(await migrate(upgraded, { migrations: Object.fromEntries(earlier) }));
      await sql`create policy organization_wall on patient using (true)`.execute(upgraded);
      const text = '[{"name":"Free","values":{"made":"7","held":"nobody"},"state":null}]';
      await sql`insert into organization (id, name)
        values ('00000000-0000-7000-8000-000000000001', 'Clinic')`.execute(upgraded);
      await sql`insert into account (organization_id, id, email, roles)
        values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002',
          'reader@clinic.example', '{}')`.execute(upgraded);
      await sql`insert into user_preference (organization_id, account_id, pref_code, value)
        values ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002',
          'studies.filters', ${text})`.execute(upgraded);
      expect(unwrap(await migrate(upgraded))).toContain('0022-standard-names');
      const preference = await upgraded
        .selectFrom('userPreference')
        .select('value')
        .executeTakeFirstOrThrow();
      expect(JSON.parse(preference.value)).toEqual([
        { name: 'Free', values: { created: '7', claimed: 'none' }, state: null },
      ]);
      const { rows } = await sql`select polname from pg_policy`.execute(upgraded);
      expect(rows).toEqual([{ polname: 'tenant_isolation' }]);
    } finally {
      await upgraded.destroy();
    }
  });

  it('have a content hash that ignores whitespace but not wording', async () => {
    const content = await migrationContentHash(migrationOf('create  table\n  a (b int)'));
    expect(await migrationContentHash(migrationOf('create table a (b int)'))).toBe(content);
    expect(await migrationContentHash(migrationOf('create table a (b text)'))).not.toBe(content);
  });

  it('of a newer version stop the server start with an error and change nothing', async () => {
    await sql`insert into kysely_migration (name, timestamp)
      values ('9999-from-the-future', now()::text)`.execute(db);
    try {
      const started = (await tryStart({ env: { DATABASE_URL: postgres.url } })) as FailedStart;
      expect(started.code).toBe(1);
      expect(started.output).toContain('9999-from-the-future');
    } finally {
      await sql`delete from kysely_migration where name = '9999-from-the-future'`.execute(db);
    }
  });
});
