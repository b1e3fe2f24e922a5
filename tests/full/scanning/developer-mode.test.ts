import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { type Device, topics } from '#contracts';
import { newId } from '#foundation';
import { type ApiReader, apiReader } from '../../e2e/support/product/api.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';

// The whole way of a fault on purpose: a person's session, the broker, the configuration of the
// site, the scan service and its simulated scanner.

const FAULT = { code: 'MotorStallDetected', at: 'prepare' };
const QUIET_MS = 1_000;

interface Desk {
  readonly heard: { readonly what: string; readonly body: Record<string, unknown> }[];
  say(what: string, more?: Record<string, unknown>): string;
  close(): Promise<void>;
}

async function deskOf(product: Product, reader: ApiReader, device: Device): Promise<Desk> {
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
  const heard: Desk['heard'] = [];
  client.on('message', (topic, payload) => {
    const body = JSON.parse(payload.toString('utf8')) as Record<string, unknown>;
    heard.push({ what: topic.slice(root.length + 1), body });
  });
  await client.subscribeAsync(topics.deviceAll(device.organizationId, device.id), { qos: 1 });
  const isReady = () => heard.some(({ body }) => body.state === 'ready');
  await expect.poll(isReady, { timeout: 15_000 }).toBe(true);
  return {
    heard,
    say(what, more = {}) {
      const id = newId();
      const at = new Date().toISOString();
      const message = { id, at, scanId: null, epoch: 0, seq: Date.now(), ...more };
      client.publish(`${root}/${what}`, JSON.stringify(message), { qos: 1 }, () => undefined);
      return id;
    },
    close: () => client.endAsync(true),
  };
}

async function within(
  isDevModeUi: boolean,
  act: (product: Product, device: Device) => Promise<void>,
) {
  const product = await startProduct(testSite({ flags: { isDevModeUi } }));
  try {
    const operator = await apiReader(product, 'operator');
    const { items } = (await operator.get('/devices')) as { items: readonly Device[] };
    await act(product, items[0]!);
  } finally {
    await product.stop();
  }
}

const answerTo = async (desk: Desk, id: string): Promise<unknown> => {
  const find = () => desk.heard.find(({ body }) => body.commandId === id)?.body;
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return find();
};

describe('developer mode of a site', () => {
  it('lets whoever commands the simulated scanner have it fail, and nobody else', async () => {
    await within(true, async (product, device) => {
      const operator = await apiReader(product, 'operator');
      const idle = await deskOf(product, operator, device);
      const viewer = await deskOf(product, await apiReader(product, 'viewer'), device);
      viewer.say('developer/fail', { fault: FAULT });
      // The operator may, but does not hold the scanner yet.
      idle.say('developer/fail', { fault: FAULT });
      await sleep(QUIET_MS);
      expect(idle.heard.filter(({ what }) => what === 'developer/answer')).toEqual([]);
      await Promise.all([viewer.close(), idle.close()]);
      const leased = await operator.send('POST', `/devices/${device.id}/actions/lease`, {});
      expect(leased.status).toBe(200);
      const desk = await deskOf(product, operator, device);
      const asked = desk.say('developer/fail', { fault: FAULT });
      expect(await answerTo(desk, asked)).toMatchObject({ answer: 'Accepted' });
      desk.say('command/PrepareScan');
      const result = () => desk.heard.find(({ what }) => what === 'prescan/result')?.body;
      await expect.poll(result, { timeout: 15_000 }).toMatchObject({
        result: 'Failed',
        errorCode: FAULT.code,
      });
      await desk.close();
    });
  });

  it('that is off is said to be off, and nothing fails', async () => {
    await within(false, async (product, device) => {
      const operator = await apiReader(product, 'operator');
      await operator.send('POST', `/devices/${device.id}/actions/lease`, {});
      const desk = await deskOf(product, operator, device);
      const asked = desk.say('developer/fail', { fault: FAULT });
      expect(await answerTo(desk, asked)).toMatchObject({ answer: 'DeveloperModeIsOff' });
      desk.say('command/PrepareScan');
      const result = () => desk.heard.find(({ what }) => what === 'prescan/result')?.body;
      await expect.poll(result, { timeout: 15_000 }).toMatchObject({ result: 'Passed' });
      await desk.close();
    });
  });
});
