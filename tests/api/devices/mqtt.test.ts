import { setTimeout as sleep } from 'node:timers/promises';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Role, topics } from '#contracts';
import { newId, silentLogger } from '#foundation';
import { EmbeddedBroker, linkIdentities } from '../../../platform/server/broker/index.ts';
import { Refusal } from '../../../platform/server/http/refusal.ts';
import { takeLease } from '../../../platform/server/leases/device-leases.ts';
import { type Clinic, type DataPlane, startDataPlane } from '../../faults/support/data-plane.ts';

let plane: DataPlane;
let clinic: Clinic;
let other: Clinic;
const clients: MqttClient[] = [];
beforeAll(async () => {
  plane = await startDataPlane();
  clinic = await plane.clinic();
  other = await plane.clinic();
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
  more: IClientOptions = {},
): Promise<MqttClient> {
  const client = await mqtt.connectAsync(
    url,
    { username, password, protocolVersion: 4, reconnectPeriod: 0, ...more },
    false,
  );
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

const asPerson = (role: Role, url = webSocket(), at = clinic) =>
  connect('session', at.tokenOf(role), url);
const asDevice = (at = clinic, more: IClientOptions = {}) =>
  connect(`device:${at.deviceId}`, at.deviceToken, tcp(), more);

/** The sole command of the clinic's device, for the session of a role. */
async function hold(role: Role): Promise<void> {
  const principal = await plane.parts.authenticate(clinic.tokenOf(role));
  const lease = await takeLease(plane.db, principal!, clinic.deviceId);
  expect(lease).not.toBeInstanceOf(Refusal);
}

/** Everything a client hears from now on, as [topic, text]. */
function hearing(client: MqttClient): [string, string][] {
  const heard: [string, string][] = [];
  client.on('message', (topic, payload) => heard.push([topic, payload.toString()]));
  return heard;
}

const granted = async (client: MqttClient, filter: string): Promise<boolean> => {
  try {
    const answers = await client.subscribeAsync(filter, { qos: 1 });
    return answers.every(({ qos }) => qos !== 128);
  } catch {
    // mqtt.js makes an error of return code 128.
    return false;
  }
};

const isClosed = (client: MqttClient) => expect.poll(() => client.connected).toBe(false);

describe('connecting to the live link', () => {
  it('takes people over WebSocket and devices over TCP, with their tokens', async () => {
    expect((await asPerson('OPERATOR')).connected).toBe(true);
    expect((await asDevice()).connected).toBe(true);
    expect((await connect('worker', plane.serviceSecret)).connected).toBe(true);
  });

  it('refuses strangers, wrong tokens and the tokens of others', async () => {
    for (const [username, password] of [
      ['session', 'nonsense'],
      ['session', clinic.deviceToken],
      [`device:${clinic.deviceId}`, other.deviceToken],
      [`device:${clinic.deviceId}`, clinic.tokenOf('ADMIN')],
      ['worker', 'guess'],
      ['server', ''],
      ['', ''],
      ['device:', clinic.deviceToken],
    ] as const) {
      await expect(connect(username, password), username).rejects.toThrow(/Connection refused/);
    }
    await expect(
      mqtt.connectAsync(tcp(), { protocolVersion: 4, reconnectPeriod: 0 }, false),
    ).rejects.toThrow(/Connection refused/);
  });

  it('refuses pages of other origins and other addresses', async () => {
    const from = (origin: string) =>
      connect('session', clinic.tokenOf('OPERATOR'), webSocket(), {
        wsOptions: { headers: { origin } },
      });
    await expect(from('http://evil.example')).rejects.toThrow();
    await expect(from('null')).rejects.toThrow();
    expect((await from(`http://127.0.0.1:${plane.httpPort}`)).connected).toBe(true);
    const elsewhere = webSocket().replace('/mqtt', '/other');
    await expect(asPerson('OPERATOR', elsewhere)).rejects.toThrow();
  });

  it('is not pushed off by someone else who uses the same client id', async () => {
    const clientId = 'the-same';
    const first = await connect('session', clinic.tokenOf('OPERATOR'), tcp(), { clientId });
    const second = await connect('session', other.tokenOf('OPERATOR'), tcp(), { clientId });
    await second.publishAsync(topics.statusGet(other.organizationId, other.deviceId), '{}', {
      qos: 1,
    });
    expect([first.connected, second.connected]).toEqual([true, true]);
  });
});

describe('a scan over the live link', () => {
  it('brings the command to the device and its words to the people of the clinic', async () => {
    const { organizationId, deviceId } = clinic;
    const device = await asDevice();
    await hold('OPERATOR');
    const operator = await asPerson('OPERATOR');
    const stranger = await asPerson('OPERATOR', webSocket(), other);
    const heardByDevice = hearing(device);
    const heardByOperator = hearing(operator);
    const heardByStranger = hearing(stranger);
    await device.subscribeAsync(topics.commandsOf(organizationId, deviceId), { qos: 1 });
    expect(await granted(operator, topics.deviceAll(organizationId, deviceId))).toBe(true);
    expect(await granted(stranger, topics.deviceAll(organizationId, deviceId))).toBe(false);
    await operator.publishAsync(topics.command(organizationId, deviceId, 'StartScan'), '1', {
      qos: 1,
    });
    await expect.poll(() => heardByDevice.length).toBe(1);
    await device.publishAsync(topics.acknowledgement(organizationId, deviceId, 'Started'), '2', {
      qos: 1,
    });
    await expect.poll(() => heardByOperator.map(([, text]) => text)).toContain('2');
    expect(heardByStranger).toEqual([]);
  });

  it('shows later comers the device status, and that the device is gone', async () => {
    const { organizationId, deviceId } = clinic;
    const topic = topics.status(organizationId, deviceId);
    const will = { topic, payload: Buffer.from('offline'), qos: 1, retain: true } as const;
    const device = await asDevice(clinic, { will });
    await device.publishAsync(topic, 'ready', { qos: 1, retain: true });
    const viewer = await asPerson('VIEWER');
    const heard = hearing(viewer);
    await viewer.subscribeAsync(topic, { qos: 1 });
    await expect.poll(() => heard.map(([, text]) => text)).toEqual(['ready']);
    device.stream.destroy();
    await expect.poll(() => heard.map(([, text]) => text)).toEqual(['ready', 'offline']);
    const later = await asPerson('VIEWER');
    const heardLater = hearing(later);
    await later.subscribeAsync(topic, { qos: 1 });
    await expect.poll(() => heardLater.map(([, text]) => text)).toEqual(['offline']);
  });
});

describe('what is not allowed on the live link', () => {
  it.each(['VIEWER', 'ADMIN', 'BLIND_ANNOTATOR'] as const)(
    'ends the connection when a command comes from %s',
    async (role) => {
      const { organizationId, deviceId } = clinic;
      const device = await asDevice();
      const heard = hearing(device);
      await device.subscribeAsync(topics.commandsOf(organizationId, deviceId), { qos: 1 });
      const person = await asPerson(role);
      person.publish(topics.command(organizationId, deviceId, 'StartScan'), '{}', { qos: 1 });
      await isClosed(person);
      expect(heard).toEqual([]);
    },
  );

  it('ends the connection when someone commands a device that is not of their clinic', async () => {
    const { organizationId } = clinic;
    for (const [org, device] of [
      [other.organizationId, other.deviceId],
      [organizationId, other.deviceId],
      [organizationId, newId()],
      [organizationId, 'no-id'],
    ] as const) {
      const operator = await asPerson('OPERATOR');
      operator.publish(topics.command(org, device, 'StartScan'), '{}', { qos: 1 });
      await isClosed(operator);
    }
  });

  it('never leaves a command behind, and no last will of a person', async () => {
    const { organizationId, deviceId } = clinic;
    const topic = topics.command(organizationId, deviceId, 'StartScan');
    await hold('OPERATOR');
    const operator = await asPerson('OPERATOR');
    operator.publish(topic, '{}', { qos: 1, retain: true });
    await isClosed(operator);
    const will = {
      topic: topics.status(organizationId, deviceId),
      payload: Buffer.from('lie'),
      qos: 1,
      retain: true,
    } as const;
    const liar = await connect('session', clinic.tokenOf('VIEWER'), tcp(), { will });
    liar.stream.destroy();
    const device = await asDevice();
    const heard = hearing(device);
    await device.subscribeAsync([topic, topics.status(organizationId, deviceId)], { qos: 1 });
    await device.publishAsync(topics.status(organizationId, deviceId), 'ready', { qos: 1 });
    await expect.poll(() => heard.at(-1)?.[1]).toBe('ready');
    expect(heard.map(([, text]) => text)).not.toContain('lie');
    expect(heard.map(([, text]) => text)).not.toContain('{}');
  });

  it('keeps a device below its own root', async () => {
    for (const topic of [
      topics.status(clinic.organizationId, other.deviceId),
      topics.status(other.organizationId, clinic.deviceId),
      topics.command(clinic.organizationId, clinic.deviceId, 'StartScan'),
      topics.job(clinic.organizationId, 'j'),
    ]) {
      const device = await asDevice();
      expect(await granted(device, topics.jobsOf(clinic.organizationId))).toBe(false);
      device.publish(topic, '{}', { qos: 1 });
      await isClosed(device);
    }
  });

  it('gives blind annotators no topic, and nobody a wildcard over organizations', async () => {
    const { organizationId, deviceId } = clinic;
    const blind = await asPerson('BLIND_ANNOTATOR');
    const physician = await asPerson('PHYSICIAN');
    for (const filter of [
      topics.deviceAll(organizationId, deviceId),
      topics.jobsOf(organizationId),
    ]) {
      expect(await granted(blind, filter), filter).toBe(false);
      expect(await granted(physician, filter), filter).toBe(true);
    }
    for (const filter of [
      '#',
      '+/#',
      'clockface/+/jobs/+',
      '$SYS/#',
      topics.jobsOf(other.organizationId),
    ]) {
      expect(await granted(physician, filter), filter).toBe(false);
    }
  });

  it('is to listen to more topics than any page does', async () => {
    const greedy = await asPerson('PHYSICIAN');
    let heard = 0;
    for (let i = 0; i < 105; i += 1) {
      if (await granted(greedy, topics.job(clinic.organizationId, newId()))) heard += 1;
    }
    expect(heard).toBe(100);
  });

  it('is a payload above 4 KiB, and a packet that announces hundreds of megabytes', async () => {
    const { organizationId, deviceId } = clinic;
    const topic = topics.command(organizationId, deviceId, 'PrepareScan');
    await hold('OPERATOR');
    const operator = await asPerson('OPERATOR');
    await operator.publishAsync(topic, 'x'.repeat(4096), { qos: 1 });
    operator.publish(topic, 'x'.repeat(4097), { qos: 1 });
    await isClosed(operator);
    const second = await asPerson('OPERATOR', tcp());
    second.stream.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]));
    await isClosed(second);
    expect(plane.broker.state).toBe('up');
  });
});

describe('a session that ends', () => {
  it('takes its connections along at once, and no one else’s', async () => {
    const mine = await plane.clinic();
    const tabs = [
      await asPerson('OPERATOR', webSocket(), mine),
      await asPerson('OPERATOR', tcp(), mine),
    ];
    const colleague = await asPerson('PHYSICIAN', webSocket(), mine);
    plane.parts.sessionEnded.emit({ tokenId: mine.accountOf('OPERATOR').tokenId });
    for (const tab of tabs) await isClosed(tab);
    expect(colleague.connected).toBe(true);
  });

  it('in another process is noticed soon', async () => {
    const mine = await plane.clinic();
    const tab = await asPerson('OPERATOR', webSocket(), mine);
    await plane.db
      .deleteFrom('sessionToken')
      .where('id', '=', mine.accountOf('OPERATOR').tokenId)
      .execute();
    await expect.poll(() => tab.connected, { timeout: 3_000 }).toBe(false);
  });

  it.each([
    ['is locked', { lockedAt: new Date().toISOString() }],
    ['is deleted', { deletedAt: new Date().toISOString() }],
    ['loses a role', { roles: ['VIEWER' as const] }],
  ])('of an account that %s is noticed soon, and no other', async (_what, change) => {
    const mine = await plane.clinic();
    const tab = await asPerson('OPERATOR', webSocket(), mine);
    const colleague = await asPerson('PHYSICIAN', webSocket(), mine);
    await plane.db
      .updateTable('account')
      .set(change)
      .where('id', '=', mine.accountOf('OPERATOR').id)
      .execute();
    await expect.poll(() => tab.connected, { timeout: 3_000 }).toBe(false);
    expect(colleague.connected).toBe(true);
  });
});

describe('the connection of a device', () => {
  it('falls at once when it gets another credential, tells so, and no other device’s falls', async () => {
    const mine = await plane.clinic();
    const topic = topics.status(mine.organizationId, mine.deviceId);
    const will = { topic, payload: Buffer.from('offline'), qos: 1, retain: true } as const;
    const device = await asDevice(mine, { will });
    const others = await asDevice();
    const viewer = await asPerson('VIEWER', webSocket(), mine);
    const heard = hearing(viewer);
    await viewer.subscribeAsync(topic, { qos: 1 });
    const { tokenId } = (await plane.parts.authenticate(mine.deviceToken))!;
    plane.parts.sessionEnded.emit({ tokenId });
    await isClosed(device);
    await expect.poll(() => heard.map(([, text]) => text)).toEqual(['offline']);
    expect(others.connected).toBe(true);
  });

  it('is noticed soon to have lost its credential in another process', async () => {
    const mine = await plane.clinic();
    const device = await asDevice(mine);
    await plane.db.deleteFrom('sessionToken').where('deviceId', '=', mine.deviceId).execute();
    await expect.poll(() => device.connected, { timeout: 3_000 }).toBe(false);
  });
});

describe('a connection that left', () => {
  it('before it was known who it is, is not looked at for ever', async () => {
    let known: () => void = () => undefined;
    let looked = 0;
    const identities = linkIdentities(plane.parts, 'secret');
    const broker = await EmbeddedBroker.start({
      host: '127.0.0.1',
      port: 0,
      log: silentLogger,
      recheckMs: 20,
      identities: {
        ...identities,
        async person(token) {
          await new Promise<void>((resolve) => {
            known = resolve;
          });
          return identities.person(token);
        },
        async stillStands() {
          looked += 1;
          return true;
        },
      },
    });
    const before = known;
    const more = { username: 'session', password: clinic.tokenOf('VIEWER'), reconnectPeriod: 0 };
    const client = mqtt.connect(`mqtt://127.0.0.1:${broker.port}`, more);
    await expect.poll(() => known).not.toBe(before);
    client.stream.destroy();
    await sleep(100);
    known();
    await sleep(200);
    await broker.close();
    expect(looked).toBe(0);
  });

  it('leaves nothing behind that gathers, and no command that a scanner would find later', async () => {
    const { organizationId, deviceId } = clinic;
    await hold('OPERATOR');
    const come = () => asDevice(clinic, { clean: false, clientId: 'comes-back' });
    const first = await come();
    await first.subscribeAsync(topics.commandsOf(organizationId, deviceId), { qos: 1 });
    await first.endAsync();
    const operator = await asPerson('OPERATOR');
    const topic = topics.command(organizationId, deviceId, 'StartScan');
    await operator.publishAsync(topic, 'meanwhile', { qos: 1 });
    const heard = hearing(await come());
    await operator.publishAsync(topic, 'later', { qos: 1 });
    await sleep(300);
    expect(heard).toEqual([]);
  });
});
