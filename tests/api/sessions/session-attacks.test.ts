import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginResponse } from '#contracts';
import { newId } from '#foundation';
import { passwordMatches } from '../../../platform/server/accounts/passwords.ts';
import { callAtHost } from '../support/call-at-host.ts';
import { EMAILS, PASSWORD } from '../support/start-test-server.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

const LOGIN = '/accounts/actions/login';

let tenants: TwoTenants;
beforeAll(async () => {
  tenants = await startTwoTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const logIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  tenants.server.call<LoginResponse>('POST', LOGIN, { body: { email, password }, headers });
const readMe = (token: string) => tenants.server.call('GET', '/accounts/me', { token });

/**
 * Resets the rate limits, because these count by address and all tests call from the same address.
 */
async function resetRateLimits(): Promise<void> {
  await tenants.db.deleteFrom('rateLimit').execute();
  await tenants.db.deleteFrom('signInFailure').execute();
}

const cookieOf = (headers: Headers): string => headers.get('set-cookie')?.split(';')[0] ?? '';

describe('a session', () => {
  it('is new with every sign-in, whatever token the caller sends', async () => {
    const planted = 'A'.repeat(43);
    const headers = { authorization: `Bearer ${planted}`, cookie: `session=${planted}` };
    const { body } = await logIn(EMAILS.VIEWER, PASSWORD, headers);
    expect(body.accessToken).not.toBe(planted);
    expect((await readMe(planted)).status).toBe(401);
    const again = await logIn(EMAILS.VIEWER, PASSWORD, {
      authorization: `Bearer ${body.accessToken}`,
    });
    expect(again.body.accessToken).not.toBe(body.accessToken);
  });

  it('is invalid for every call after sign-out, and other sessions stay valid', async () => {
    const ended = await tenants.server.signIn('PHYSICIAN');
    const other = await tenants.server.signIn('PHYSICIAN');
    await tenants.server.call('POST', '/accounts/actions/logOff', { token: ended });
    for (const [method, path] of [
      ['GET', '/accounts/me'],
      ['GET', '/patients'],
      ['POST', '/accounts/actions/logOff'],
      ['POST', '/accounts/actions/changePasswordByUser'],
    ] as const) {
      expect((await tenants.server.call(method, path, { token: ended })).status).toBe(401);
    }
    expect((await readMe(other)).status).toBe(200);
  });

  it('is stored only as a hash, which can’t be used to sign in', async () => {
    const token = await tenants.server.signIn('VIEWER');
    const rows = await tenants.db.selectFrom('sessionToken').select('tokenHash').execute();
    for (const { tokenHash } of rows) {
      expect(tokenHash).toHaveLength(32);
      for (const encoding of ['base64url', 'hex', 'latin1'] as const) {
        const guess = tokenHash.toString(encoding);
        expect(guess).not.toBe(token);
        if (/^[\w-]+$/.test(guess)) expect((await readMe(guess)).status).toBe(401);
      }
    }
  });
});

describe('guessing the password of one account', () => {
  it('is limited to ten attempts; while the account is locked, even the right password is rejected', async () => {
    await resetRateLimits();
    const email = EMAILS.OPERATOR;
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1)
      statuses.push((await logIn(email, `guess ${count}`)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    const audit = await tenants.db
      .selectFrom('audit')
      .select(['act', 'outcome', 'subject'])
      .where('act', 'in', ['login', 'lockSignIn'])
      .orderBy('seq', 'desc')
      .limit(61)
      .execute();
    const { id } = await tenants.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const auditOfAccount = audit.filter((row) => row.subject.accountId === id);
    const rejectedLogins = auditOfAccount.filter(
      (row) => row.act === 'login' && row.outcome === 'refused',
    );
    expect(rejectedLogins.length).toBeGreaterThanOrEqual(59);
    expect(auditOfAccount.filter((row) => row.act === 'lockSignIn')).toHaveLength(1);
    expect(tenants.server.log()).toContain('Ten failed sign-ins lock an address');
    expect(JSON.stringify(audit)).not.toContain(email);
  });

  it('never locks out a browser that has signed in before', async () => {
    await resetRateLimits();
    const email = EMAILS.PHYSICIAN;
    const first = await logIn(email, PASSWORD);
    const cookie = cookieOf(first.headers);
    expect(first.headers.get('set-cookie')).toMatch(
      /^clockface-device=[\w-]{43}; Path=\/api\/accounts\/actions\/login; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    for (let count = 0; count < 12; count += 1) await logIn(email, 'a guess');
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    const login = await logIn(email, PASSWORD, { cookie });
    expect(login.status).toBe(200);
    expect(cookieOf(login.headers)).toBe(cookie);
    // A sign-in from a known browser does not unlock the account for others.
    expect((await logIn(email, PASSWORD)).status).toBe(429);
  });

  it('is limited to ten attempts from a known browser too, and rejected with a forged browser token', async () => {
    await resetRateLimits();
    const email = EMAILS.PHYSICIAN;
    const cookie = cookieOf((await logIn(email, PASSWORD)).headers);
    const guess = (headers: Record<string, string>) => logIn(email, 'a guess', headers);
    const forgedHeaders = () => ({
      cookie: `clockface-device=${'x'.repeat(31)}${newId().slice(0, 12)}`,
    });
    for (let count = 0; count < 10; count += 1)
      expect((await guess(forgedHeaders())).status).toBe(401);
    expect((await guess(forgedHeaders())).status).toBe(429);
    for (let count = 0; count < 10; count += 1) expect((await guess({ cookie })).status).toBe(401);
    expect((await guess({ cookie })).status).toBe(429);
    expect((await logIn(email, PASSWORD, { cookie })).status).toBe(429);
  });

  it('gains nothing from the known browser of another user', async () => {
    await resetRateLimits();
    const cookie = cookieOf((await logIn(EMAILS.VIEWER, PASSWORD)).headers);
    for (let count = 0; count < 10; count += 1) await logIn(EMAILS.ADMIN, 'a guess');
    expect((await logIn(EMAILS.ADMIN, PASSWORD, { cookie })).status).toBe(429);
    const stored = await tenants.db.selectFrom('knownDevice').select('tokenHash').execute();
    const token = cookie.slice(cookie.indexOf('=') + 1);
    expect(stored.some((row) => row.tokenHash.toString('latin1').includes(token))).toBe(false);
  });
});

describe('guessing one password for many accounts', () => {
  it('is limited to two hundred attempts per address, not counting successes', async () => {
    await resetRateLimits();
    for (let count = 0; count < 5; count += 1) await tenants.server.signIn('VIEWER');
    const rejections = tenants.db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('act', '=', 'login')
      .where('outcome', '=', 'refused');
    const rejectionsBefore = await rejections.executeTakeFirstOrThrow();
    const statuses = await Promise.all(
      Array.from(
        { length: 210 },
        async () => (await logIn(`${newId()}@demo.clockface.example`, PASSWORD)).status,
      ),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    // Attempts rejected unchecked are not audited, because the audit is permanent.
    expect((await rejections.executeTakeFirstOrThrow()).count - rejectionsBefore.count).toBe(200);
    const blocked = await logIn(EMAILS.VIEWER, PASSWORD);
    expect(blocked.body).toMatchObject({ errorType: 'TooManyRequests' });
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(600);
    await resetRateLimits();
  });
});

describe('a forwarded client address', () => {
  const addressHeaders = (address: string) => ({
    'x-forwarded-for': address,
    forwarded: `for=${address}`,
    'x-real-ip': address,
  });
  const guess = () => ({ email: `${newId()}@clinic.example`, password: 'a guess' });

  it('is ignored by default', async () => {
    await resetRateLimits();
    const host = `${tenants.ownOrg.organizationId}.example`;
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      const call = { host, method: 'POST', path: LOGIN, body: guess() };
      await callAtHost(tenants.server, { ...call, headers: addressHeaders(address) });
    }
    const rows = await tenants.db.selectFrom('rateLimit').select(['subject', 'points']).execute();
    expect(rows).toEqual([{ subject: '127.0.0.1', points: 2 }]);
  });

  it('is used if it comes from a configured proxy', async () => {
    await using proxied = await startTwoTenants({
      server: { trustedProxies: ['127.0.0.0/8'] },
      demonstration: { enabled: false },
    });
    const host = `${proxied.ownOrg.organizationId}.example`;
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      const headers = { ...addressHeaders(address), 'x-forwarded-host': host };
      const { status } = await proxied.server.call('POST', LOGIN, { body: guess(), headers });
      expect(status).toBe(401);
    }
    const rows = await proxied.db.selectFrom('rateLimit').select('subject').execute();
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(['192.0.2.1', '192.0.2.2']);
  });
});

describe('the demonstration organization', () => {
  const FORWARDED = [
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-for', '192.0.2.1'],
    ['x-forwarded-proto', 'https'],
    ['forwarded', 'for=192.0.2.1;host=localhost'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '192.0.2.1'],
    ['x-forwarded-port', '443'],
    ['x-forwarded-anything', 'x'],
    ['x-original-host', 'clinic.example'],
    ['x-original-forwarded-for', '192.0.2.1'],
    ['x-client-ip', '192.0.2.1'],
    ['true-client-ip', '192.0.2.1'],
    ['cf-connecting-ip', '192.0.2.1'],
    ['x-envoy-external-address', '192.0.2.1'],
    ['x-forwarded', '192.0.2.1'],
    ['forwarded-for', '192.0.2.1'],
    ['x-host', '192.0.2.1'],
    ['x-proxyuser-ip', '192.0.2.1'],
    ['wl-proxy-client-ip', '192.0.2.1'],
    ['x-remote-addr', '192.0.2.1'],
    ['client-ip', '192.0.2.1'],
    ['x-appengine-user-ip', '192.0.2.1'],
    ['x-amzn-trace-id', '192.0.2.1'],
    ['x-cloud-trace-context', '192.0.2.1'],
    ['x-rewrite-url', '192.0.2.1'],
    ['ali-cdn-real-ip', '192.0.2.1'],
    ['cdn-loop', '192.0.2.1'],
    ['x-nginx-proxy', '192.0.2.1'],
    ['x-varnish', '192.0.2.1'],
    ['x-akamai-edgescape', '192.0.2.1'],
    ['x-sucuri-clientip', '192.0.2.1'],
    ['fly-client-ip', '192.0.2.1'],
    ['x-vercel-id', '192.0.2.1'],
    ['x-nf-client-connection-ip', '192.0.2.1'],
    ['tailscale-user-login', '192.0.2.1'],
    ['ngrok-agent-ips', '192.0.2.1'],
    ['x-request-start', '192.0.2.1'],
  ] as const;
  const ACCOUNT = { email: EMAILS.PHYSICIAN, password: PASSWORD };
  const RESET = '/accounts/actions/sendResetPasswordEmail';

  it.each(FORWARDED)('is unknown to a request with the header %s', async (name, value) => {
    await resetRateLimits();
    const headers = { [name]: value };
    expect((await logIn(ACCOUNT.email, ACCOUNT.password, headers)).status).toBe(401);
    const path = '/organizations/domain/localhost';
    expect((await tenants.server.call('GET', path, { headers })).status).toBe(404);
    await tenants.db.deleteFrom('mail').execute();
    const body = { email: ACCOUNT.email };
    await tenants.server.call('POST', RESET, { body, headers });
    expect(await tenants.db.selectFrom('mail').selectAll().execute()).toEqual([]);
    expect((await logIn(ACCOUNT.email, ACCOUNT.password)).status).toBe(200);
    expect((await tenants.server.call('GET', path)).status).toBe(200);
  });

  it('is unknown under a host name that is not loopback, even if activated for that name', async () => {
    await resetRateLimits();
    const demonstration = tenants.db.updateTable('organization').where('demonstration', '=', true);
    const local = ['127.0.0.1', 'localhost', '[::1]', '::1'];
    const activated = [...local, 'clinic.example', 'north.localhost'];
    await demonstration.set({ hosts: activated }).execute();
    const call = { method: 'POST', path: LOGIN, body: ACCOUNT };
    const elsewhere = await callAtHost(tenants.server, { ...call, host: 'clinic.example' });
    expect(elsewhere.status).toBe(401);
    for (const host of ['localhost', 'north.localhost']) {
      expect((await callAtHost(tenants.server, { ...call, host })).status, host).toBe(200);
    }
    await demonstration.set({ hosts: local }).execute();
  });

  it('is unknown to a trusted proxy after its passwords were changed', async () => {
    await using proxied = await startTwoTenants({
      server: { trustedProxies: ['127.0.0.0/8'] },
      demonstration: { enabled: false },
    });
    const hosts = ['localhost'];
    const row = { id: newId(), name: 'Old demonstration', hosts, demonstration: true };
    await proxied.db.insertInto('organization').values(row).execute();
    const path = '/organizations/domain/localhost';
    const headers = { 'x-forwarded-host': 'localhost' };
    expect((await proxied.server.call('GET', path, { headers })).status).toBe(404);
    expect((await proxied.server.call('GET', path)).status).toBe(200);
  });
});

describe('a sign-in address without an account', () => {
  const attemptLogins = async (email: string, count: number): Promise<string[]> => {
    const texts: string[] = [];
    for (let attempt = 0; attempt < count; attempt += 1) {
      const { status, body, headers } = await logIn(email, 'a guess');
      const names = [...headers.keys()].filter((name) => name !== 'date').sort();
      const text = JSON.stringify(body).replaceAll(/\d+/g, 'n');
      texts.push(`${status} ${text} ${names.join()}`);
    }
    return texts;
  };

  it('gets the same responses, limits and locks as an address with an account', async () => {
    await resetRateLimits();
    const known = await attemptLogins(EMAILS.OPERATOR, 12);
    const unknown = await attemptLogins(`${newId()}@demo.clockface.example`, 12);
    expect(unknown).toEqual(known);
    // Other accounts can still sign in.
    expect((await logIn(EMAILS.ADMIN, PASSWORD)).status).toBe(200);
  });

  it('costs the same hash comparison as an address with a password, without one or with an empty one', async () => {
    const compared: string[] = [];
    const countingVerify = (hash: string, password: string) => {
      // The algorithm and its parameters, without salt and digest.
      compared.push(hash.replace(/\$[^$]+\$[^$]+$/, ''));
      return verify(hash, password);
    };
    const { passwordHash } = await tenants.db
      .selectFrom('account')
      .select('passwordHash')
      .where('email', '=', EMAILS.ADMIN)
      .executeTakeFirstOrThrow();
    for (const account of [undefined, { passwordHash: null }, { passwordHash: '' }]) {
      expect(await passwordMatches(account, 'an account that does not exist', countingVerify)).toBe(
        false,
      );
    }
    expect(await passwordMatches({ passwordHash }, PASSWORD, countingVerify)).toBe(true);
    expect(await passwordMatches({ passwordHash }, 'wrong', countingVerify)).toBe(false);
    expect(compared).toHaveLength(5);
    // Equal parameters cost equal work.
    expect(new Set(compared).size).toBe(1);
    expect(compared[0]).toBe('$argon2id$v=19$m=19456,t=2,p=1');
  });
});
