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
import type { FileStore } from '../store/index.ts';
import { startMaintenance } from './maintenance.ts';
import type { ScrubDeps } from './scrub-nightly.ts';

it('startMaintenance runs the other tasks when the store cannot be listed, and logs the failed task', async () => {
  const statements: string[] = [];
  const logged: unknown[] = [];
  const db = new Kysely<Database>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
  const logger = {
    log: (_level: string, _message: string, fields: unknown) => logged.push(fields),
  };
  const site = { config: { storage: { scrubHour: 3 } } };
  const fails = (): never => {
    throw new Error('AccessDenied');
  };
  const store = { purgeTemporary: fails, uploads: { list: fails } };
  const deps = { db, clock: systemClock, logger, site } as unknown as ScrubDeps;
  const maintenance = startMaintenance(deps, store as unknown as FileStore);
  await expect
    .poll(() => statements.some((statement) => statement.includes('usedDownload')))
    .toBe(true);
  maintenance.dispose();
  expect(logged).toContainEqual({ what: 'files of the store', reason: 'AccessDenied' });
});
