import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { newId, silentLogger, unwrap } from '#foundation';
import { type AppRole, ensureAppRole } from '../../../platform/server/database/app-role.ts';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { migrate } from '../../../platform/server/database/migrate.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import { protectTables } from '../../../platform/server/database/protect-tables.ts';
import type { Database } from '../../../platform/server/database/schema.ts';

/**
 * A database with the current tables and row-level security, with a row of each of two
 * organizations in every table.
 */
export interface RlsDatabase extends AsyncDisposable {
  /** Connection of the owner, which bypasses row-level security. */
  readonly owner: Kysely<Database>;
  readonly appRole: AppRole;
  readonly ownOrgId: string;
  readonly otherOrgId: string;
  /** Tables with an organization id. */
  readonly tables: readonly string[];
  /** Opens a connection of the application role without a tenant. */
  connect(): Promise<pg.Client>;
}

export async function startRlsDatabase(): Promise<RlsDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'clockface-rls-'));
  const postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
  const owner = openDatabase({ url: postgres.url, logger: silentLogger });
  unwrap(await migrate(owner));
  const appRole = unwrap(await ensureAppRole(owner, postgres.url, null));
  await protectTables(owner, appRole.name);
  const ownOrgId = newId();
  const otherOrgId = newId();
  const tables = await tenantTables(owner);
  await insertRows(owner, tables, [ownOrgId, otherOrgId]);
  return {
    owner,
    appRole,
    ownOrgId,
    otherOrgId,
    tables,
    async connect() {
      const client = new pg.Client({ connectionString: appRole.url });
      await client.connect();
      return client;
    },
    async [Symbol.asyncDispose]() {
      await owner.destroy();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function tenantTables(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Inserts a row per organization and table with any valid column values, without triggers, foreign
 * keys or checks. Only the organization matters.
 */
async function insertRows(
  db: Kysely<Database>,
  tables: readonly string[],
  organizations: readonly string[],
): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    for (const id of organizations) {
      await sql`insert into organization (id, name) values (${id}, 'Clinic')`.execute(connection);
    }
    for (const table of tables) {
      await dropChecks(connection, table);
      const columns = await requiredColumns(connection, table);
      for (const id of organizations) {
        const names = columns.map(({ name }) => sql.ref(name));
        const values = columns.map(({ name, type }) =>
          name === 'organization_id' ? sql`${id}::uuid` : someValue(type),
        );
        await sql`insert into ${sql.table(table)} (${sql.join(names)})
          values (${sql.join(values)})`.execute(connection);
      }
    }
    await sql`set session_replication_role = origin`.execute(connection);
  });
}

async function dropChecks(db: Kysely<Database>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c'`.execute(db);
  for (const { name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db);
  }
}

async function requiredColumns(db: Kysely<Database>, table: string) {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, case data_type when 'ARRAY' then 'array' else data_type end as type
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
      and is_identity = 'NO' and (column_name = 'organization_id'
        or (is_nullable = 'NO' and column_default is null))`.execute(db);
  return rows;
}

/** Returns any value of a column type. */
function someValue(type: string) {
  switch (type) {
    case 'uuid':
      return sql`gen_random_uuid()`;
    case 'bytea':
      return sql`decode(md5(random()::text), 'hex')`;
    case 'jsonb':
      return sql`'{}'::jsonb`;
    case 'array':
      return sql`'{}'`;
    case 'boolean':
      return sql`false`;
    case 'date':
    case 'timestamp with time zone':
      return sql`now()`;
    case 'text':
    case 'character varying':
      return sql`md5(random()::text)`;
    default:
      return sql`1`;
  }
}
