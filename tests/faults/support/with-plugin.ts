import type { KyselyPlugin } from 'kysely';
import type { Migrations } from '../../../platform/server/database/migrate.ts';
import { allMigrations } from '../../../platform/server/database/migrations/all-migrations.ts';

/** Returns the product's migrations with a plugin that sees each of their statements. */
export function withPlugin(plugin: KyselyPlugin): Migrations {
  return Object.fromEntries(
    Object.entries(allMigrations).map(([name, one]) => [
      name,
      { up: (db: Parameters<typeof one.up>[0]) => one.up(db.withPlugin(plugin)) },
    ]),
  );
}
