import { createHash, randomBytes } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DesktopTopic, desktopUsers, type Role, topics } from '#contracts';
import { publishCrashToDesktops } from '../../../platform/server/supervisor/publish-crash-to-desktops.ts';
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

/** Creates a shell's secret and the client id derived from it. */
function newIdentity() {
  const secret = randomBytes(32).toString('base64url');
  return { secret, clientId: createHash('sha256').update(secret).digest('base64url') };
}

async function connect(username: string, password: string): Promise<MqttClient> {
  const options = { username, password, protocolVersion: 4, reconnectPeriod: 0 } as const;
  const url = `ws://127.0.0.1:${plane.httpPort}/mqtt`;
  const client = await mqtt.connectAsync(url, options, false);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

const connectWindow = (clientId: string, role: Role = 'PHYSICIAN', owner = tenant) =>
  connect(desktopUsers.window(clientId), owner.tokenOf(role));
const connectShell = ({ secret, clientId }: ReturnType<typeof newIdentity>) =>
  connect(desktopUsers.shell(clientId), secret);

const topic = (clientId: string, name: DesktopTopic, owner = tenant) =>
  topics.desktop(owner.organizationId, clientId, name);

/** Returns a list to which the client's messages are added, as `topic payload`. */
function recordMessages(client: MqttClient): string[] {
  const received: string[] = [];
  client.on('message', (from, payload) => received.push(`${from} ${payload}`));
  return received;
}

/** Returns whether the broker accepts the message; the broker closes the connection otherwise. */
async function canPublish(client: MqttClient, to: string, text = '{}'): Promise<boolean> {
  const closed = new Promise<boolean>((resolve) => client.once('close', () => resolve(false)));
  const published = client.publishAsync(to, text, { qos: 1 }).then(
    () => true,
    () => false,
  );
  return Promise.race([published, closed]);
}

const canSubscribe = async (client: MqttClient, filter: string): Promise<boolean> =>
  // MQTT 3.1.1 returns 128 for a rejected subscription.
  client.subscribeAsync(filter, { qos: 1 }).then(
    (grants) => grants.every(({ qos }) => qos < 128),
    () => false,
  );

describe('a desktop shell', () => {
  it('is rejected without the secret of its client id', async () => {
    const { secret, clientId } = newIdentity();
    for (const password of [newIdentity().secret, clientId, '']) {
      await expect(connect(desktopUsers.shell(clientId), password)).rejects.toThrow(/refused/);
    }
    await expect(connect(desktopUsers.window(clientId), secret)).rejects.toThrow(/refused/);
  });

  it('receives no messages of the organization', async () => {
    const ownIdentity = newIdentity();
    const shell = await connectShell(ownIdentity);
    for (const filter of [
      '#',
      'clockface/#',
      topics.deviceAll(tenant.organizationId, tenant.deviceId),
      topics.jobsOf(tenant.organizationId),
      topics.desktop('+', '+', 'dev-mode'),
      topic(ownIdentity.clientId, 'open-url-from-argv'),
    ]) {
      expect(await canSubscribe(shell, filter), filter).toBe(false);
    }
    expect(await canSubscribe(shell, topics.desktop('+', ownIdentity.clientId, 'dev-mode'))).toBe(
      true,
    );
  });

  it('can publish only after sign-in in its window, and only to that user’s organization', async () => {
    const ownIdentity = newIdentity();
    const to = topic(ownIdentity.clientId, 'open-url-from-argv');
    expect(await canPublish(await connectShell(ownIdentity), to)).toBe(false);
    // A browser of the same user or a blind annotator does not count as that window.
    await connect('session', tenant.tokenOf('PHYSICIAN'));
    await connectWindow(ownIdentity.clientId, 'BLIND_ANNOTATOR');
    expect(await canPublish(await connectShell(ownIdentity), to)).toBe(false);
    await connectWindow(ownIdentity.clientId);
    expect(
      await canPublish(
        await connectShell(ownIdentity),
        topic(ownIdentity.clientId, 'open-url-from-argv', otherTenant),
      ),
    ).toBe(false);
    expect(await canPublish(await connectShell(ownIdentity), to)).toBe(true);
  });

  it('exchanges messages with its own window only', async () => {
    const ownIdentity = newIdentity();
    const otherIdentity = newIdentity();
    const shell = await connectShell(ownIdentity);
    const receivedByShell = recordMessages(shell);
    await shell.subscribeAsync(topics.desktop('+', ownIdentity.clientId, 'dev-mode'), { qos: 1 });
    const window = await connectWindow(ownIdentity.clientId);
    const receivedByWindow = recordMessages(window);
    const otherWindow = await connectWindow(otherIdentity.clientId);
    for (const what of ['open-url-from-argv', 'scan-service-crashed'] as const) {
      expect(await canSubscribe(window, topic(ownIdentity.clientId, what))).toBe(true);
      expect(
        await canSubscribe(otherWindow, topic(ownIdentity.clientId, what)),
        'another window',
      ).toBe(false);
    }
    expect(await canSubscribe(window, `clockface/${tenant.organizationId}/desktop/+/+`)).toBe(
      false,
    );
    expect(
      await canPublish(window, topic(ownIdentity.clientId, 'dev-mode'), '{"enabled":true}'),
    ).toBe(true);
    await expect.poll(() => receivedByShell).toHaveLength(1);
    expect(receivedByShell[0]).toBe(`${topic(ownIdentity.clientId, 'dev-mode')} {"enabled":true}`);
    expect(
      await canPublish(shell, topic(ownIdentity.clientId, 'open-url-from-argv'), '{"url":"a"}'),
    ).toBe(true);
    await expect.poll(() => receivedByWindow).toHaveLength(1);
    expect(await canPublish(otherWindow, topic(ownIdentity.clientId, 'dev-mode'))).toBe(false);
    expect(await canPublish(window, topic(ownIdentity.clientId, 'open-url-from-argv'))).toBe(false);
  });
});

describe('the crash of a scan service', () => {
  it('is published to the windows of its organization only', async () => {
    const ownIdentity = newIdentity();
    const foreignIdentity = newIdentity();
    const window = await connectWindow(ownIdentity.clientId, 'OPERATOR');
    const foreignWindow = await connectWindow(foreignIdentity.clientId, 'OPERATOR', otherTenant);
    const received = recordMessages(window);
    const receivedByOthers = recordMessages(foreignWindow);
    await window.subscribeAsync(topic(ownIdentity.clientId, 'scan-service-crashed'), { qos: 1 });
    const otherTopic = topic(foreignIdentity.clientId, 'scan-service-crashed', otherTenant);
    await foreignWindow.subscribeAsync(otherTopic, { qos: 1 });
    publishCrashToDesktops(
      plane.broker,
      tenant.organizationId,
    )({ exitCode: null, signal: 'SIGKILL' });
    await expect.poll(() => received).toHaveLength(1);
    expect(received[0]).toMatch(/"signal":"SIGKILL","restarting":true/);
    expect(receivedByOthers).toEqual([]);
  });
});
