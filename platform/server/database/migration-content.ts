import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * SHA-256 of the statements sent by a migration, ignoring whitespace, so that reformatting the file
 * does not change the hash. Lower-case hex.
 */
export async function migrationContent(migration: Migration): Promise<string> {
  const hash = createHash('sha256');
  const recorder = new Kysely<unknown>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      const statement = query.sql.replaceAll(/\s+/g, ' ').trim();
      hash.update(`${statement}\n${JSON.stringify(query.parameters)}\n`);
    },
  });
  await migration.up(recorder);
  return hash.digest('hex');
}
