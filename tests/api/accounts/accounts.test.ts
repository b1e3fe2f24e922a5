import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, type LoginResponse, type Role, routes, type UserInfo } from '#contracts';
import { newId } from '#foundation';
import { linkTo, waitForMails } from '../support/mails.ts';
import {
  EMAILS,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '../support/start-test-server.ts';

const NEW_PASSWORD = 'Kettle-orbit-92-fern';
const NAMES = { firstName: 'Nora', lastName: 'Novak', jobTitle: 'Sonographer' };

let server: TestServer;
let adminToken: string;
beforeAll(async () => {
  server = await startTestServer();
  adminToken = await server.signIn('ADMIN');
});
afterAll(() => server.stop());

const call = <T = Account>(method: string, path: string, body?: unknown, version?: number) =>
  server.call<T>(method, path, {
    token: adminToken,
    ...(body === undefined ? {} : { body }),
    ...(version === undefined ? {} : { headers: { 'if-match': `"v${version}"` } }),
  });
const fieldsOf = (roles: readonly Role[], email = `p${newId()}@site.example`) => ({
  email,
  ...NAMES,
  roles: roles.map((id) => ({ id })),
});
const logIn = (email: string, password: string) =>
  server.call<LoginResponse>('POST', '/accounts/actions/login', { body: { email, password } });
const readMe = (token: string) => server.call<UserInfo>('GET', '/accounts/me', { token });

async function invite(roles: readonly Role[]): Promise<Account> {
  const created = await call('POST', '/accounts', fieldsOf(roles));
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  return created.body;
}

/** Creates an account whose invitation was accepted. */
async function createAccount(roles: readonly Role[]): Promise<Account> {
  const { id, email } = await invite(roles);
  const { token } = await linkTo(server.dataFolder, email);
  const body = { token, password: NEW_PASSWORD, ...NAMES };
  const accepted = await server.call('POST', '/accounts/actions/createAccount', { body });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  return (await call('GET', `/accounts/${id}`)).body;
}

/** Creates an account and signs in. */
async function createSignedInAccount(roles: readonly Role[]): Promise<Account & { token: string }> {
  const { id, email } = await createAccount(roles);
  const { accessToken } = (await logIn(email, NEW_PASSWORD)).body;
  return { ...(await call('GET', `/accounts/${id}`)).body, token: accessToken };
}

describe('creating or changing an account rejects', () => {
  it.each([
    ['an invalid e-mail address', { email: 'nobody' }, 'email'],
    ['an unknown role', { roles: [{ id: 'BOSS' }] }, 'roles.0.id'],
    ['a duplicate role', { roles: [{ id: 'VIEWER' }, { id: 'VIEWER' }] }, 'roles'],
    ['a name that is too long', { lastName: 'x'.repeat(101) }, 'lastName'],
  ])('%s', async (_what, invalid, field) => {
    const response = await call('POST', '/accounts', { ...fieldsOf(['VIEWER']), ...invalid });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ errorType: 'ValidationFailed', errors: [{ field }] });
  });

  it.each(['organizationId', 'passwordHash', 'state', 'lockedAt', 'deletedAt', 'createdAt', 'id'])(
    'a field that the caller must not set: %s',
    async (field) => {
      const { id, version } = await invite(['VIEWER']);
      const response = await call(
        'PUT',
        `/accounts/${id}`,
        { ...fieldsOf(['VIEWER']), [field]: newId() },
        version,
      );
      expect(response.status).toBe(400);
      expect((await call('GET', `/accounts/${id}`)).body.version).toBe(version);
    },
  );

  it('an address of another account, regardless of letter case', async () => {
    const { email } = await invite(['VIEWER']);
    const again = await call('POST', '/accounts', fieldsOf(['VIEWER'], email.toUpperCase()));
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ errorType: 'DuplicateEmail' });
    const other = await invite(['VIEWER']);
    const taken = await call('PUT', `/accounts/${other.id}`, fieldsOf([], email), other.version);
    expect(taken.body).toMatchObject({ errorType: 'DuplicateEmail' });
  });

  it('a change without a version or from an outdated version', async () => {
    const { id, version } = await invite(['VIEWER']);
    expect((await call('PUT', `/accounts/${id}`, fieldsOf(['VIEWER']))).status).toBe(428);
    expect((await call('DELETE', `/accounts/${id}`)).status).toBe(428);
    expect((await call('PUT', `/accounts/${id}`, fieldsOf(['VIEWER']), version)).status).toBe(200);
    const stale = await call('PUT', `/accounts/${id}`, fieldsOf(['ADMIN']), version);
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ data: { id, version: version + 1 } });
    expect((await call('DELETE', `/accounts/${id}`, undefined, version)).status).toBe(412);
  });
});

describe('accounts', () => {
  it('are listed newest first, in pages, and filtered by state, role and text', async () => {
    const created = [await invite(['VIEWER']), await invite(['OPERATOR']), await invite(['ADMIN'])];
    type Page = { items: Account[]; total: number; nextCursor: string | null };
    const first = (await call<Page>('GET', '/accounts?limit=2')).body;
    expect(first.items.map((item) => item.id)).toEqual([created[2]!.id, created[1]!.id]);
    const next = (await call<Page>('GET', `/accounts?limit=2&cursor=${first.nextCursor}`)).body;
    expect(next.items[0]!.id).toBe(created[0]!.id);
    expect(next.total).toBe(first.total);
    const invited = (await call<Page>('GET', '/accounts?state=INVITED&role=OPERATOR')).body;
    expect(invited.items.every((item) => item.state === 'INVITED')).toBe(true);
    expect(invited.items.map((item) => item.id)).toContain(created[1]!.id);
    const matches = (await call<Page>('GET', '/accounts?_keywords=ADA%20demo.clockface')).body;
    expect(matches.items.map((item) => item.email)).toEqual([EMAILS.ADMIN]);
    expect((await call('GET', '/accounts?limit=1000000000')).status).toBe(400);
  });

  it('never expose a password or its hash', async () => {
    const { id } = await createAccount(['VIEWER']);
    for (const path of ['/accounts', `/accounts/${id}`, `/accounts/withDeleted/${id}`]) {
      const text = JSON.stringify((await call('GET', path)).body);
      expect(text).toContain(id);
      expect(text).not.toMatch(/argon2|"password"|passwordHash|tokenHash/);
      expect(text).not.toContain(NEW_PASSWORD);
    }
  });

  it('go from invited through confirmed to active, and an invitation is valid once', async () => {
    const invited = await invite(['VIEWER']);
    expect(invited).toMatchObject({ state: 'INVITED', lastSignInAt: null, version: 1 });
    const { token, page } = await linkTo(server.dataFolder, invited.email);
    expect(page).toBe('create-account');
    const weak = { token, password: 'Password1234!', ...NAMES };
    const path = '/accounts/actions/createAccount';
    expect((await server.call('POST', path, { body: weak })).status).toBe(400);
    const own = { token, password: `${invited.email}-A1`, ...NAMES };
    expect((await server.call('POST', path, { body: own })).body).toMatchObject({
      errors: [{ field: 'password', code: 'IS_EMAIL' }],
    });
    const body = { token, password: NEW_PASSWORD, ...NAMES };
    expect((await server.call('POST', path, { body })).status).toBe(200);
    const again = await server.call('POST', path, { body });
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({ errorType: 'LinkInvalid' });
    const confirmed = await call('GET', `/accounts/${invited.id}`);
    expect(confirmed.body).toMatchObject({ state: 'CONFIRMED', mail: { state: 'WRITTEN' } });
    expect((await logIn(invited.email, NEW_PASSWORD)).status).toBe(200);
    const active = await call('GET', `/accounts/${invited.id}`);
    expect(active.body.state).toBe('ACTIVE');
    expect(active.body.lastSignInAt).not.toBeNull();
  });

  it('that were invited at a wrong address can be invited again at the right address', async () => {
    const { id, version, email } = await invite(['VIEWER']);
    const right = `right-${email}`;
    const changed = await call('PUT', `/accounts/${id}`, fieldsOf(['VIEWER'], right), version);
    expect(changed.body).toMatchObject({ email: right, mail: { kind: 'INVITATION' } });
    expect((await linkTo(server.dataFolder, right)).page).toBe('create-account');
  });

  it('that are only invited reject sign-ins with any password', async () => {
    const { email } = await invite(['VIEWER']);
    for (const password of ['', ' ', PASSWORD]) {
      expect([400, 401]).toContain((await logIn(email, password)).status);
    }
  });

  it('are removed at once when deleted, kept for requests with deleted accounts, and free their address', async () => {
    const deletedAccount = await createSignedInAccount(['VIEWER']);
    const path = `/accounts/${deletedAccount.id}`;
    const deleted = await call('DELETE', path, undefined, deletedAccount.version);
    expect(deleted.body).toMatchObject({ state: 'DELETED', deletedBy: expect.any(String) });
    expect((await readMe(deletedAccount.token)).status).toBe(401);
    expect((await logIn(deletedAccount.email, NEW_PASSWORD)).status).toBe(401);
    expect((await call('GET', path)).status).toBe(404);
    const stored = await call('GET', `/accounts/withDeleted/${deletedAccount.id}`);
    expect(stored.body).toMatchObject({
      id: deletedAccount.id,
      state: 'DELETED',
      email: deletedAccount.email,
    });
    expect(
      (await call('POST', '/accounts', fieldsOf(['VIEWER'], deletedAccount.email))).status,
    ).toBe(200);
    for (const action of ['lockAccountByAdmin', 'unlockAccountByAdmin']) {
      const again = await call('POST', `/accounts/actions/${action}`, { id: deletedAccount.id });
      expect(again.status).toBe(404);
    }
  });
});

describe('a lock', () => {
  it('ends sessions and links at once and lasts until an administrator unlocks the account', async () => {
    const locked = await createSignedInAccount(['VIEWER']);
    await server.call('POST', '/accounts/actions/sendResetPasswordEmail', {
      body: { email: locked.email },
    });
    const { token } = await linkTo(server.dataFolder, locked.email, 2);
    const body = { id: locked.id };
    const response = await call('POST', '/accounts/actions/lockAccountByAdmin', body);
    expect(response.body).toMatchObject({ state: 'LOCKED', lockedAt: expect.any(String) });
    expect((await readMe(locked.token)).status).toBe(401);
    const rejected = await logIn(locked.email, NEW_PASSWORD);
    expect(rejected.status).toBe(401);
    expect(rejected.body).toEqual((await logIn('nobody@site.example', NEW_PASSWORD)).body);
    const reset = await server.call('POST', '/accounts/actions/confirmResetPassword', {
      body: { token, password: 'Another-orbit-93' },
    });
    expect(reset.status).toBe(422);
    const unlocked = await call('POST', '/accounts/actions/unlockAccountByAdmin', body);
    expect(unlocked.body).toMatchObject({ state: 'ACTIVE', lockedAt: null });
    expect((await logIn(locked.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('caused by failed sign-ins can be lifted by an administrator too', async () => {
    const { id, email } = await createAccount(['VIEWER']);
    for (let i = 0; i < 10; i += 1) await logIn(email, 'a wrong guess');
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(429);
    await call('POST', '/accounts/actions/unlockAccountByAdmin', { id });
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
    const [notice] = (await waitForMails(server.dataFolder, email, 2)).slice(-1);
    expect(notice!.headers.subject).toContain('Sign-in was locked');
  });

  it('can’t be applied to the caller’s own account, nor can a deletion or a new password', async () => {
    const { id } = (await readMe(adminToken)).body;
    const { version } = (await call('GET', `/accounts/${id}`)).body;
    const ownAccount = { errorType: 'OwnAccount' };
    const locked = await call('POST', '/accounts/actions/lockAccountByAdmin', { id });
    expect(locked.body).toMatchObject(ownAccount);
    const deleted = await call('DELETE', `/accounts/${id}`, undefined, version);
    expect(deleted.body).toMatchObject(ownAccount);
    const password = { id, newPassword: NEW_PASSWORD };
    const set = await call('POST', '/accounts/actions/changePasswordByAdmin', password);
    expect(set.body).toMatchObject(ownAccount);
  });
});

describe('the last administrator', () => {
  it('keeps the role, whatever the request', async () => {
    const { id } = (await readMe(adminToken)).body;
    const { version } = (await call('GET', `/accounts/${id}`)).body;
    for (const roles of [[], ['VIEWER'], ['ADMIN', 'BLIND_ANNOTATOR']] as Role[][]) {
      const body = fieldsOf(roles, EMAILS.ADMIN);
      const response = await call('PUT', `/accounts/${id}`, body, version);
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ errorType: 'LastAdministrator' });
    }
    expect((await readMe(adminToken)).status).toBe(200);
  });

  it('remains when two administrators remove the role from each other concurrently', async () => {
    const first = await createSignedInAccount(['ADMIN']);
    const second = await createSignedInAccount(['ADMIN']);
    const { id } = (await readMe(adminToken)).body;
    const locked = await server.call('POST', '/accounts/actions/lockAccountByAdmin', {
      token: first.token,
      body: { id },
    });
    expect(locked.status).toBe(200);
    const demote = (token: string, { id, email, version }: Account) =>
      server.call('PUT', `/accounts/${id}`, {
        token,
        body: fieldsOf(['VIEWER'], email),
        headers: { 'if-match': `"v${version}"` },
      });
    const responses = await Promise.all([demote(first.token, second), demote(second.token, first)]);
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses[0]).toBe(200);
    expect(statuses[1]).toBeGreaterThanOrEqual(401);
    expect(statuses[1]).toBeLessThan(500);
    const remainingAdmin = responses[0]?.status === 200 ? first : second;
    const unlocked = await server.call('POST', '/accounts/actions/unlockAccountByAdmin', {
      token: remainingAdmin.token,
      body: { id },
    });
    expect(unlocked.status).toBe(200);
    adminToken = await server.signIn('ADMIN');
  });
});

describe('a change of roles', () => {
  it('that removes a role ends the sessions', async () => {
    const { id, email, version, token } = await createSignedInAccount(['VIEWER', 'OPERATOR']);
    await call('PUT', `/accounts/${id}`, fieldsOf(['VIEWER'], email), version);
    expect((await readMe(token)).status).toBe(401);
  });

  it('that adds a role takes effect in the next request and keeps the session', async () => {
    const { id, email, version, token } = await createSignedInAccount(['VIEWER']);
    const createPatient = () => server.call('POST', '/patients', { token, body: {} });
    expect((await createPatient()).status).toBe(403);
    await call('PUT', `/accounts/${id}`, fieldsOf(['VIEWER', 'OPERATOR'], email), version);
    // The permitted call fails only by its empty body.
    expect((await createPatient()).status).toBe(400);
    expect((await readMe(token)).body.permissions).toContain('PATIENT_CREATE');
  });

  it('that makes a user blind ends the sessions', async () => {
    const physician = await createSignedInAccount(['PHYSICIAN']);
    const body = fieldsOf(['PHYSICIAN', 'BLIND_ANNOTATOR'], physician.email);
    await call('PUT', `/accounts/${physician.id}`, body, physician.version);
    expect((await readMe(physician.token)).status).toBe(401);
  });
});

describe('the caller’s account', () => {
  it('accepts names and job title from the welcome page, and no other field', async () => {
    const own = await createSignedInAccount(['VIEWER']);
    const put = (body: unknown) => server.call('PUT', '/accounts/me', { token: own.token, body });
    expect((await put({ firstName: 'Zoe' })).status).toBe(400);
    expect((await put({ ...NAMES, lastName: ' ' })).status).toBe(400);
    expect((await put({ ...NAMES, roles: [{ id: 'ADMIN' }] })).status).toBe(400);
    const changed = await put({ ...NAMES, firstName: ' Zoë ' });
    expect(changed.body).toMatchObject({ firstName: 'Zoë', roles: [{ id: 'VIEWER' }] });
    expect((await readMe(own.token)).body.firstName).toBe('Zoë');
  });

  it('changes its password with the current password and ends all other sessions', async () => {
    const own = await createSignedInAccount(['VIEWER']);
    const second = (await logIn(own.email, NEW_PASSWORD)).body.accessToken;
    const change = (body: object) =>
      server.call<LoginResponse>('POST', '/accounts/actions/changePasswordByUser', {
        token: own.token,
        body,
      });
    const newPassword = 'Another-orbit-93';
    const invalid = await change({ currentPassword: 'not mine', newPassword });
    expect(invalid.body).toMatchObject({ errors: [{ field: 'currentPassword', code: 'WRONG' }] });
    const same = await change({ currentPassword: NEW_PASSWORD, newPassword: NEW_PASSWORD });
    expect(same.body).toMatchObject({ errors: [{ field: 'newPassword', code: 'SAME' }] });
    const weak = await change({ currentPassword: NEW_PASSWORD, newPassword: 'weak' });
    expect(weak.status).toBe(400);
    const changed = await change({ currentPassword: NEW_PASSWORD, newPassword });
    expect(changed.status).toBe(200);
    for (const token of [own.token, second]) expect((await readMe(token)).status).toBe(401);
    expect((await readMe(changed.body.accessToken)).status).toBe(200);
    expect((await logIn(own.email, NEW_PASSWORD)).status).toBe(401);
    expect((await logIn(own.email, newPassword)).status).toBe(200);
  });

  it('limits guesses of the current password to ten', async () => {
    const own = await createSignedInAccount(['VIEWER']);
    const tryWrongPassword = () =>
      server.call('POST', '/accounts/actions/changePasswordByUser', {
        token: own.token,
        body: { currentPassword: 'a guess', newPassword: 'Another-orbit-93' },
      });
    for (let i = 0; i < 10; i += 1) expect((await tryWrongPassword()).status).toBe(400);
    const late = await tryWrongPassword();
    expect(late.status).toBe(429);
    expect(late.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('a password set by an administrator', () => {
  it('allows no other call than a password change until the password is changed', async () => {
    const { id, email } = await invite(['ADMIN', 'PHYSICIAN']);
    const body = { id, newPassword: 'Handed-over-123' };
    const set = await call('POST', '/accounts/actions/changePasswordByAdmin', body);
    expect(set.body).toMatchObject({ askedForResetPassword: true, state: 'CONFIRMED' });
    const { accessToken: token, userInfo } = (await logIn(email, body.newPassword)).body;
    expect(userInfo.askedForResetPassword).toBe(true);
    for (const route of Object.values(routes)) {
      if (route.access === 'public') continue;
      const allowedRoutes = [routes.me, routes.logOff, routes.changePasswordByUser];
      if (
        allowedRoutes.some(({ path, method }) => path === route.path && method === route.method)
      ) {
        continue;
      }
      const path = route.path.replaceAll(/\{(\w+)\}/g, () => newId());
      const response = await server.call(route.method, path, { token });
      expect(response.status, `${route.method} ${route.path}`).toBe(403);
      expect(response.body).toMatchObject({ data: { reason: 'PasswordChangeRequired' } });
    }
    expect((await readMe(token)).status).toBe(200);
    const changed = await server.call<LoginResponse>(
      'POST',
      '/accounts/actions/changePasswordByUser',
      { token, body: { currentPassword: body.newPassword, newPassword: NEW_PASSWORD } },
    );
    expect(changed.body.userInfo.askedForResetPassword).toBe(false);
    const list = { token: changed.body.accessToken };
    expect((await server.call('GET', '/patients', list)).status).toBe(200);
  });

  it('ends the previous sessions', async () => {
    const account = await createSignedInAccount(['VIEWER']);
    const body = { id: account.id, newPassword: 'Handed-over-123' };
    await call('POST', '/accounts/actions/changePasswordByAdmin', body);
    expect((await readMe(account.token)).status).toBe(401);
    expect((await logIn(account.email, NEW_PASSWORD)).status).toBe(401);
  });
});
