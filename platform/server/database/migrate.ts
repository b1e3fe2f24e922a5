import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { fail, messageOf, ok, problem, type Result } from '#foundation';
import { migrationContentHash } from './migration-content.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import type { Database } from './schema.ts';

/** Minimum PostgreSQL version, as in `server_version_num`: 15.0. */
const MIN_SERVER_VERSION = 150_000;
/** Advisory lock that serialises the creation of the content table; arbitrary number. */
const CONTENT_LOCK = 7_420_011;

export type Migrations = Readonly<Record<string, Migration>>;

export interface MigrateOptions {
  /** Replaces the product's migrations in tests. */
  readonly migrations?: Migrations;
  /** Last migration to run; a restore starts with the schema of its backup. */
  readonly upTo?: string;
}

/** Migration that has run on a database. */
export interface AppliedMigration {
  readonly name: string;
  /** See `migrationContentHash`; null when the migration ran before contents were recorded. */
  readonly content: string | null;
}

/**
 * Migrates the schema to this version in one transaction; a second process waits for the first.
 * Fails with the names of the migrations if the database is of a newer version or a migration that
 * has run was changed.
 * @returns the names of the migrations that ran
 */
export async function migrate(
  db: Kysely<Database>,
  { migrations = allMigrations, upTo }: MigrateOptions = {},
): Promise<Result<readonly string[]>> {
  const server = await serverVersion(db);
  if (server < MIN_SERVER_VERSION) return fail(tooOld(server));
  const plain = db.withoutPlugins();
  const contents = await contentsOf(migrations);
  await createContentTable(plain);
  const applied = await appliedMigrations(plain);
  const mismatch = checkAppliedMigrations(applied, contents);
  if (mismatch !== null) return fail(mismatch);
  const migrator = new Migrator({
    db: plain,
    provider: { getMigrations: async () => withContentRecorded(migrations, contents) },
  });
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  const failed = results?.find((result) => result.status === 'Error');
  if (error !== undefined || failed !== undefined) {
    return fail(
      problem(
        'MIGRATION_FAILED',
        'The database schema could not be updated',
        `${failed?.migrationName ?? 'Before the first migration'}: ${messageOf(error)}`,
        'Nothing was changed. Use the version that created this data folder, or report this message.',
      ),
    );
  }
  for (const { name, content } of applied) {
    if (content === null) await recordContent(plain, name, contents.get(name) ?? '');
  }
  return ok((results ?? []).map((result) => result.migrationName));
}

async function serverVersion(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ number: string }>`
    select current_setting('server_version_num') as number`.execute(db);
  return Number(rows[0]?.number ?? 0);
}

/**
 * Wraps migrations, so that each records its content in the transaction that all migrations share.
 * Disables the statement timeout, because changing a large table takes long, but limits the wait
 * for a table lock to 30 s.
 */
function withContentRecorded(migrations: Migrations, contents: ReadonlyMap<string, string>) {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      {
        async up(db: Kysely<unknown>): Promise<void> {
          await sql`set local statement_timeout = 0; set local lock_timeout = '30s'`.execute(db);
          await migration.up(db);
          await recordContent(db, name, contents.get(name) ?? '');
        },
      },
    ]),
  );
}

async function createContentTable(db: Kysely<Database>): Promise<void> {
  if (await tableExists(db, 'migration_content')) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${CONTENT_LOCK})`.execute(trx);
    await sql`
      create table if not exists migration_content (
        name text primary key,
        content text not null,
        applied_at timestamptz(3) not null default now()
      )`.execute(trx);
  });
}

async function recordContent(
  db: QueryExecutorProvider,
  name: string,
  content: string,
): Promise<void> {
  await sql`insert into migration_content (name, content) values (${name}, ${content})
    on conflict (name) do nothing`.execute(db);
}

async function tableExists(db: QueryExecutorProvider, table: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass(${`public.${table}`}) is not null as exists`.execute(db);
  return rows[0]?.exists === true;
}

/** Returns the migrations that have run, in order; empty for an empty database. */
export async function appliedMigrations(
  db: QueryExecutorProvider,
): Promise<readonly AppliedMigration[]> {
  if (!(await tableExists(db, 'kysely_migration')) || !(await tableExists(db, 'migration_content')))
    return [];
  const { rows } = await sql<AppliedMigration>`
    select m.name, c.content from kysely_migration m
    left join migration_content c on c.name = m.name order by m.name`.execute(db);
  return rows;
}

/**
 * Returns a problem if a migration that has run is unknown to this version or has other content;
 * null when all match.
 */
export function checkAppliedMigrations(
  applied: readonly AppliedMigration[],
  contents: ReadonlyMap<string, string>,
) {
  const unknown = applied.filter(({ name }) => !contents.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    return problem(
      'SCHEMA_NEWER',
      'The database was created by a newer Clockface',
      `This version does not know ${unknown.join(', ')}.`,
      'Start that version, or restore a backup of this version.',
    );
  }
  const changed = applied
    .filter(({ name, content }) => content !== null && content !== contents.get(name))
    .map(({ name }) => name);
  if (changed.length === 0) return null;
  return problem(
    'MIGRATION_CHANGED',
    'A migration that has run differs from the migration of this version',
    `${changed.join(', ')} was different when the database was created.`,
    'Start the version that created the database. Migrations that have run never change; add a new one.',
  );
}

/** Returns the content hash of each migration by name. */
export async function contentsOf(
  migrations: Migrations = allMigrations,
): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>();
  for (const [name, migration] of Object.entries(migrations)) {
    contents.set(name, await migrationContentHash(migration));
  }
  return contents;
}

const tooOld = (version: number) =>
  problem(
    'DATABASE_TOO_OLD',
    'The database server is too old',
    `Its version is ${version}; ${MIN_SERVER_VERSION} or newer is required.`,
    'Set DATABASE_URL to PostgreSQL 15 or newer.',
  );
