import { connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { topics } from '#contracts';
import { newId, silentLogger } from '#foundation';
import { scannerSettingsSchema } from '../../../extensions/scanner/model/index.ts';
import { ScanService } from '../../../extensions/scanner/scan-service/scan-service.ts';
import { memoryServer } from '../../../extensions/scanner/scan-service/test-support/memory-server.ts';
import { QuickDriver } from '../../../extensions/scanner/scan-service/test-support/quick-driver.ts';
import { FRAMES } from '../../e2e/support/scanning/scanning.ts';
import { HAS_MOSQUITTO, type Mosquitto } from '../../faults/support/brokers/mosquitto.ts';
import { SHIPPED_LIMITS, startShippedBroker } from '../support/shipped-broker.ts';

// S25 at a site's own broker: the shipped rules isolate devices. tests/api/devices/mqtt.test.ts
// covers the broker inside the server.

const ORG_A = newId();
const ORG_B = newId();
/** Devices of organization A and of organization B. */
const OWN = newId();
const FOREIGN = newId();
/** Time in ms after which an unwanted message would have arrived. */
const QUIET_MS = 300;

describe.runIf(HAS_MOSQUITTO)('a site’s own Mosquitto with the shipped rules', () => {
  let site: Mosquitto;
  let server: MqttClient;
  const received: string[] = [];
  const clients: MqttClient[] = [];
  const memory = memoryServer({ frameWidth: 16, frameHeight: 16 });

  beforeAll(async () => {
    const { deviceId, deviceToken } = (await memory).init;
    site = await startShippedBroker({
      [OWN]: 'own',
      [FOREIGN]: 'foreign',
      [deviceId]: deviceToken,
    });
    const { username, password } = site;
    server = await connectAsync(site.url, { username, password });
    server.on('message', (topic) => received.push(topic));
    await server.subscribeAsync('clockface/#', { qos: 1 });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    received.length = 0;
  });
  afterAll(async () => {
    await server?.endAsync(true);
    await site?.[Symbol.asyncDispose]();
    await (await memory).close();
  });

  const connect = async (username: string, more: IClientOptions = {}): Promise<MqttClient> => {
    const password = username === OWN ? 'own' : 'foreign';
    const options = { username, password, protocolVersion: 4 as const, reconnectPeriod: 0 };
    const client = await connectAsync(site.url, { ...options, ...more });
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };

  it('has limits for incoming messages', () => {
    expect(SHIPPED_LIMITS).toHaveLength(3);
  });

  it('lets a scan run from its command to its end', async () => {
    const { init, scan } = await memory;
    Object.assign(scan, { protocol: 'UQQ' });
    const settings = scannerSettingsSchema.parse(init.settings);
    const { organizationId, deviceId } = init;
    const ownInit = { ...init, mqttUrl: site.url };
    const service = new ScanService(ownInit, settings, new QuickDriver(), silentLogger);
    try {
      await expect.poll(() => received).toContain(topics.status(organizationId, deviceId));
      const envelope = { id: newId(), at: new Date().toISOString(), epoch: 1, seq: 1 };
      const start = { ...envelope, deviceId, scanId: scan.id, laterality: 'R', protocol: 'UQQ' };
      const topic = topics.command(organizationId, deviceId, 'StartScan');
      await server.publishAsync(topic, JSON.stringify(start), { qos: 1 });
      const completed = topics.acknowledgement(organizationId, deviceId, 'Completed');
      await expect.poll(() => received, { timeout: 30_000 }).toContain(completed);
      expect(
        received.filter((topicName) => topicName === topics.image(organizationId, deviceId)),
      ).toHaveLength(FRAMES.UQQ);
    } finally {
      await service.close();
    }
  });

  it('rejects clients without a user name or with another user’s password', async () => {
    for (const [username, password] of [
      [undefined, undefined],
      [OWN, 'foreign'],
      ['clockface-server', 'guess'],
    ] as const) {
      const options = {
        reconnectPeriod: 0,
        ...(username === undefined ? {} : { username, password }),
      };
      await expect(connectAsync(site.url, options), username).rejects.toThrow();
    }
  });

  it('delivers no message of others to a device', async () => {
    const spy = await connect(FOREIGN);
    const ownDevice = await connect(OWN);
    const foreignMessages: string[] = [];
    spy.on('message', (topic) => foreignMessages.push(topic));
    for (const filter of [
      '#',
      '$SYS/#',
      'clockface/#',
      'clockface/+/device/+/#',
      `clockface/${ORG_A}/#`,
      topics.deviceAll(ORG_A, OWN),
      `$share/x/clockface/${ORG_A}/#`,
      '$share/x/#',
      topics.jobsOf(ORG_A),
      topics.commandsOf(ORG_A, OWN),
    ]) {
      await spy.subscribeAsync(filter, { qos: 1 }).catch(() => undefined);
    }
    await ownDevice.publishAsync(topics.status(ORG_A, OWN), 'status', { qos: 1, retain: true });
    await server.publishAsync(topics.command(ORG_A, OWN, 'StartScan'), 'start', { qos: 1 });
    await server.publishAsync(topics.job(ORG_A, newId()), 'job', { qos: 1 });
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(3);
    await sleep(QUIET_MS);
    expect(foreignMessages).toEqual([]);
    // Shows that the listener itself works.
    await server.publishAsync(topics.command(ORG_B, FOREIGN, 'StopScan'), 'stop', { qos: 1 });
    await expect.poll(() => foreignMessages.length).toBeGreaterThan(0);
  });

  it('delivers a requested fault to the device, and the response of the device', async () => {
    const ownDevice = await connect(OWN);
    const requests: string[] = [];
    ownDevice.on('message', (topic) => requests.push(topic));
    await ownDevice.subscribeAsync(topics.developerFail(ORG_A, OWN), { qos: 1 });
    await server.publishAsync(topics.developerFail(ORG_A, OWN), 'fail', { qos: 1 });
    await expect.poll(() => requests).toEqual([topics.developerFail(ORG_A, OWN)]);
    await ownDevice.publishAsync(topics.developerAnswer(ORG_A, OWN), 'answer', { qos: 1 });
    await expect.poll(() => received).toContain(topics.developerAnswer(ORG_A, OWN));
  });

  it('rejects messages that a device publishes as another device or as a server, also as a last will', async () => {
    const will = {
      topic: topics.status(ORG_A, OWN),
      payload: Buffer.from('gone'),
      qos: 1 as const,
    };
    const impostor = await connect(FOREIGN, { will });
    for (const [topic, retain] of [
      [topics.status(ORG_A, OWN), true],
      [topics.acknowledgement(ORG_A, OWN, 'Completed'), false],
      [topics.image(ORG_A, OWN), false],
      [topics.command(ORG_A, OWN, 'StartScan'), true],
      [topics.command(ORG_B, FOREIGN, 'StartScan'), false],
      [topics.developerAnswer(ORG_A, OWN), false],
      [topics.developerFail(ORG_B, FOREIGN), false],
      [topics.job(ORG_B, newId()), false],
    ] as const) {
      await impostor.publishAsync(topic, 'a forged message', { qos: 1, retain });
    }
    impostor.stream.destroy();
    await sleep(QUIET_MS);
    expect(received).toEqual([]);
  });

  it('does not let a device disconnect another by its client id', async () => {
    const ownDevice = await connect(OWN, { clientId: 'the-scanner' });
    await connect(FOREIGN, { clientId: 'the-scanner' });
    await sleep(QUIET_MS);
    expect(ownDevice.connected).toBe(true);
  });

  it('rejects oversized messages and packets of hundreds of megabytes', async () => {
    const ownDevice = await connect(OWN);
    await ownDevice
      .publishAsync(topics.image(ORG_A, OWN), 'x'.repeat(5_000), { qos: 1 })
      .catch(() => 0);
    await sleep(QUIET_MS);
    expect(received).toEqual([]);
    const socket = connectTcp(Number(new URL(site.url).port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    // A CONNECT packet with a declared length of 256 MB.
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0, 4]));
    socket.write(Buffer.alloc(64 * 1024));
    await closed;
    expect(server.connected).toBe(true);
  });
});
