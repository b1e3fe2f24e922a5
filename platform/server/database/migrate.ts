import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { fail, messageOf, ok, problem, type Result } from '#foundation';
import { migrationContent } from './migration-content.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import type { Database } from './schema.ts';

/** Minimum PostgreSQL version, because of the SQL in use. */
const OLDEST_SERVER = 150_000;
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
  /** See `migrationContent`; null when the migration ran before contents were recorded. */
  readonly content: string | null;
}

/**
 * Migrates the schema to this version in one transaction; a second process waits for the first.
 * Rejects a database of a newer version, and a database with changed migrations, naming the
 * migrations.
 * @returns the names of the migrations that ran
 */
export async function migrate(
  db: Kysely<Database>,
  { migrations = allMigrations, upTo }: MigrateOptions = {},
): Promise<Result<readonly string[]>> {
  const server = await serverVersion(db);
  if (server < OLDEST_SERVER) return fail(tooOld(server));
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
        'The database schema could not be brought up to date',
        `${failed?.migrationName ?? 'Before the first migration'}: ${messageOf(error)}`,
        'Nothing was changed. Restore the version that made this data folder, or report this text.',
      ),
    );
  }
  for (const { name, content } of applied) {
    if (content === null) await recordContent(plain, name, contents.get(name) ?? '');
  }
  return ok((results ?? []).map((result) => result.migrationName));
}

async function serverVersion(db: Kysely<Database>): Promise<number> {
  const shown = await sql<{ number: string }>`
    select current_setting('server_version_num') as number`.execute(db);
  return Number(shown.rows[0]?.number ?? 0);
}

/**
 * Records the content of each migration in the transaction shared by all. Disables the statement
 * timeout, because a large table must not block an upgrade, but keeps a limit of 30 s for table
 * locks.
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
  if (await exists(db, 'migration_content')) return;
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

async function exists(db: QueryExecutorProvider, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${`public.${table}`}) is not null as there`.execute(db);
  return rows[0]?.there === true;
}

/** Returns the migrations that have run, in order; empty for an empty database. */
export async function appliedMigrations(
  db: QueryExecutorProvider,
): Promise<readonly AppliedMigration[]> {
  if (!(await exists(db, 'kysely_migration')) || !(await exists(db, 'migration_content')))
    return [];
  const { rows } = await sql<AppliedMigration>`
    select m.name, c.content from kysely_migration m
    left join migration_content c on c.name = m.name order by m.name`.execute(db);
  return rows;
}

/** Returns null when this version has every applied migration with unchanged content. */
export function checkAppliedMigrations(
  applied: readonly AppliedMigration[],
  contents: ReadonlyMap<string, string>,
) {
  const unknown = applied.filter(({ name }) => !contents.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    return problem(
      'SCHEMA_NEWER',
      'The database was made by a newer Clockface',
      `This version does not know ${unknown.join(', ')}.`,
      'Start the version that made it, or restore a backup of this version.',
    );
  }
  const changed = applied
    .filter(({ name, content }) => content !== null && content !== contents.get(name))
    .map(({ name }) => name);
  if (changed.length === 0) return null;
  return problem(
    'MIGRATION_CHANGED',
    'A migration that has run is not the one of this version',
    `${changed.join(', ')} was other when the database was made.`,
    'Start the version that made it. A migration that has run is never changed; a new one follows it.',
  );
}

/** Returns the content of each migration by name. */
export async function contentsOf(
  migrations: Migrations = allMigrations,
): Promise<ReadonlyMap<string, string>> {
  const contents = new Map<string, string>();
  for (const [name, migration] of Object.entries(migrations)) {
    contents.set(name, await migrationContent(migration));
  }
  return contents;
}

const tooOld = (version: number) =>
  problem(
    'DATABASE_TOO_OLD',
    'The database server is too old',
    `It says version ${version}; ${OLDEST_SERVER} or newer is needed.`,
    'Point DATABASE_URL at PostgreSQL 15 or newer.',
  );
