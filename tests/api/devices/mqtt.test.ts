import { setTimeout as sleep } from 'node:timers/promises';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Role, topics } from '#contracts';
import { newId, silentLogger } from '#foundation';
import { connectionIdentities, EmbeddedBroker } from '../../../platform/server/broker/index.ts';
import { ErrorResponse } from '../../../platform/server/http/error-response.ts';
import { acquireLease } from '../../../platform/server/leases/device-leases.ts';
import { type DataPlane, startDataPlane, type Tenant } from '../../faults/support/data-plane.ts';

let plane: DataPlane;
let tenant: Tenant;
let otherTenant: Tenant;
const clients: MqttClient[] = [];
beforeAll(async () => {
  plane = await startDataPlane();
  tenant = await plane.addTenant();
  otherTenant = await plane.addTenant();
});
afterAll(() => plane[Symbol.asyncDispose]());
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});

const tcp = () => `mqtt://127.0.0.1:${plane.broker.port}`;
const webSocket = () => `ws://127.0.0.1:${plane.httpPort}/mqtt`;

async function connect(
  username: string,
  password: string,
  url = tcp(),
  options: IClientOptions = {},
): Promise<MqttClient> {
  const client = await mqtt.connectAsync(
    url,
    { username, password, protocolVersion: 4, reconnectPeriod: 0, ...options },
    false,
  );
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

const connectUser = (role: Role, url = webSocket(), ofTenant = tenant) =>
  connect('session', ofTenant.tokenOf(role), url);
const connectDevice = (ofTenant = tenant, options: IClientOptions = {}) =>
  connect(`device:${ofTenant.deviceId}`, ofTenant.deviceToken, tcp(), options);

/** Leases the tenant's device exclusively to the session of a role. */
async function leaseDevice(role: Role): Promise<void> {
  const principal = await plane.deps.authenticate(tenant.tokenOf(role));
  const lease = await acquireLease(plane.db, principal!, tenant.deviceId);
  expect(lease).not.toBeInstanceOf(ErrorResponse);
}

/** Records all messages that the client receives from now on, as [topic, text]. */
function recordMessages(client: MqttClient): [string, string][] {
  const received: [string, string][] = [];
  client.on('message', (topic, payload) => received.push([topic, payload.toString()]));
  return received;
}

/** Subscribes to a filter; returns whether the broker accepted the subscription. */
const isGranted = async (client: MqttClient, filter: string): Promise<boolean> => {
  try {
    const grants = await client.subscribeAsync(filter, { qos: 1 });
    return grants.every(({ qos }) => qos !== 128);
  } catch {
    // mqtt.js reports return code 128 as an error.
    return false;
  }
};

const waitUntilClosed = (client: MqttClient) => expect.poll(() => client.connected).toBe(false);

describe('connecting to the broker', () => {
  it('accepts users over WebSocket and devices over TCP with their tokens', async () => {
    expect((await connectUser('OPERATOR')).connected).toBe(true);
    expect((await connectDevice()).connected).toBe(true);
    expect((await connect('worker', plane.serviceSecret)).connected).toBe(true);
  });

  it('rejects unknown users, invalid tokens and tokens of others', async () => {
    for (const [username, password] of [
      ['session', 'nonsense'],
      ['session', tenant.deviceToken],
      [`device:${tenant.deviceId}`, otherTenant.deviceToken],
      [`device:${tenant.deviceId}`, tenant.tokenOf('ADMIN')],
      ['worker', 'guess'],
      ['server', ''],
      ['', ''],
      ['device:', tenant.deviceToken],
    ] as const) {
      await expect(connect(username, password), username).rejects.toThrow(/Connection refused/);
    }
    await expect(
      mqtt.connectAsync(tcp(), { protocolVersion: 4, reconnectPeriod: 0 }, false),
    ).rejects.toThrow(/Connection refused/);
  });

  it('rejects pages of other origins and other paths', async () => {
    const from = (origin: string) =>
      connect('session', tenant.tokenOf('OPERATOR'), webSocket(), {
        wsOptions: { headers: { origin } },
      });
    await expect(from('http://evil.example')).rejects.toThrow();
    await expect(from('null')).rejects.toThrow();
    expect((await from(`http://127.0.0.1:${plane.httpPort}`)).connected).toBe(true);
    const otherPath = webSocket().replace('/mqtt', '/other');
    await expect(connectUser('OPERATOR', otherPath)).rejects.toThrow();
  });

  it('with another user’s client id does not disconnect that user', async () => {
    const clientId = 'the-same';
    const first = await connect('session', tenant.tokenOf('OPERATOR'), tcp(), { clientId });
    const second = await connect('session', otherTenant.tokenOf('OPERATOR'), tcp(), { clientId });
    await second.publishAsync(
      topics.statusGet(otherTenant.organizationId, otherTenant.deviceId),
      '{}',
      {
        qos: 1,
      },
    );
    expect([first.connected, second.connected]).toEqual([true, true]);
  });
});

describe('a scan over the live connection', () => {
  it('delivers the command to the device and its status messages to the users of the tenant', async () => {
    const { organizationId, deviceId } = tenant;
    const device = await connectDevice();
    await leaseDevice('OPERATOR');
    const operator = await connectUser('OPERATOR');
    const outsider = await connectUser('OPERATOR', webSocket(), otherTenant);
    const receivedByDevice = recordMessages(device);
    const receivedByOperator = recordMessages(operator);
    const receivedByOutsider = recordMessages(outsider);
    await device.subscribeAsync(topics.commandsOf(organizationId, deviceId), { qos: 1 });
    expect(await isGranted(operator, topics.deviceAll(organizationId, deviceId))).toBe(true);
    expect(await isGranted(outsider, topics.deviceAll(organizationId, deviceId))).toBe(false);
    await operator.publishAsync(topics.command(organizationId, deviceId, 'StartScan'), '1', {
      qos: 1,
    });
    await expect.poll(() => receivedByDevice.length).toBe(1);
    await device.publishAsync(topics.acknowledgement(organizationId, deviceId, 'Started'), '2', {
      qos: 1,
    });
    await expect.poll(() => receivedByOperator.map(([, text]) => text)).toContain('2');
    expect(receivedByOutsider).toEqual([]);
  });

  it('gives late subscribers the device status, including that the device is offline', async () => {
    const { organizationId, deviceId } = tenant;
    const topic = topics.status(organizationId, deviceId);
    const will = { topic, payload: Buffer.from('offline'), qos: 1, retain: true } as const;
    const device = await connectDevice(tenant, { will });
    await device.publishAsync(topic, 'ready', { qos: 1, retain: true });
    const viewer = await connectUser('VIEWER');
    const received = recordMessages(viewer);
    await viewer.subscribeAsync(topic, { qos: 1 });
    await expect.poll(() => received.map(([, text]) => text)).toEqual(['ready']);
    device.stream.destroy();
    await expect.poll(() => received.map(([, text]) => text)).toEqual(['ready', 'offline']);
    const lateViewer = await connectUser('VIEWER');
    const receivedLater = recordMessages(lateViewer);
    await lateViewer.subscribeAsync(topic, { qos: 1 });
    await expect.poll(() => receivedLater.map(([, text]) => text)).toEqual(['offline']);
  });
});

describe('a forbidden MQTT operation', () => {
  it.each(['VIEWER', 'ADMIN', 'BLIND_ANNOTATOR'] as const)(
    'ends the connection when a command comes from %s',
    async (role) => {
      const { organizationId, deviceId } = tenant;
      const device = await connectDevice();
      const received = recordMessages(device);
      await device.subscribeAsync(topics.commandsOf(organizationId, deviceId), { qos: 1 });
      const user = await connectUser(role);
      user.publish(topics.command(organizationId, deviceId, 'StartScan'), '{}', { qos: 1 });
      await waitUntilClosed(user);
      expect(received).toEqual([]);
    },
  );

  it('ends the connection when the device belongs to another organization', async () => {
    const { organizationId } = tenant;
    for (const [org, device] of [
      [otherTenant.organizationId, otherTenant.deviceId],
      [organizationId, otherTenant.deviceId],
      [organizationId, newId()],
      [organizationId, 'no-id'],
    ] as const) {
      const operator = await connectUser('OPERATOR');
      operator.publish(topics.command(org, device, 'StartScan'), '{}', { qos: 1 });
      await waitUntilClosed(operator);
    }
  });

  it('leaves no retained command and sets no last will of a user', async () => {
    const { organizationId, deviceId } = tenant;
    const topic = topics.command(organizationId, deviceId, 'StartScan');
    await leaseDevice('OPERATOR');
    const operator = await connectUser('OPERATOR');
    operator.publish(topic, '{}', { qos: 1, retain: true });
    await waitUntilClosed(operator);
    const will = {
      topic: topics.status(organizationId, deviceId),
      payload: Buffer.from('lie'),
      qos: 1,
      retain: true,
    } as const;
    const impostor = await connect('session', tenant.tokenOf('VIEWER'), tcp(), { will });
    impostor.stream.destroy();
    const device = await connectDevice();
    const received = recordMessages(device);
    await device.subscribeAsync([topic, topics.status(organizationId, deviceId)], { qos: 1 });
    await device.publishAsync(topics.status(organizationId, deviceId), 'ready', { qos: 1 });
    await expect.poll(() => received.at(-1)?.[1]).toBe('ready');
    expect(received.map(([, text]) => text)).not.toContain('lie');
    expect(received.map(([, text]) => text)).not.toContain('{}');
  });

  it('is any use of topics outside the device’s own root', async () => {
    for (const topic of [
      topics.status(tenant.organizationId, otherTenant.deviceId),
      topics.status(otherTenant.organizationId, tenant.deviceId),
      topics.command(tenant.organizationId, tenant.deviceId, 'StartScan'),
      topics.job(tenant.organizationId, 'j'),
    ]) {
      const device = await connectDevice();
      expect(await isGranted(device, topics.jobsOf(tenant.organizationId))).toBe(false);
      device.publish(topic, '{}', { qos: 1 });
      await waitUntilClosed(device);
    }
  });

  it('is any subscription of blind annotators, and any wildcard across organizations', async () => {
    const { organizationId, deviceId } = tenant;
    const blind = await connectUser('BLIND_ANNOTATOR');
    const physician = await connectUser('PHYSICIAN');
    for (const filter of [
      topics.deviceAll(organizationId, deviceId),
      topics.jobsOf(organizationId),
    ]) {
      expect(await isGranted(blind, filter), filter).toBe(false);
      expect(await isGranted(physician, filter), filter).toBe(true);
    }
    for (const filter of [
      '#',
      '+/#',
      'clockface/+/jobs/+',
      '$SYS/#',
      topics.jobsOf(otherTenant.organizationId),
    ]) {
      expect(await isGranted(physician, filter), filter).toBe(false);
    }
  });

  it('is a subscription to more topics than any page uses', async () => {
    const client = await connectUser('PHYSICIAN');
    const allowedTopics = 100;
    let grantedCount = 0;
    for (let i = 0; i < allowedTopics + 5; i += 1) {
      if (await isGranted(client, topics.job(tenant.organizationId, newId()))) grantedCount += 1;
    }
    expect(grantedCount).toBe(allowedTopics);
  });

  it('is a payload above 4 KiB, or a packet that declares a length of 256 MiB', async () => {
    const { organizationId, deviceId } = tenant;
    const topic = topics.command(organizationId, deviceId, 'PrepareScan');
    await leaseDevice('OPERATOR');
    const operator = await connectUser('OPERATOR');
    await operator.publishAsync(topic, 'x'.repeat(4096), { qos: 1 });
    operator.publish(topic, 'x'.repeat(4097), { qos: 1 });
    await waitUntilClosed(operator);
    const second = await connectUser('OPERATOR', tcp());
    // A PUBLISH packet (0x30) of 268,435,455 bytes, the largest length that MQTT can declare.
    second.stream.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]));
    await waitUntilClosed(second);
    expect(plane.broker.state).toBe('up');
  });
});

describe('a session that ends', () => {
  it('closes its own connections at once, and no others', async () => {
    const ownTenant = await plane.addTenant();
    const tabs = [
      await connectUser('OPERATOR', webSocket(), ownTenant),
      await connectUser('OPERATOR', tcp(), ownTenant),
    ];
    const physician = await connectUser('PHYSICIAN', webSocket(), ownTenant);
    plane.deps.sessionEnded.emit({ tokenId: ownTenant.accountOf('OPERATOR').tokenId });
    for (const tab of tabs) await waitUntilClosed(tab);
    expect(physician.connected).toBe(true);
  });

  it('in another process closes its connections within seconds', async () => {
    const ownTenant = await plane.addTenant();
    const tab = await connectUser('OPERATOR', webSocket(), ownTenant);
    await plane.db
      .deleteFrom('sessionToken')
      .where('id', '=', ownTenant.accountOf('OPERATOR').tokenId)
      .execute();
    await expect.poll(() => tab.connected, { timeout: 3_000 }).toBe(false);
  });

  it.each([
    ['is locked', { lockedAt: new Date().toISOString() }],
    ['is deleted', { deletedAt: new Date().toISOString() }],
    ['loses a role', { roles: ['VIEWER' as const] }],
  ])(
    'because the account %s closes its connections within seconds, and no others',
    async (_what, change) => {
      const ownTenant = await plane.addTenant();
      const tab = await connectUser('OPERATOR', webSocket(), ownTenant);
      const physician = await connectUser('PHYSICIAN', webSocket(), ownTenant);
      await plane.db
        .updateTable('account')
        .set(change)
        .where('id', '=', ownTenant.accountOf('OPERATOR').id)
        .execute();
      await expect.poll(() => tab.connected, { timeout: 3_000 }).toBe(false);
      expect(physician.connected).toBe(true);
    },
  );
});

describe('a device connection', () => {
  it('closes at once and reports the reason when the device gets a new credential, and other devices stay connected', async () => {
    const ownTenant = await plane.addTenant();
    const topic = topics.status(ownTenant.organizationId, ownTenant.deviceId);
    const will = { topic, payload: Buffer.from('offline'), qos: 1, retain: true } as const;
    const device = await connectDevice(ownTenant, { will });
    const otherDevice = await connectDevice();
    const viewer = await connectUser('VIEWER', webSocket(), ownTenant);
    const received = recordMessages(viewer);
    await viewer.subscribeAsync(topic, { qos: 1 });
    const { tokenId } = (await plane.deps.authenticate(ownTenant.deviceToken))!;
    plane.deps.sessionEnded.emit({ tokenId });
    await waitUntilClosed(device);
    await expect.poll(() => received.map(([, text]) => text)).toEqual(['offline']);
    expect(otherDevice.connected).toBe(true);
  });

  it('closes within seconds when another process revokes the credential', async () => {
    const ownTenant = await plane.addTenant();
    const device = await connectDevice(ownTenant);
    await plane.db.deleteFrom('sessionToken').where('deviceId', '=', ownTenant.deviceId).execute();
    await expect.poll(() => device.connected, { timeout: 3_000 }).toBe(false);
  });
});

describe('a closed connection', () => {
  it('that closed before its authentication ended is not rechecked', async () => {
    const authenticationStarted = Promise.withResolvers<void>();
    const authenticationAllowed = Promise.withResolvers<void>();
    let rechecks = 0;
    const identities = connectionIdentities(plane.deps, 'secret');
    const broker = await EmbeddedBroker.start({
      host: '127.0.0.1',
      port: 0,
      log: silentLogger,
      recheckMs: 20,
      identities: {
        ...identities,
        async person(token) {
          authenticationStarted.resolve();
          await authenticationAllowed.promise;
          return identities.person(token);
        },
        async isStillValid() {
          rechecks += 1;
          return true;
        },
      },
    });
    const options = { username: 'session', password: tenant.tokenOf('VIEWER'), reconnectPeriod: 0 };
    const client = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, options);
    await authenticationStarted.promise;
    client.stream.destroy();
    await sleep(100);
    authenticationAllowed.resolve();
    await sleep(200);
    await broker.close();
    expect(rechecks).toBe(0);
  });

  it('leaves no session state and no queued command that the scanner could receive later', async () => {
    const { organizationId, deviceId } = tenant;
    await leaseDevice('OPERATOR');
    const reconnect = () => connectDevice(tenant, { clean: false, clientId: 'comes-back' });
    const first = await reconnect();
    await first.subscribeAsync(topics.commandsOf(organizationId, deviceId), { qos: 1 });
    await first.endAsync();
    const operator = await connectUser('OPERATOR');
    const topic = topics.command(organizationId, deviceId, 'StartScan');
    await operator.publishAsync(topic, 'meanwhile', { qos: 1 });
    const received = recordMessages(await reconnect());
    await operator.publishAsync(topic, 'later', { qos: 1 });
    await sleep(300);
    expect(received).toEqual([]);
  });
});
