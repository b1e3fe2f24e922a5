import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import type { Database } from '../../../platform/server/database/schema.ts';
import { beginWithData } from '../../begun-data.ts';
import { type Clinic, makeClinic } from '../../faults/support/data-plane.ts';
import { setUp } from './set-up.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';

/** The whole server on a database that the test can look into, with two clinics besides the demonstration. */
export interface TwoClinics extends AsyncDisposable {
  readonly server: TestServer;
  readonly db: Kysely<Database>;
  readonly databaseUrl: string;
  readonly ours: Clinic;
  readonly theirs: Clinic;
}

export function startTwoClinics(): Promise<TwoClinics> {
  return setUp(async (own) => {
    const folder = mkdtempSync(join(tmpdir(), 'clockface-two-'));
    own.defer(() => rmSync(folder, { recursive: true, force: true }));
    beginWithData(folder);
    const postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
    own.defer(() => postgres.stop());
    const server = await startTestServer({ env: { DATABASE_URL: postgres.url } });
    own.defer(async () => void (await server.stop()));
    const db = openDatabase({ url: postgres.url, logger: silentLogger });
    own.defer(() => db.destroy());
    const [ours, theirs] = [await makeClinic(db), await makeClinic(db)];
    return { server, db, databaseUrl: postgres.url, ours, theirs };
  });
}
