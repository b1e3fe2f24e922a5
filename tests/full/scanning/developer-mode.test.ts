import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { type Device, topics } from '#contracts';
import { newId } from '#foundation';
import { type ApiReader, apiReader } from '../../e2e/support/product/api.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';

// Covers the whole path of a requested fault: user session, broker, site configuration, scan
// service and simulated scanner.

const FAULT = { code: 'MotorStallDetected', at: 'prepare' };
/** Time after which an unwanted response would have arrived. */
const QUIET_MS = 1_000;

/** A client of the broker that receives all topics of a device; `what` is the topic below it. */
interface DeviceClient {
  readonly received: { readonly what: string; readonly body: Record<string, unknown> }[];
  publish(what: string, more?: Record<string, unknown>): string;
  close(): Promise<void>;
}

async function openDeviceClient(
  product: Product,
  reader: ApiReader,
  device: Device,
): Promise<DeviceClient> {
  const token = (reader.headers.authorization ?? '').replace('Bearer ', '');
  const address = `${product.url.replace('http', 'ws')}/mqtt`;
  const client: MqttClient = await connectAsync(address, {
    username: 'session',
    password: token,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  client.on('error', () => undefined);
  const root = `clockface/${device.organizationId}/device/${device.id}`;
  const received: DeviceClient['received'] = [];
  client.on('message', (topic, payload) => {
    const body = JSON.parse(payload.toString('utf8')) as Record<string, unknown>;
    received.push({ what: topic.slice(root.length + 1), body });
  });
  await client.subscribeAsync(topics.deviceAll(device.organizationId, device.id), { qos: 1 });
  const isReady = () => received.some(({ body }) => body.state === 'ready');
  await expect.poll(isReady, { timeout: 15_000 }).toBe(true);
  return {
    received,
    publish(what, more = {}) {
      const id = newId();
      const at = new Date().toISOString();
      const envelope = { id, at, scanId: null, epoch: 0, seq: Date.now() };
      const message = { ...envelope, deviceId: device.id, ...more };
      client.publish(`${root}/${what}`, JSON.stringify(message), { qos: 1 }, () => undefined);
      return id;
    },
    close: () => client.endAsync(true),
  };
}

async function withProduct(
  isDevModeUi: boolean,
  work: (product: Product, device: Device) => Promise<void>,
) {
  const product = await startProduct(testSite({ flags: { isDevModeUi } }));
  try {
    const operator = await apiReader(product, 'operator');
    const { items } = (await operator.get('/devices')) as { items: readonly Device[] };
    await work(product, items[0]!);
  } finally {
    await product.stop();
  }
}

const waitForResponse = async (client: DeviceClient, id: string): Promise<unknown> => {
  const find = () => client.received.find(({ body }) => body.commandId === id)?.body;
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return find();
};

describe('developer mode of a site', () => {
  it('lets only the user with the device lease request a fault of the simulated scanner', async () => {
    await withProduct(true, async (product, device) => {
      const operator = await apiReader(product, 'operator');
      const unleased = await openDeviceClient(product, operator, device);
      const viewer = await openDeviceClient(product, await apiReader(product, 'viewer'), device);
      viewer.publish('developer/fail', { fault: FAULT });
      // The operator has permission but no lease of the scanner yet.
      unleased.publish('developer/fail', { fault: FAULT });
      await sleep(QUIET_MS);
      expect(unleased.received.filter(({ what }) => what === 'developer/answer')).toEqual([]);
      await Promise.all([viewer.close(), unleased.close()]);
      const leased = await operator.send('POST', `/devices/${device.id}/actions/lease`, {});
      expect(leased.status).toBe(200);
      const client = await openDeviceClient(product, operator, device);
      const commandId = client.publish('developer/fail', { fault: FAULT });
      expect(await waitForResponse(client, commandId)).toMatchObject({ answer: 'Accepted' });
      client.publish('command/PrepareScan');
      const result = () => client.received.find(({ what }) => what === 'prescan/result')?.body;
      await expect.poll(result, { timeout: 15_000 }).toMatchObject({
        result: 'Failed',
        errorCode: FAULT.code,
      });
      await client.close();
    });
  });

  it('rejects a requested fault when switched off, and the scanner does not fail', async () => {
    await withProduct(false, async (product, device) => {
      const operator = await apiReader(product, 'operator');
      await operator.send('POST', `/devices/${device.id}/actions/lease`, {});
      const client = await openDeviceClient(product, operator, device);
      const commandId = client.publish('developer/fail', { fault: FAULT });
      expect(await waitForResponse(client, commandId)).toMatchObject({
        answer: 'DeveloperModeIsOff',
      });
      client.publish('command/PrepareScan');
      const result = () => client.received.find(({ what }) => what === 'prescan/result')?.body;
      await expect.poll(result, { timeout: 15_000 }).toMatchObject({ result: 'Passed' });
      await client.close();
    });
  });
});
