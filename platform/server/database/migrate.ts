import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { fail, messageOf, ok, problem, type Result } from '#foundation';
import { allMigrations } from './migrations/all-migrations.ts';
import type { Database } from './schema.ts';

/** The oldest PostgreSQL whose SQL the product uses. */
const OLDEST_SERVER = 150_000;

/**
 * Brings the schema to this version, all or nothing; a second process waits for the first.
 * @returns the names of the migrations that ran
 */
export async function migrate(db: Kysely<Database>): Promise<Result<readonly string[]>> {
  const shown = await sql<{ number: string }>`
    select current_setting('server_version_num') as number`.execute(db);
  const version = Number(shown.rows[0]?.number ?? 0);
  if (version < OLDEST_SERVER) {
    return fail(
      problem(
        'DATABASE_TOO_OLD',
        'The database server is too old',
        `It says version ${version}; ${OLDEST_SERVER} or newer is needed.`,
        'Point DATABASE_URL at PostgreSQL 15 or newer.',
      ),
    );
  }
  const migrator = new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => ({ ...allMigrations }) },
  });
  const { error, results } = await migrator.migrateToLatest();
  const failed = results?.find((one) => one.status === 'Error');
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
  return ok((results ?? []).map((one) => one.migrationName));
}
