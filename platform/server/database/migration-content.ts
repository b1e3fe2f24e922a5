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
 * Returns the SHA-256 of the statements of a migration as lower-case hex, without executing the
 * statements. Ignores whitespace, so that reformatting the file does not change the hash; SQL
 * comments count.
 */
export async function migrationContentHash(migration: Migration): Promise<string> {
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
