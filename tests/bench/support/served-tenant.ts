import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { silentLogger, unwrap } from '#foundation';
import { ensureAppRole } from '../../../platform/server/database/app-role.ts';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import type { Database } from '../../../platform/server/database/schema.ts';
import { setUp } from '../../api/support/set-up.ts';
import { startTestServer, type TestServer } from '../../api/support/start-test-server.ts';
import { insertTenant, type Tenant } from '../../faults/support/data-plane.ts';
import { pin } from './contest.ts';

/** The product on one core, its database and the clients on the other, and a tenant with data. */
export interface ServedTenant extends AsyncDisposable {
  readonly server: TestServer;
  readonly db: Kysely<Database>;
  readonly tenant: Tenant;
  readonly ownerUrl: string;
  /** Connection URL of the application role, under row-level security. */
  readonly appUrl: string;
}

export const SERVER_CORE = 0;
const OTHER_CORE = 1;

/** Starts the product. The default call limit is too high to slow down a session. */
export async function startServedTenant(callsPerTenSeconds = 1_000_000): Promise<ServedTenant> {
  pin(process.pid, OTHER_CORE);
  return setUp(async (stack) => {
    const folder = mkdtempSync(join(tmpdir(), 'clockface-bench-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
    stack.defer(() => postgres.stop());
    const config = { limits: { callsPerTenSeconds } };
    const server = await startTestServer({ config, env: { DATABASE_URL: postgres.url } });
    stack.defer(async () => void (await server.stop()));
    pin(server.pid, SERVER_CORE);
    const db = openDatabase({ url: postgres.url, logger: silentLogger });
    stack.defer(() => db.destroy());
    return {
      server,
      db,
      ownerUrl: postgres.url,
      tenant: await insertTenant(db),
      appUrl: unwrap(await ensureAppRole(db, postgres.url, null)).url,
    };
  });
}

/** Adds patients with one study each. */
export async function addPatients({ db, tenant }: ServedTenant, count: number): Promise<void> {
  await sql`
    with inserted as (
      insert into patient (organization_id, id, code, first_name, last_name, birth_date, sex)
      select ${tenant.organizationId}, gen_random_uuid(), 'P' || n, 'Ann', 'Example ' || n,
        date '1950-01-01' + n, 'FEMALE' from generate_series(1, ${count}::int) n
      returning organization_id, id)
    insert into study (organization_id, id, patient_id)
    select organization_id, gen_random_uuid(), id from inserted`.execute(db);
}

/** Updates the statistics of the query planner, as in a database in long use. */
export async function settle(db: Kysely<Database>): Promise<void> {
  await sql`analyze`.execute(db);
}
