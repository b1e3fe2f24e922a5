import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectionConfigSchema, topics } from '#contracts';
import { newId, silentLogger } from '#foundation';
import { connectionIdentities, EmbeddedBroker } from '../../../platform/server/broker/index.ts';
import { ErrorResponse } from '../../../platform/server/http/error-response.ts';
import { acquireLease } from '../../../platform/server/leases/device-leases.ts';
import {
  HAS_MOSQUITTO,
  type Mosquitto,
  startMosquitto,
} from '../../faults/support/brokers/mosquitto.ts';
import { type DataPlane, startDataPlane } from '../../faults/support/data-plane.ts';

describe.runIf(HAS_MOSQUITTO)('a scanner of a site with a broker of its own', () => {
  let plane: DataPlane;
  let site: Mosquitto;
  const clients: MqttClient[] = [];
  const brokers: EmbeddedBroker[] = [];
  /** Topics received from devices, by index of the server. */
  const received: string[][] = [];

  beforeAll(async () => {
    plane = await startDataPlane();
    site = await startMosquitto();
    for (const messages of [[], []] as string[][]) {
      received.push(messages);
      const identities = connectionIdentities(plane.deps, 'secret');
      const leases: typeof identities.leases = {
        ...identities.leases,
        handleDeviceMessage(device, topic, payload) {
          messages.push(topic);
          return identities.leases.handleDeviceMessage(device, topic, payload);
        },
      };
      const options = {
        host: '127.0.0.1',
        port: 0,
        log: silentLogger,
        site: { ...site, connection: connectionConfigSchema.parse({}) },
      };
      brokers.push(
        await EmbeddedBroker.start({ ...options, identities: { ...identities, leases } }),
      );
    }
    while (!brokers.every((broker) => broker.isJoined)) await sleep(20);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.endAsync(true);
    for (const messages of received) messages.length = 0;
  });
  afterAll(async () => {
    for (const broker of brokers) await broker.close();
    await site?.[Symbol.asyncDispose]();
    await plane?.[Symbol.asyncDispose]();
  });

  const connect = async (url: string, username: string, password: string) => {
    const client = await connectAsync(url, { username, password, reconnectPeriod: 0 });
    clients.push(client);
    return client;
  };

  const completedMessage = () => ({
    id: newId(),
    at: new Date().toISOString(),
    scanId: null,
    epoch: 1,
    seq: 1,
    commandId: newId(),
    framesStored: 1,
    framesTotal: 1,
  });

  it('ends the lease on completion of a scan when connected to the site’s broker', async () => {
    const tenant = await plane.addTenant();
    const { organizationId, deviceId } = tenant;
    const principal = await plane.deps.authenticate(tenant.tokenOf('OPERATOR'));
    expect(await acquireLease(plane.db, principal!, deviceId)).not.toBeInstanceOf(ErrorResponse);
    const device = await connect(site.url, site.username, site.password);
    const topic = topics.acknowledgement(organizationId, deviceId, 'Completed');
    await device.publishAsync(topic, JSON.stringify(completedMessage()), { qos: 1 });
    const leases = plane.db
      .selectFrom('deviceLease')
      .select('deviceId')
      .where('deviceId', '=', deviceId);
    await expect.poll(() => leases.execute()).toEqual([]);
  });

  it('has each message handled once when connected to a server, which forwards the message to the site’s broker', async () => {
    const { organizationId, deviceId, deviceToken } = await plane.addTenant();
    const device = await connect(
      `mqtt://127.0.0.1:${brokers[0]?.port}`,
      `device:${deviceId}`,
      deviceToken,
    );
    const listener = await connect(site.url, site.username, site.password);
    const forwarded: string[] = [];
    listener.on('message', (topic) => forwarded.push(topic));
    const topic = topics.acknowledgement(organizationId, deviceId, 'Completed');
    await listener.subscribeAsync(topic, { qos: 1 });
    await device.publishAsync(topic, JSON.stringify(completedMessage()), { qos: 1 });
    await expect.poll(() => forwarded).toEqual([topic]);
    await sleep(200);
    expect(received).toEqual([[topic], []]);
  });
});
