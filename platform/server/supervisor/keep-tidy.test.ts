import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { expect, it } from 'vitest';
import { systemClock } from '#foundation';
import type { Database } from '../database/schema.ts';
import type { ServerParts } from '../server-parts.ts';
import type { FileStore } from '../store/index.ts';
import { keepTidy } from './keep-tidy.ts';

it('removes the rest where a store does not list its files, and says what was left', async () => {
  const statements: string[] = [];
  const told: unknown[] = [];
  const db = new Kysely<Database>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  const logger = { log: (_level: string, _message: string, fields: unknown) => told.push(fields) };
  const site = { config: { storage: { scrubHour: 3 } } };
  const refuses = (): never => {
    throw new Error('AccessDenied');
  };
  const store = { sweepTemporary: refuses, uploads: { list: refuses } };
  const parts = { db, clock: systemClock, logger, site } as unknown as ServerParts;
  const tidy = keepTidy(parts, store as unknown as FileStore);
  await expect.poll(() => statements.some((one) => one.includes('usedDownload'))).toBe(true);
  tidy.dispose();
  expect(told).toContainEqual({ what: 'files of the store', reason: 'AccessDenied' });
});
