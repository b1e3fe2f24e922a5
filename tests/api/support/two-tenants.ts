import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { SiteConfigInput } from '#contracts';
import { silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import type { Database } from '../../../platform/server/database/schema.ts';
import { insertTenant, type Tenant } from '../../faults/support/data-plane.ts';
import { copySeedData } from '../../seed-data.ts';
import { setUp } from './set-up.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';

/**
 * The whole server on a database that tests can read, with two tenants besides the demonstration.
 */
export interface TwoTenants extends AsyncDisposable {
  readonly server: TestServer;
  readonly db: Kysely<Database>;
  readonly databaseUrl: string;
  readonly ownOrg: Tenant;
  readonly otherOrg: Tenant;
}

/** Starts the server with overrides of the test configuration. */
export function startTwoTenants(config: Partial<SiteConfigInput> = {}): Promise<TwoTenants> {
  return setUp(async (stack) => {
    const folder = mkdtempSync(join(tmpdir(), 'clockface-two-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    if (config.demonstration === undefined) copySeedData(folder);
    const postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
    stack.defer(() => postgres.stop());
    const server = await startTestServer({ config, env: { DATABASE_URL: postgres.url } });
    stack.defer(async () => void (await server.stop()));
    const db = openDatabase({ url: postgres.url, logger: silentLogger });
    stack.defer(() => db.destroy());
    const ownOrg = await insertTenant(db);
    const otherOrg = await insertTenant(db);
    return { server, db, databaseUrl: postgres.url, ownOrg, otherOrg };
  });
}
