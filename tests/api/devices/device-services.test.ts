import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceStatus, type SiteConfigInput, topics } from '#contracts';
import { silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { migrate } from '../../../platform/server/database/migrate.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import { insertTenant, type Tenant } from '../../faults/support/data-plane.ts';
import { setUp } from '../support/set-up.ts';
import { startTestServer, type TestServer, tryStart } from '../support/start-test-server.ts';

/** A database without the demonstration organization. */
interface TenantDatabase extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly tenant: Tenant;
}

let database: TenantDatabase;
beforeAll(async () => {
  database = await setUp(async (stack) => {
    const folder = mkdtempSync(join(tmpdir(), 'clockface-device-'));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
    stack.defer(() => postgres.stop());
    const db = openDatabase({ url: postgres.url, logger: silentLogger });
    stack.defer(() => db.destroy());
    unwrap(await migrate(db));
    return { databaseUrl: postgres.url, tenant: await insertTenant(db) };
  });
});
afterAll(() => database?.[Symbol.asyncDispose]());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Configuration of a server beside its scanner. */
const siteWith = (mqttPort: number): Partial<SiteConfigInput> => ({
  demonstration: { enabled: false },
  extensions: { scanner: {} },
  device: {
    organizationId: database.tenant.organizationId,
    id: database.tenant.deviceId,
    token: { env: 'SCANNER_TOKEN' },
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
  },
});

const environment = (mqttPort: number, token: string) => ({
  DATABASE_URL: database.databaseUrl,
  CLOCKFACE_MQTT_PORT: String(mqttPort),
  SCANNER_TOKEN: token,
});

/** Returns the command lines of the processes that a server started. */
function childrenOf({ pid }: TestServer): string[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  return pids.map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8'));
}

/** Waits for the retained status of the device, read with its own credential. */
async function waitForStatus(mqttPort: number): Promise<DeviceStatus | undefined> {
  const { organizationId, deviceId, deviceToken } = database.tenant;
  const options = { username: deviceId, password: deviceToken, protocolVersion: 4 as const };
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options);
  try {
    const received: DeviceStatus[] = [];
    client.on('message', (_, payload) => received.push(JSON.parse(payload.toString())));
    await client.subscribeAsync(topics.status(organizationId, deviceId), { qos: 1 });
    await expect.poll(() => received.at(-1)?.state, { timeout: 15_000 }).toBe('ready');
    return received.at(-1);
  } finally {
    await client.endAsync(true);
  }
}

describe('a server without the demonstration organization', () => {
  it('runs the scan service of the device that its configuration names', async () => {
    const mqttPort = await freePort();
    const token = database.tenant.deviceToken;
    const server = await startTestServer({
      config: siteWith(mqttPort),
      env: environment(mqttPort, token),
    });
    try {
      expect(await waitForStatus(mqttPort)).toMatchObject({ connected: true, state: 'ready' });
      const services = childrenOf(server).filter((command) =>
        command.includes('scan-service/main'),
      );
      expect(services).toHaveLength(1);
      expect(services.join() + server.log()).not.toContain(token);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  it('starts without the service and says why if the token of the device is not valid', async () => {
    const mqttPort = await freePort();
    const server = await startTestServer({
      config: siteWith(mqttPort),
      env: environment(mqttPort, 'not-a-token'),
    });
    try {
      expect((await server.call('GET', '/health')).status).toBe(200);
      expect(childrenOf(server).join()).not.toContain('scan-service/main');
      expect(server.log()).toContain('Activate the device');
      expect(server.log()).not.toContain('not-a-token');
    } finally {
      await server.stop();
    }
  });

  it('does not start if the token of the device is missing, and names it', async () => {
    const mqttPort = await freePort();
    const failed = await tryStart({
      config: siteWith(mqttPort),
      env: environment(mqttPort, ''),
    });
    expect('output' in failed && failed.output).toContain('SCANNER_TOKEN');
  });
});
