import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeviceLease, MQTT_CLIENT, type Patient, type SiteConfigInput } from '#contracts';
import { newId, silentLogger, unwrap } from '#foundation';
import { EmbeddedPostgres } from '../../../platform/server/database/embedded-postgres.ts';
import { openDatabase } from '../../../platform/server/database/open-database.ts';
import { aPatient } from '../../api/support/records.ts';
import { setUp } from '../../api/support/set-up.ts';
import { EMAILS, startTestServer, type TestServer } from '../../api/support/start-test-server.ts';
import {
  HAS_MOSQUITTO,
  type Mosquitto,
  startMosquitto,
} from '../../faults/support/brokers/mosquitto.ts';

/** Two complete servers with a common database, file store and broker of the site. */
interface Site extends AsyncDisposable {
  readonly first: TestServer;
  readonly second: TestServer;
  readonly broker: Mosquitto;
  readonly databaseUrl: string;
  readonly config: Partial<SiteConfigInput>;
}

const startSite = (): Promise<Site> => setUp(buildSite);

async function buildSite(
  resources: AsyncDisposableStack,
): Promise<Omit<Site, keyof AsyncDisposable>> {
  const folder = mkdtempSync(join(tmpdir(), 'clockface-site-'));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'files'), { mode: 0o700 });
  const postgres = unwrap(await EmbeddedPostgres.start(folder, silentLogger));
  resources.defer(() => postgres.stop());
  const broker = resources.use(await startMosquitto());
  const env = { DATABASE_URL: postgres.url, SITE_BROKER_PASSWORD: broker.password };
  const config: Partial<SiteConfigInput> = {
    storage: { kind: 'folder', folder: join(folder, 'files'), shared: true },
    broker: {
      url: broker.url,
      username: broker.username,
      password: { env: 'SITE_BROKER_PASSWORD' },
    },
  };
  // Both start at the same time, as two machines of a site do after a power cut.
  const start = async (): Promise<TestServer> => {
    const server = await startTestServer({ env, config });
    resources.defer(async () => void (await server.stop()));
    return server;
  };
  const started = await Promise.allSettled([start(), start()]);
  const [first, second] = started.map((running) => {
    if (running.status === 'rejected') throw running.reason;
    return running.value;
  }) as [TestServer, TestServer];
  return { first, second, broker, config, databaseUrl: postgres.url };
}

describe.runIf(HAS_MOSQUITTO)('two servers on one database', () => {
  let site: Site;
  let token: string;

  beforeAll(async () => {
    site = await startSite();
    token = await site.first.signIn('PHYSICIAN');
  });
  afterAll(() => site?.[Symbol.asyncDispose]());

  it('seed the demonstration only once', async () => {
    const db = openDatabase({ url: site.databaseUrl, logger: silentLogger });
    const organizations = await db.selectFrom('organization').select('id').execute();
    const accounts = await db.selectFrom('account').select('email').execute();
    await db.destroy();
    expect(organizations).toHaveLength(1);
    expect(accounts.map(({ email }) => email).toSorted()).toEqual(Object.values(EMAILS).toSorted());
  });

  it('share sessions, and a sign-out ends a session on both', async () => {
    const viewerToken = await site.first.signIn('VIEWER');
    expect((await site.second.call('GET', '/accounts/me', { token: viewerToken })).status).toBe(
      200,
    );
    await site.first.call('POST', '/accounts/actions/logOff', { token: viewerToken });
    expect((await site.second.call('GET', '/accounts/me', { token: viewerToken })).status).toBe(
      401,
    );
  });

  it('return the same response to a request that reaches both', async () => {
    const headers = { 'idempotency-key': newId() };
    const send = (server: TestServer) =>
      server.call<Patient>('POST', '/patients', { token, headers, body: aPatient() });
    const responses = await Promise.all([send(site.first), send(site.second)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[0]?.body.id).toBe(responses[1]?.body.id);
  });

  it('let only one session command a device, whichever server receives the call', async () => {
    const organization = await site.first.call<{ organization: { id: string } }>(
      'GET',
      '/accounts/me',
      { token },
    );
    const devices = await site.first.call<{ items: { id: string }[] }>(
      'GET',
      `/organization/${organization.body.organization.id}/devices`,
      { token },
    );
    const id = devices.body.items[0]?.id ?? '';
    const lease = (server: TestServer, sessionToken: string) =>
      server.call<DeviceLease>('POST', `/devices/${id}/actions/lease`, { token: sessionToken });
    const otherToken = await site.second.signIn('OPERATOR');
    expect((await lease(site.first, token)).status).toBe(200);
    expect((await lease(site.second, otherToken)).status).toBe(409);
    await site.second.call('POST', `/devices/${id}/actions/release`, { token });
    expect((await lease(site.second, otherToken)).status).toBe(200);
  });

  it('forward live messages over the site’s broker, also after its crash', async () => {
    const me = await site.first.call<{ organization: { id: string } }>('GET', '/accounts/me', {
      token,
    });
    const topic = `clockface/${me.body.organization.id}/jobs/${newId()}`;
    const received: string[] = [];
    const listener = listen(site.second, await site.second.signIn('PHYSICIAN'), topic, (text) =>
      received.push(text),
    );
    const publisher = connect(site.broker.url, {
      username: site.broker.username,
      password: site.broker.password,
      reconnectPeriod: 100,
    });
    try {
      await listener.ready;
      await publishUntilReceived(publisher, topic, 'first', received);
      await site.broker.kill();
      await site.broker.restart();
      await publishUntilReceived(publisher, topic, 'second', received);
      expect(new Set(received)).toEqual(new Set(['first', 'second']));
    } finally {
      listener.client.end(true);
      publisher.end(true);
    }
  });

  it('lose no acknowledged patient when one server is killed', async () => {
    const acknowledged: string[] = [];
    for (let idx = 0; idx < 40; idx += 1) {
      const server = idx % 2 === 0 ? site.first : site.second;
      const response = await server
        .call<Patient>('POST', '/patients', { token, body: aPatient() })
        .catch(() => null);
      if (response?.status === 200) acknowledged.push(response.body.id);
      if (idx === 15) await site.second.kill();
    }
    // 16 before the kill, and every second one of the remaining 24.
    expect(acknowledged.length).toBeGreaterThan(20);
    for (const id of acknowledged) {
      expect((await site.first.call('GET', `/patients/${id}`, { token })).status).toBe(200);
    }
  });
});

/** Opens a browser's live connection to one of the servers. */
function listen(
  { url }: TestServer,
  token: string,
  topic: string,
  onMessage: (text: string) => void,
): { readonly client: MqttClient; readonly ready: Promise<unknown> } {
  const client = connect(`${url.replace('http', 'ws')}/mqtt`, {
    ...MQTT_CLIENT,
    username: 'session',
    password: token,
  });
  client.on('message', (_topic, payload) => onMessage(payload.toString()));
  return { client, ready: client.subscribeAsync(topic, { qos: 1 }) };
}

/** Publishes repeatedly until the text is received, because the time of a reconnect is unknown. */
async function publishUntilReceived(
  publisher: MqttClient,
  topic: string,
  text: string,
  received: readonly string[],
): Promise<void> {
  const end = Date.now() + 20_000;
  while (!received.includes(text)) {
    if (Date.now() > end) throw new Error(`${text} was not received`);
    publisher.publish(topic, text, { qos: 0 });
    await sleep(200);
  }
}
