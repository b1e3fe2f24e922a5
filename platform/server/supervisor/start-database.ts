import type { Kysely } from 'kysely';
import { fail, type Logger, ok, problemOf, type Result } from '#foundation';
import { EmbeddedPostgres } from '../database/embedded-postgres.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Database } from '../database/schema.ts';
import type { Settings } from './settings.ts';
import type { Teardown } from './teardown.ts';

export interface StartedDatabase {
  readonly db: Kysely<Database>;
  readonly url: string;
}

/** The site's own PostgreSQL where it names one, else the embedded one; with today's schema. */
export async function startDatabase(
  settings: Settings,
  teardown: Teardown,
  logger: Logger,
): Promise<Result<StartedDatabase>> {
  let url = settings.databaseUrl;
  if (url === null) {
    const embedded = await EmbeddedPostgres.start(settings.dataFolder, logger);
    if (!embedded.ok) return embedded;
    teardown.add('The database server', () => embedded.value.stop());
    url = embedded.value.url;
  }
  const db = openDatabase({ url, logger });
  teardown.add('The database connections', () => db.destroy());
  try {
    const migrated = await migrate(db);
    return migrated.ok ? ok({ db, url }) : migrated;
  } catch (thrown) {
    const next = 'See that the server of DATABASE_URL runs and lets this user make tables.';
    return fail(problemOf(thrown, 'DATABASE_UNREACHABLE', 'The database does not answer', next));
  }
}
