import { createHash, randomBytes } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type DesktopTopic, desktopUsers, type Role, topics } from '#contracts';
import { tellDesktops } from '../../../platform/server/supervisor/tell-desktops.ts';
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

/** A shell's secret and the name that follows from it. */
function identity() {
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

const asWindow = (clientId: string, role: Role = 'PHYSICIAN', at = clinic) =>
  connect(desktopUsers.window(clientId), at.tokenOf(role));
const asShell = ({ secret, clientId }: ReturnType<typeof identity>) =>
  connect(desktopUsers.shell(clientId), secret);

const topic = (clientId: string, what: DesktopTopic, at = clinic) =>
  topics.desktop(at.organizationId, clientId, what);

function hearing(client: MqttClient): string[] {
  const heard: string[] = [];
  client.on('message', (from, payload) => heard.push(`${from} ${payload}`));
  return heard;
}

/** Whether the broker takes it; it closes the connection of whoever may not. */
async function takes(client: MqttClient, to: string, text = '{}'): Promise<boolean> {
  const closed = new Promise<boolean>((resolve) => client.once('close', () => resolve(false)));
  const taken = client.publishAsync(to, text, { qos: 1 }).then(
    () => true,
    () => false,
  );
  return Promise.race([taken, closed]);
}

const granted = async (client: MqttClient, filter: string): Promise<boolean> =>
  client.subscribeAsync(filter, { qos: 1 }).then(
    (grants) => grants.every(({ qos }) => qos < 128),
    () => false,
  );

describe('the shell of a desktop', () => {
  it('is refused without the secret of its name', async () => {
    const [one, two] = [identity(), identity()];
    for (const password of [two.secret, one.clientId, '']) {
      await expect(connect(desktopUsers.shell(one.clientId), password)).rejects.toThrow(/refused/);
    }
    await expect(connect(desktopUsers.window(one.clientId), one.secret)).rejects.toThrow(/refused/);
  });

  it('hears nothing of the clinic', async () => {
    const own = identity();
    const shell = await asShell(own);
    for (const filter of [
      '#',
      'clockface/#',
      topics.deviceAll(clinic.organizationId, clinic.deviceId),
      topics.jobsOf(clinic.organizationId),
      topics.desktop('+', '+', 'dev-mode'),
      topic(own.clientId, 'open-url-from-argv'),
    ]) {
      expect(await granted(shell, filter), filter).toBe(false);
    }
    expect(await granted(shell, topics.desktop('+', own.clientId, 'dev-mode'))).toBe(true);
  });

  it('speaks to nobody before a person is in its window, or to another clinic than theirs', async () => {
    const own = identity();
    const to = topic(own.clientId, 'open-url-from-argv');
    expect(await takes(await asShell(own), to)).toBe(false);
    // Neither a browser of the same person, nor a blind annotator, is that window.
    await connect('session', clinic.tokenOf('PHYSICIAN'));
    await asWindow(own.clientId, 'BLIND_ANNOTATOR');
    expect(await takes(await asShell(own), to)).toBe(false);
    await asWindow(own.clientId);
    expect(await takes(await asShell(own), topic(own.clientId, 'open-url-from-argv', other))).toBe(
      false,
    );
    expect(await takes(await asShell(own), to)).toBe(true);
  });

  it('and its window hear each other, and nobody else hears them', async () => {
    const [own, stranger] = [identity(), identity()];
    const shell = await asShell(own);
    const told = hearing(shell);
    await shell.subscribeAsync(topics.desktop('+', own.clientId, 'dev-mode'), { qos: 1 });
    const window = await asWindow(own.clientId);
    const heard = hearing(window);
    const beside = await asWindow(stranger.clientId);
    for (const what of ['open-url-from-argv', 'scan-service-crashed'] as const) {
      expect(await granted(window, topic(own.clientId, what))).toBe(true);
      expect(await granted(beside, topic(own.clientId, what)), 'another window').toBe(false);
    }
    expect(await granted(window, `clockface/${clinic.organizationId}/desktop/+/+`)).toBe(false);
    expect(await takes(window, topic(own.clientId, 'dev-mode'), '{"enabled":true}')).toBe(true);
    await expect.poll(() => told).toHaveLength(1);
    expect(told[0]).toBe(`${topic(own.clientId, 'dev-mode')} {"enabled":true}`);
    expect(await takes(shell, topic(own.clientId, 'open-url-from-argv'), '{"url":"a"}')).toBe(true);
    await expect.poll(() => heard).toHaveLength(1);
    expect(await takes(beside, topic(own.clientId, 'dev-mode'))).toBe(false);
    expect(await takes(window, topic(own.clientId, 'open-url-from-argv'))).toBe(false);
  });
});

describe('the death of a scan service', () => {
  it('is told to the windows of its organization, and to no other', async () => {
    const [own, foreign] = [identity(), identity()];
    const [window, elsewhere] = [
      await asWindow(own.clientId, 'OPERATOR'),
      await asWindow(foreign.clientId, 'OPERATOR', other),
    ];
    const [heard, unheard] = [hearing(window), hearing(elsewhere)];
    await window.subscribeAsync(topic(own.clientId, 'scan-service-crashed'), { qos: 1 });
    const theirs = topic(foreign.clientId, 'scan-service-crashed', other);
    await elsewhere.subscribeAsync(theirs, { qos: 1 });
    tellDesktops(plane.broker, clinic.organizationId)({ exitCode: null, signal: 'SIGKILL' });
    await expect.poll(() => heard).toHaveLength(1);
    expect(heard[0]).toMatch(/"signal":"SIGKILL","restarting":true/);
    expect(unheard).toEqual([]);
  });
});
