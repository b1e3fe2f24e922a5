import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account, LoginResponse } from '#contracts';
import { newId } from '#foundation';
import { callAtHost } from '../support/call-at-host.ts';
import { linkTo, outboxOf, waitForMails } from '../support/mails.ts';
import { EMAILS, PASSWORD } from '../support/start-test-server.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

const NEW_PASSWORD = 'Kettle-orbit-92-fern';
const NAMES = { firstName: 'Nora', lastName: 'Novak', jobTitle: 'Sonographer' };
const UNKNOWN = 'nobody@site.example';

let tenants: TwoTenants;
/** All link tokens of the mails in these tests. */
const usedTokens = new Set<string>();
beforeAll(async () => {
  tenants = await startTwoTenants();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const callAction = <T = { email: string }>(name: string, body: object, token?: string) =>
  tenants.server.call<T>('POST', `/accounts/actions/${name}`, {
    body,
    ...(token === undefined ? {} : { token }),
  });
const requestReset = (email: string) => callAction('sendResetPasswordEmail', { email });
const reset = (token: string, password: string) =>
  callAction('confirmResetPassword', { token, password });
const logIn = (email: string, password: string) =>
  callAction<LoginResponse>('login', { email, password });

/** Returns the token of the link in the mail with number `count` to the address. */
async function tokenFor(email: string, count = 1): Promise<string> {
  const { token } = await linkTo(tenants.server.dataFolder, email, count);
  expect(token).toMatch(/^[\w-]{43}$/);
  usedTokens.add(token);
  return token;
}

/**
 * Resets the rate limits, because these count by address and all tests call from the same address.
 */
const resetRateLimits = () => tenants.db.deleteFrom('rateLimit').execute();

async function dumpTables(): Promise<string> {
  const tables = [
    'account',
    'accountLink',
    'mail',
    'sessionToken',
    'knownDevice',
    'audit',
  ] as const;
  const rows = await Promise.all(
    tables.map((table) => tenants.db.selectFrom(table).selectAll().execute()),
  );
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
      ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1')
      : value,
  );
}

describe('a password reset by mail', () => {
  it('sets a new password once and ends all sessions of the account', async () => {
    const email = EMAILS.VIEWER;
    const session = await tenants.server.signIn('VIEWER');
    expect((await requestReset(email.toUpperCase())).status).toBe(200);
    const token = await tokenFor(email);
    const weak = await reset(token, 'Password1234!');
    expect(weak.status).toBe(400);
    expect((await reset(token, `${email}-1A`)).body).toMatchObject({
      errors: [{ field: 'password', code: 'IS_EMAIL' }],
    });
    const concurrent = await Promise.all([reset(token, NEW_PASSWORD), reset(token, NEW_PASSWORD)]);
    expect(concurrent.map((response) => response.status).sort()).toEqual([200, 422]);
    expect(concurrent.find((response) => response.status === 200)?.body).toEqual({ email });
    expect((await reset(token, 'Another-orbit-93')).status).toBe(422);
    const me = await tenants.server.call('GET', '/accounts/me', { token: session });
    expect(me.status).toBe(401);
    expect((await logIn(email, PASSWORD)).status).toBe(401);
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
    const notice = (await waitForMails(tenants.server.dataFolder, email, 2)).at(-1)!;
    expect(notice.headers.subject).toContain('password was changed');
  });

  it('invalidates the other links of the account', async () => {
    const email = EMAILS.OPERATOR;
    await requestReset(email);
    const first = await tokenFor(email, 1);
    await requestReset(email);
    const second = await tokenFor(email, 2);
    expect(second).not.toBe(first);
    expect((await reset(second, NEW_PASSWORD)).status).toBe(200);
    expect((await reset(first, 'Another-orbit-93')).status).toBe(422);
  });

  it('expires after 15 minutes', async () => {
    const email = EMAILS.PHYSICIAN;
    await requestReset(email);
    const token = await tokenFor(email);
    const row = await tenants.db
      .selectFrom('accountLink')
      .select(['id', 'createdAt', 'expiresAt'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(Date.parse(row.expiresAt) - Date.parse(row.createdAt)).toBe(15 * 60_000);
    const expiresAt = new Date(Date.now() - 1).toISOString();
    await tenants.db
      .updateTable('accountLink')
      .set({ expiresAt })
      .where('id', '=', row.id)
      .execute();
    const late = await reset(token, NEW_PASSWORD);
    expect(late.body).toMatchObject({ errorType: 'LinkInvalid' });
  });

  it('rejects guessed tokens and links of another purpose', async () => {
    const admin = await tenants.server.signIn('ADMIN');
    const email = `invited-${newId()}@site.example`;
    const body = { email, roles: [{ id: 'VIEWER' }] };
    await tenants.server.call('POST', '/accounts', { token: admin, body });
    const invitation = await tokenFor(email);
    for (const token of [invitation, 'a'.repeat(43), 'x', `${invitation}=`]) {
      expect((await reset(token, NEW_PASSWORD)).status).toBe(422);
      const confirmed = await callAction('confirmAccount', { token, password: NEW_PASSWORD });
      expect(confirmed.status).toBe(422);
    }
    // A reset request also replaces a lost invitation.
    await requestReset(email);
    const newInvitation = (await waitForMails(tenants.server.dataFolder, email, 2)).at(-1)!;
    expect(newInvitation.text).toContain('/#/create-account?token=');
  });

  it('limits reset mails to three per hour', async () => {
    const email = EMAILS.BLIND_ANNOTATOR;
    for (let i = 0; i < 5; i += 1) expect((await requestReset(email)).status).toBe(200);
    await waitForMails(tenants.server.dataFolder, email, 3);
    await expect.poll(countQueuedMails).toBe(0);
    const sent = outboxOf(tenants.server.dataFolder).filter((mail) => mail.headers.to === email);
    expect(sent).toHaveLength(3);
  });
});

async function countQueuedMails(): Promise<number> {
  const rows = await tenants.db
    .selectFrom('mail')
    .select('id')
    .where('state', '=', 'QUEUED')
    .execute();
  return rows.length;
}

describe('a request with an unknown address', () => {
  it('gets the same status, headers and body as for an existing account', async () => {
    await resetRateLimits();
    const sendBoth = async (email: string) => [
      await requestReset(email),
      await callAction('createAccount', { email, ...NAMES }),
    ];
    const known = await sendBoth(EMAILS.ADMIN);
    const unknown = await sendBoth(UNKNOWN);
    for (const { status, body } of [...known, ...unknown]) {
      expect(status).toBe(200);
      expect(body).toEqual({ link: null });
    }
    const headerNames = ({ headers }: { headers: Headers }) => [...headers.keys()].sort();
    expect(unknown.map(headerNames)).toEqual(known.map(headerNames));
  });

  it('leaves the same kind of queued message as for an existing account', async () => {
    const kinds = async (email: string) =>
      (
        await tenants.db.selectFrom('mail').select('kind').where('recipient', '=', email).execute()
      ).map((mail) => mail.kind);
    expect((await kinds(UNKNOWN)).sort()).toEqual((await kinds(EMAILS.ADMIN)).sort());
    await expect.poll(countQueuedMails).toBe(0);
    const mails = outboxOf(tenants.server.dataFolder).filter((mail) => mail.headers.to === UNKNOWN);
    expect(mails.map((mail) => mail.headers.subject)).toEqual(['Test site: Confirm your address']);
  });
});

describe('an account request', () => {
  it('requires proof of the address, then approval by an administrator', async () => {
    await resetRateLimits();
    const email = `asks-${newId()}@site.example`;
    const response = await callAction('createAccount', {
      email,
      ...NAMES,
      firstName: 'Click-this-now',
    });
    expect(response.body).toEqual({ link: null });
    const token = await tokenFor(email);
    const [mail] = await waitForMails(tenants.server.dataFolder, email);
    expect(mail!.text).not.toContain('Click-this-now');
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(401);
    const confirmed = await callAction('confirmAccount', { token, password: NEW_PASSWORD });
    expect(confirmed.body).toEqual({ email });
    expect((await callAction('confirmAccount', { token, password: NEW_PASSWORD })).status).toBe(
      422,
    );
    const unconfirmed = await logIn(email, NEW_PASSWORD);
    expect(unconfirmed.status).toBe(403);
    expect(unconfirmed.body).toMatchObject({ data: { reason: 'AwaitingApproval' } });
    expect((await logIn(email, 'not the password')).status).toBe(401);
    // Repeated sign-ins with the right password don't count as failures.
    for (let i = 0; i < 10; i += 1) expect((await logIn(email, NEW_PASSWORD)).status).toBe(403);

    const admin = await tenants.server.signIn('ADMIN');
    const list = await tenants.server.call<{ items: Account[] }>(
      'GET',
      '/accounts?state=CONFIRMED',
      { token: admin },
    );
    const request = list.body.items.find((item) => item.email === email)!;
    expect(request).toMatchObject({ roles: [], lastName: NAMES.lastName, createdBy: null });
    const { id, version } = request;
    await tenants.server.call('PUT', `/accounts/${id}`, {
      token: admin,
      headers: { 'if-match': `"v${version}"` },
      body: { email, ...NAMES, roles: [{ id: 'VIEWER' }] },
    });
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
    const approved = (await waitForMails(tenants.server.dataFolder, email, 2)).at(-1)!;
    expect(approved.headers.subject).toContain('account is ready');
  });

  it('only sends a message if the address already has an account', async () => {
    expect((await logIn(EMAILS.ADMIN, PASSWORD)).status).toBe(200);
    await callAction('createAccount', { email: EMAILS.ADMIN, ...NAMES });
    await expect.poll(countQueuedMails).toBe(0);
    const mails = outboxOf(tenants.server.dataFolder).filter(
      (mail) => mail.headers.to === EMAILS.ADMIN,
    );
    expect(mails.at(-1)!.headers.subject).toContain('already have an account');
    expect(mails.at(-1)!.text).not.toContain('token=');
    const rows = await tenants.db
      .selectFrom('account')
      .select('firstName')
      .where('email', '=', EMAILS.ADMIN)
      .execute();
    expect(rows).toEqual([{ firstName: 'Ada' }]);
  });

  it.each([
    ['without address and token', { ...NAMES }, 'email'],
    [
      'with a password but no token',
      { ...NAMES, email: 'x@site.example', password: NEW_PASSWORD },
      'password',
    ],
    ['with a token but no password', { ...NAMES, token: 'x' }, 'password'],
    [
      'with token and address',
      { ...NAMES, token: 'x', password: NEW_PASSWORD, email: 'x@site.example' },
      'email',
    ],
    ['with an empty job title', { ...NAMES, jobTitle: ' ', email: 'x@site.example' }, 'jobTitle'],
    ['with roles', { ...NAMES, email: 'x@site.example', roles: [{ id: 'ADMIN' }] }, 'roles'],
  ])('%s is rejected with the name of the field', async (_what, body, field) => {
    const response = await callAction('createAccount', body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ errors: [{ field }] });
  });
});

describe('the address in a link', () => {
  /** Returns the status of a reset request with forged Host and forwarding headers. */
  async function requestWithHeaders(
    { host, ...headers }: Record<string, string> & { readonly host: string },
    email: string,
  ): Promise<number> {
    const path = '/accounts/actions/sendResetPasswordEmail';
    const call = { host, method: 'POST', path, body: { email }, headers };
    return (await callAtHost(tenants.server, call)).status;
  }

  it('is the address of the site, whatever host the caller names', async () => {
    await resetRateLimits();
    await tenants.db.deleteFrom('mail').execute();
    const email = EMAILS.ADMIN;
    const mailsBefore = (await waitForMails(tenants.server.dataFolder, email)).length;
    expect(await requestWithHeaders({ host: 'evil.example' }, email)).toBe(200);
    const forwarded = { host: 'localhost', 'x-forwarded-host': 'evil.example' };
    expect(await requestWithHeaders(forwarded, email)).toBe(200);
    expect(await requestWithHeaders({ host: 'localhost:1' }, email)).toBe(200);
    expect(await requestWithHeaders({ host: '127.0.0.1@evil.example' }, email)).toBeLessThan(500);
    const mails = await waitForMails(tenants.server.dataFolder, email, mailsBefore + 1);
    await expect.poll(countQueuedMails).toBe(0);
    for (const { raw, text } of mails) {
      expect(raw).not.toContain('evil');
      expect(raw).not.toContain('localhost:1/');
      for (const [address] of text.matchAll(/https?:\/\/[^\s#]+/g)) {
        expect(new URL(address).origin).toBe(tenants.server.url);
      }
    }
    await tokenFor(email, mailsBefore + 1);
  });
});

describe('tokens and passwords', () => {
  it('are in no row of the database and in no log', async () => {
    const { id, email } = await tenants.db
      .selectFrom('account')
      .select(['id', 'email'])
      .where('email', '=', EMAILS.BLIND_ANNOTATOR)
      .executeTakeFirstOrThrow();
    const callWithKey = async (name: string, token: string, body: object) =>
      tenants.server.call<LoginResponse>('POST', `/accounts/actions/${name}`, {
        token,
        body,
        headers: { 'idempotency-key': newId() },
      });
    const admin = await tenants.server.signIn('ADMIN');
    await callWithKey('changePasswordByAdmin', admin, { id, newPassword: 'Handed-over-123' });
    const { accessToken } = (await logIn(email, 'Handed-over-123')).body;
    const changed = await callWithKey('changePasswordByUser', accessToken, {
      currentPassword: 'Handed-over-123',
      newPassword: PASSWORD,
    });
    expect(changed.status).toBe(200);
    usedTokens.add(accessToken).add(changed.body.accessToken);
    expect(await tenants.db.selectFrom('idempotency').select('key').execute()).toEqual([]);
    const stored = await dumpTables();
    const logs = tenants.server.log();
    expect(usedTokens.size).toBeGreaterThan(5);
    for (const secret of [...usedTokens, NEW_PASSWORD, PASSWORD, 'Another-orbit-93']) {
      expect(stored.includes(secret), 'in the database').toBe(false);
      expect(logs.includes(secret), 'in the log').toBe(false);
    }
    for (const email of [UNKNOWN, EMAILS.ADMIN, EMAILS.VIEWER]) {
      expect(logs.includes(email), 'an address in the log').toBe(false);
    }
  });
});

describe('a caller who sends many requests', () => {
  it('must wait after thirty mails an hour and after sixty links in fifteen minutes', async () => {
    await resetRateLimits();
    const statuses = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await requestReset(UNKNOWN)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
    const body = { email: 'x@site.example', ...NAMES };
    const response = await callAction('createAccount', body);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3_000);
    const guesses = [];
    for (let i = 0; i < 61; i += 1) guesses.push((await reset(newId(), NEW_PASSWORD)).status);
    expect(guesses.filter((status) => status === 422)).toHaveLength(60);
    expect(guesses.at(-1)).toBe(429);
  });
});
