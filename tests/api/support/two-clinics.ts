import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import type { Database } from '../../../platform/server/database/schema.ts';
import { type Clinic, makeClinic } from '../../faults/support/data-plane.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';

/** The whole server on a database that the test can look into, with two clinics besides the demonstration. */
export interface TwoClinics extends AsyncDisposable {
  readonly server: TestServer;
  readonly db: Kysely<Database>;
  readonly databaseUrl: string;
  readonly ours: Clinic;
  readonly theirs: Clinic;
}

export async function startTwoClinics(): Promise<TwoClinics> {
  const folder = mkdtempSync(join(tmpdir(), 'clockface-two-'));
  const postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
  const server = await startTestServer({ env: { DATABASE_URL: postgres.url } });
  const db = openDatabase({ url: postgres.url, logger: silentLogger });
  return {
    server,
    db,
    databaseUrl: postgres.url,
    ours: await makeClinic(db),
    theirs: await makeClinic(db),
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await server.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
