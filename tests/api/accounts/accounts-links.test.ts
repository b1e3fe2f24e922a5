import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LoginResponse, Role } from '#contracts';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { PASSWORD } from '../support/start-test-server.ts';
import { startTwoClinics, type TwoClinics } from '../support/two-clinics.ts';

/** Below the time after which the broker looks by itself. */
const AT_ONCE = { timeout: 10_000 };

let clinics: TwoClinics;
const clients: MqttClient[] = [];
beforeAll(async () => {
  clinics = await startTwoClinics();
});
afterAll(() => clinics?.[Symbol.asyncDispose]());
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});

const connect = async (token: string): Promise<MqttClient> => {
  const url = `${clinics.server.url.replace('http', 'ws')}/mqtt`;
  const options = { username: 'session', password: token, protocolVersion: 4 as const };
  const client = await mqtt.connectAsync(url, { ...options, reconnectPeriod: 0 }, false);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
};

const byAdmin = (method: string, path: string, body?: object, version?: number) =>
  clinics.server.call(method, path, {
    token: clinics.ours.tokenOf('ADMIN'),
    ...(body === undefined ? {} : { body }),
    ...(version === undefined ? {} : { headers: { 'if-match': `"v${version}"` } }),
  });

const versionOf = async (role: Role): Promise<number> =>
  (
    await clinics.db
      .selectFrom('account')
      .select('version')
      .where('id', '=', clinics.ours.accountOf(role).id)
      .executeTakeFirstOrThrow()
  ).version;

describe('the live link of an account', () => {
  it('falls at once when its person gains a role, and may come back with the same session', async () => {
    const link = await connect(clinics.ours.tokenOf('VIEWER'));
    const { id } = clinics.ours.accountOf('VIEWER');
    const body = { email: 'viewer@clinic.example', roles: [{ id: 'VIEWER' }, { id: 'OPERATOR' }] };
    const changed = await byAdmin('PUT', `/accounts/${id}`, body, await versionOf('VIEWER'));
    expect(changed.status).toBe(200);
    await expect.poll(() => link.connected, AT_ONCE).toBe(false);
    expect((await connect(clinics.ours.tokenOf('VIEWER'))).connected).toBe(true);
  });

  it.each([
    [
      'OPERATOR',
      'is locked',
      (id: string) => byAdmin('POST', '/accounts/actions/lockAccountByAdmin', { id }),
    ],
    [
      'PHYSICIAN',
      'loses its role',
      async (id: string) => {
        const body = { email: 'physician@clinic.example', roles: [] };
        return byAdmin('PUT', `/accounts/${id}`, body, await versionOf('PHYSICIAN'));
      },
    ],
    [
      'BLIND_ANNOTATOR',
      'is deleted',
      async (id: string) =>
        byAdmin('DELETE', `/accounts/${id}`, undefined, await versionOf('BLIND_ANNOTATOR')),
    ],
  ] as const)(
    'of %s falls at once when the account %s, and no other',
    async (role, _what, change) => {
      const link = await connect(clinics.ours.tokenOf(role));
      const colleague = await connect(clinics.theirs.tokenOf(role));
      expect((await change(clinics.ours.accountOf(role).id)).status).toBe(200);
      await expect.poll(() => link.connected, AT_ONCE).toBe(false);
      expect(colleague.connected).toBe(true);
      await expect(connect(clinics.ours.tokenOf(role))).rejects.toThrow();
    },
  );

  it('is not opened with a password that someone else has set', async () => {
    const { server, db } = clinics;
    const email = 'operator@demo.clockface.example';
    await db
      .updateTable('account')
      .set({ askedForResetPassword: true, passwordHash: await hashPassword(PASSWORD) })
      .where('email', '=', email)
      .execute();
    const { body } = await server.call<LoginResponse>('POST', '/accounts/actions/login', {
      body: { email, password: PASSWORD },
    });
    expect(body.userInfo.askedForResetPassword).toBe(true);
    await expect(connect(body.accessToken)).rejects.toThrow();
  });
});
