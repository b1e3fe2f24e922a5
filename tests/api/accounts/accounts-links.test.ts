import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LoginResponse, Role } from '#contracts';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { PASSWORD } from '../support/start-test-server.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

/** Shorter than the interval of the broker's periodic check. */
const SHORT_LIMIT = { timeout: 10_000 };

let tenants: TwoTenants;
const clients: MqttClient[] = [];
beforeAll(async () => {
  tenants = await startTwoTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});

const connect = async (token: string): Promise<MqttClient> => {
  const url = `${tenants.server.url.replace('http', 'ws')}/mqtt`;
  const options = { username: 'session', password: token, protocolVersion: 4 as const };
  const client = await mqtt.connectAsync(url, { ...options, reconnectPeriod: 0 }, false);
  client.on('error', () => undefined);
  clients.push(client);
  return client;
};

const byAdmin = (method: string, path: string, body?: object, version?: number) =>
  tenants.server.call(method, path, {
    token: tenants.ownOrg.tokenOf('ADMIN'),
    ...(body === undefined ? {} : { body }),
    ...(version === undefined ? {} : { headers: { 'if-match': `"v${version}"` } }),
  });

const versionOf = async (role: Role): Promise<number> =>
  (
    await tenants.db
      .selectFrom('account')
      .select('version')
      .where('id', '=', tenants.ownOrg.accountOf(role).id)
      .executeTakeFirstOrThrow()
  ).version;

describe('the live connection', () => {
  it('closes at once when the user gains a role, and reopens with the same session', async () => {
    const connection = await connect(tenants.ownOrg.tokenOf('VIEWER'));
    const { id } = tenants.ownOrg.accountOf('VIEWER');
    const body = { email: 'viewer@clinic.example', roles: [{ id: 'VIEWER' }, { id: 'OPERATOR' }] };
    const changed = await byAdmin('PUT', `/accounts/${id}`, body, await versionOf('VIEWER'));
    expect(changed.status).toBe(200);
    await expect.poll(() => connection.connected, SHORT_LIMIT).toBe(false);
    expect((await connect(tenants.ownOrg.tokenOf('VIEWER'))).connected).toBe(true);
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
    'of a user with the role %s closes at once when the account %s, and no other connection closes',
    async (role, _what, change) => {
      const connection = await connect(tenants.ownOrg.tokenOf(role));
      const unaffected = await connect(tenants.otherOrg.tokenOf(role));
      expect((await change(tenants.ownOrg.accountOf(role).id)).status).toBe(200);
      await expect.poll(() => connection.connected, SHORT_LIMIT).toBe(false);
      expect(unaffected.connected).toBe(true);
      await expect(connect(tenants.ownOrg.tokenOf(role))).rejects.toThrow();
    },
  );

  it('is rejected until the user has replaced a password set by an administrator', async () => {
    const { server, db } = tenants;
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
