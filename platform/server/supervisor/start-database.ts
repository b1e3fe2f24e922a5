import type { Kysely } from 'kysely';
import { fail, type Logger, ok, problemOf, type Result } from '#foundation';
import { type AppRole, ensureAppRole } from '../database/app-role.ts';
import { EmbeddedPostgres } from '../database/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase, openOrganizationDatabases } from '../database/open-database.ts';
import { protectTables } from '../database/protect-tables.ts';
import type { Database } from '../database/schema.ts';
import type { Settings } from './settings.ts';
import type { Teardown } from './teardown.ts';

/** Running database server, before its schema is checked. */
export interface DatabaseServer {
  /** Connection as the owner of the tables, across organizations. */
  readonly db: Kysely<Database>;
  readonly url: string;
}

export interface StartedDatabase extends DatabaseServer {
  /** Returns a connection under the application's role, within one organization. */
  dbOf(organizationId: string): Kysely<Database>;
  /** Role of `dbOf`. */
  readonly appRole: AppRole;
}

/** Connects to the site's PostgreSQL if configured, else starts the embedded one. */
export async function startDatabase(
  settings: Settings,
  teardown: Teardown,
  logger: Logger,
): Promise<Result<DatabaseServer>> {
  let url = settings.databaseUrl;
  if (url === null) {
    const embedded = await EmbeddedPostgres.start(settings.dataFolder, logger);
    if (!embedded.ok) return embedded;
    teardown.add('The database server', () => embedded.value.stop());
    url = embedded.value.url;
  }
  const db = openDatabase({ url, logger });
  teardown.add('The database connections', () => db.destroy());
  return ok({ db, url });
}

/**
 * Migrates the tables to the current schema, and sets up the application's role and row-level
 * security.
 */
export async function prepareDatabase(
  { db, url }: DatabaseServer,
  settings: Settings,
  teardown: Teardown,
  logger: Logger,
): Promise<Result<StartedDatabase>> {
  try {
    const migrated = await migrate(db);
    if (!migrated.ok) return migrated;
    const appRole = await ensureAppRole(db, url, settings.databaseAppUrl);
    if (!appRole.ok) return appRole;
    await protectTables(db, appRole.value.name);
    const tenantDatabases = openOrganizationDatabases({ url: appRole.value.url, logger });
    teardown.add('The connections within organizations', () => tenantDatabases.destroy());
    return ok({ db, dbOf: (id) => tenantDatabases.of(id), appRole: appRole.value, url });
  } catch (thrown) {
    const next = 'Check that the server of DATABASE_URL runs and that its user may create tables.';
    return fail(problemOf(thrown, 'DATABASE_UNREACHABLE', 'The database does not respond', next));
  }
}
