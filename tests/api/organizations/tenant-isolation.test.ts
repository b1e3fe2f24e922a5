import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, silentLogger } from '#foundation';
import { openOrganizationDatabases } from '../../../platform/server/database/open-database.ts';
import { OrganizationDatabases } from '../../../platform/server/database/organization-databases.ts';
import { type RlsDatabase, startRlsDatabase } from '../support/rls-database.ts';
import {
  listCrossTenantKeys,
  listRlsBypasses,
  tablesWithoutRls,
  tablesWithoutTenant,
} from '../support/rls-queries.ts';

/** Tables without an organization, with reasons. */
const TABLES_WITHOUT_TENANT: Readonly<Record<string, string>> = {
  density_rank: 'ranks of the site’s density codes; the application’s role can only read them',
  installation_secret: 'keys of the installation; the application’s role can’t read them',
  kysely_migration: 'names of the migrations that ran',
  kysely_migration_lock: 'locked while migrations run',
  migration_content: 'checksums of the migrations that ran',
  organization: 'its own id is the organization, which the policy uses',
};

/** Keys without the organization, with reasons. */
const CROSS_TENANT_KEYS: Readonly<Record<string, string>> = {
  'kysely_migration: kysely_migration_pkey': 'has no tenant',
  'kysely_migration_lock: kysely_migration_lock_pkey': 'has no tenant',
  'organization: organization_pkey': 'is the tenant',
  'session_token: session_token_hash': 'the token determines the tenant',
  'account_link: account_link_token': 'the token determines the tenant',
  'activation_code: activation_code_hash': 'the code determines the tenant',
  'density_rank: density_rank_pkey': 'has no tenant',
  'installation_secret: installation_secret_pkey': 'has no tenant',
  'migration_content: migration_content_pkey': 'has no tenant',
  'audit: audit_pkey': 'one sequence over all tenants, also for rows without a tenant',
};

/** Objects that read with the owner's rights, with reasons; tests below check their output. */
const RLS_BYPASSES: Readonly<Record<string, string>> = {
  audit_touching: 'the index of audited ids; the function checks the tenant itself',
  search_patient_ids:
    'the trigram index does not work with row-level security; the function checks the tenant itself',
};

let rls: RlsDatabase;
let app: pg.Client;
beforeAll(async () => {
  rls = await startRlsDatabase();
  app = await rls.connect();
});
afterAll(async () => {
  await app?.end();
  await rls?.[Symbol.asyncDispose]();
});

/** Runs a query as the application role in a transaction that is rolled back. */
async function tryQuery<T extends pg.QueryResultRow>(
  organizationId: string | null,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<T> | { readonly refused: string }> {
  await app.query('begin');
  try {
    if (organizationId !== null) {
      await app.query("select set_config('clockface.organization', $1, true)", [organizationId]);
    }
    return await app.query<T>(text, [...values]);
  } catch (thrown) {
    return { refused: (thrown as pg.DatabaseError).code ?? String(thrown) };
  } finally {
    await app.query('rollback');
  }
}

async function rowsOf(organizationId: string | null, table: string): Promise<string[]> {
  const result = await tryQuery<{ id: string }>(
    organizationId,
    `select organization_id as id from ${table}`,
  );
  if ('refused' in result) throw new Error(`${table}: ${result.refused}`);
  return result.rows.map(({ id }) => id);
}

/** SQLSTATE insufficient_privilege, which row-level security raises for foreign rows too. */
const INSUFFICIENT_PRIVILEGE = '42501';

describe('under the application role', () => {
  it('every table rejects access without a tenant', async () => {
    for (const table of rls.tables) {
      expect.soft(await rowsOf(null, table), table).toEqual([]);
      const copied = await tryQuery(null, `insert into ${table} (organization_id) values ($1)`, [
        rls.ownOrgId,
      ]);
      expect.soft(copied, table).toEqual({ refused: INSUFFICIENT_PRIVILEGE });
      for (const change of [`update ${table} set organization_id = $1`, `delete from ${table}`]) {
        const changed = await tryQuery(null, change, change.includes('$1') ? [rls.ownOrgId] : []);
        const outcome = 'refused' in changed ? changed.refused : changed.rowCount;
        expect.soft([0, INSUFFICIENT_PRIVILEGE], `${change}: ${outcome}`).toContain(outcome);
      }
    }
  });

  it('every table shows only the rows of the current organization', async () => {
    for (const table of rls.tables) {
      expect.soft(await rowsOf(rls.ownOrgId, table), table).toEqual([rls.ownOrgId]);
      expect.soft(await rowsOf(rls.otherOrgId, table), table).toEqual([rls.otherOrgId]);
      expect.soft(await rowsOf(newId(), table), table).toEqual([]);
    }
    const known = await tryQuery<{ id: string }>(rls.ownOrgId, 'select id from organization');
    expect('rows' in known && known.rows).toEqual([{ id: rls.ownOrgId }]);
  });

  it('no row of another organization can be created, changed, taken over or deleted', async () => {
    const { ownOrgId, otherOrgId } = rls;
    for (const table of rls.tables) {
      const where = 'where organization_id = $1';
      const updateSql = `update ${table} set organization_id = $1`;
      expect
        .soft(await tryQuery(ownOrgId, updateSql, [otherOrgId]), table)
        .toEqual({ refused: INSUFFICIENT_PRIVILEGE });
      const insertSql = `insert into ${table} (organization_id) values ($1)`;
      expect
        .soft(await tryQuery(ownOrgId, insertSql, [otherOrgId]), table)
        .toEqual({ refused: INSUFFICIENT_PRIVILEGE });
      for (const change of [`${updateSql} ${where}`, `delete from ${table} ${where}`]) {
        const changed = await tryQuery(ownOrgId, change, [otherOrgId]);
        const outcome = 'refused' in changed ? changed.refused : changed.rowCount;
        expect.soft([0, INSUFFICIENT_PRIVILEGE], `${change}: ${outcome}`).toContain(outcome);
      }
    }
  });

  it.each([
    ['change the audit', "update audit set act = 'other'"],
    ['delete from the audit', 'delete from audit'],
    ['truncate the audit', 'truncate audit'],
    ['truncate a table', 'truncate patient cascade'],
    ['disable row-level security', 'alter table patient disable row level security'],
    ['add a permissive policy', 'create policy permissive on patient using (true)'],
    ['drop the policy', 'drop policy tenant_isolation on patient'],
    ['change a table', 'alter table patient add column more text'],
    ['create tables', 'create table mine (id uuid)'],
    [
      'replace the function that returns the tenant',
      'create or replace function clockface_organization() returns uuid language sql return null::uuid',
    ],
    ['become the owner', 'set role OWNER'],
    ['switch to another role', 'set session authorization OWNER'],
    ['read database passwords', 'select rolpassword from pg_authid'],
    ['read files of the server', "select pg_read_file('/etc/hostname')"],
    ['run programs', "copy (select 1) to program 'true'"],
    ['bypass row-level security', 'set local row_security = off; select * from patient'],
    ['read the installation secrets', 'select * from installation_secret'],
    ['read the migrations', 'select * from kysely_migration'],
  ])('no session can %s', async (_what, text) => {
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(rls.owner);
    expect(rows[0]?.name).not.toBe(rls.appRole.name);
    const outcome = await tryQuery(rls.ownOrgId, text.replace('OWNER', `"${rows[0]?.name}"`));
    expect(outcome).toEqual({ refused: INSUFFICIENT_PRIVILEGE });
  });
});

describe('the index search', () => {
  it('finds patients of the current organization, and none without a tenant', async () => {
    const search = (organizationId: string | null) =>
      tryQuery<{ id: string }>(
        organizationId,
        "select search_patient_ids('{%}', '{null}', '{null}') as id",
      );
    const ownPatients = await tryQuery<{ id: string }>(rls.ownOrgId, 'select id from patient');
    expect('rows' in ownPatients && ownPatients.rows).toHaveLength(1);
    expect(await search(rls.ownOrgId)).toMatchObject({
      rows: 'rows' in ownPatients && ownPatients.rows,
    });
    expect(await search(null)).toMatchObject({ rows: [] });
    expect(await search(newId())).toMatchObject({ rows: [] });
  });
});

describe('the index search in the audit', () => {
  it('finds rows of the current organization, and none without a tenant', async () => {
    const { owner, ownOrgId } = rls;
    const patientId = newId();
    const entry = {
      organizationId: ownOrgId,
      actorKind: 'human',
      actorId: null,
      act: 'getPatient',
    };
    const subject = JSON.stringify({ id: patientId });
    await owner
      .insertInto('audit')
      .values({ ...entry, outcome: 'done', subject })
      .execute();
    const search = (organizationId: string | null) =>
      tryQuery(organizationId, `select audit_touching('${patientId}')`);
    expect(await search(ownOrgId)).toMatchObject({ rows: [{}] });
    expect(await search(null)).toMatchObject({ rows: [] });
    expect(await search(newId())).toMatchObject({ rows: [] });
  });
});

describe('a pooled connection', () => {
  it('never carries an organization over to its next user', async () => {
    const pool = new pg.Pool({ connectionString: rls.appRole.url, max: 1, pipeline: true });
    const shared = new OrganizationDatabases(pool);
    try {
      const both = [rls.ownOrgId, rls.otherOrgId];
      const results = await Promise.all(
        Array.from({ length: 120 }, async (_, index) => {
          const organizationId = both[index % 2] as string;
          const db = shared.of(organizationId);
          const selectStudies = (inside: typeof db) =>
            inside.selectFrom('study').select('organizationId');
          // Mixes failed statements, transactions and single queries.
          if (index % 5 === 0) await sql`select 1 / 0`.execute(db).catch(() => undefined);
          const rows =
            index % 7 === 0
              ? await db.transaction().execute((trx) => selectStudies(trx).execute())
              : await selectStudies(db).execute();
          return { organizationId, rows };
        }),
      );
      for (const { organizationId, rows } of results) expect(rows).toEqual([{ organizationId }]);
      const setting = await pool.query(
        "select current_setting('clockface.organization', true) as value",
      );
      expect([null, '']).toContain(setting.rows[0].value);
      expect((await pool.query('select from study')).rowCount).toBe(0);
    } finally {
      await shared.destroy();
    }
  });

  it('requires a pool that pipelines each statement with its begin and commit', async () => {
    const pool = new pg.Pool({ connectionString: rls.appRole.url });
    expect(() => new OrganizationDatabases(pool)).toThrow('the pool must pipeline');
    await pool.end();
  });

  it('rejects an organization that is not an id', () => {
    const databases = openOrganizationDatabases({ url: rls.appRole.url, logger: silentLogger });
    expect(() => databases.of("x', false); select set_config('a.b', 'c")).toThrow();
  });
});

describe('the tables', () => {
  it('contain the organization, or are listed with a reason', async () => {
    const known = Object.keys(TABLES_WITHOUT_TENANT).sort();
    expect(await tablesWithoutTenant(rls.owner)).toEqual(known);
  });

  it('have row-level security without unknown bypasses', async () => {
    expect(await tablesWithoutRls(rls.owner)).toEqual([]);
    expect(await listRlsBypasses(rls.owner)).toEqual(Object.keys(RLS_BYPASSES));
  });

  it('contain the organization in every key', async () => {
    const known = Object.keys(CROSS_TENANT_KEYS).sort();
    expect(await listCrossTenantKeys(rls.owner)).toEqual(known);
  });

  it('are reported by name if they lack the organization, the policy or the key', async () => {
    await rls.owner
      .transaction()
      .execute(async (db) => {
        await sql`create table planted (organization_id uuid, id uuid primary key)`.execute(db);
        await sql`alter table planted add foreign key (id) references planted (id)`.execute(db);
        await sql`create view planted_view as select * from patient`.execute(db);
        await sql`create policy permissive on study for select using (true)`.execute(db);
        await sql`create table planted_too (id uuid)`.execute(db);
        expect(await tablesWithoutRls(db)).toEqual(['planted', 'study']);
        expect(await listRlsBypasses(db)).toContain('planted_view');
        expect(await tablesWithoutTenant(db)).toContain('planted_too');
        expect(await listCrossTenantKeys(db)).toEqual(
          expect.arrayContaining(['planted: planted_pkey', 'planted: planted_id_fkey']),
        );
        throw new Error('undone');
      })
      .catch((thrown: Error) => expect(thrown.message).toBe('undone'));
  });
});
