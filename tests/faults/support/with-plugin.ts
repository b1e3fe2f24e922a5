import type { KyselyPlugin } from 'kysely';
import type { Migrations } from '../../../platform/server/database/migrate.ts';
import { allMigrations } from '../../../platform/server/database/migrations/all-migrations.ts';

/** Returns the product's migrations with a plugin that sees each of their statements. */
export function withPlugin(plugin: KyselyPlugin): Migrations {
  return Object.fromEntries(
    Object.entries(allMigrations).map(([name, migration]) => [
      name,
      { up: (db: Parameters<typeof migration.up>[0]) => migration.up(db.withPlugin(plugin)) },
    ]),
  );
}
