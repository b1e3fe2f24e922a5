import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginResponse } from '#contracts';
import { callAtHost } from '../support/call-at-host.ts';
import {
  EMAILS,
  startTestServer,
  TEST_API_KEY,
  type TestServer,
} from '../support/start-test-server.ts';

const PASSWORD = 'Kettle-orbit-92-fern';
const CHIEF = 'chief@north.example';
const NAMES = { firstName: 'Nora', lastName: 'Novak', jobTitle: 'Head' };
const config = { demonstration: { enabled: false } };

let dataFolder: string;
beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'clockface-admin-'));
  chmodSync(dataFolder, 0o755);
  const site = { schema: 1, name: 'North', apiKey: TEST_API_KEY, ...config };
  writeFileSync(join(dataFolder, 'site.json'), JSON.stringify(site));
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

interface ProcessResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command behind `npm run admin -- …`, without the preparation by npm. */
function admin(args: readonly string[], input = '', folder = dataFolder): Promise<ProcessResult> {
  const child = spawn(process.execPath, ['platform/server/admin/main.ts', ...args], {
    env: {
      ...process.env,
      CLOCKFACE_DATA: folder,
      CLOCKFACE_CONFIG: join(folder, 'site.json'),
    },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

const createChief = (...options: string[]) => ['create-account', '--email', CHIEF, ...options];

describe('the admin command line', () => {
  it('prints help with examples', async () => {
    const help = await admin([]);
    expect(help.code).toBe(0);
    for (const name of ['create-organization', 'create-account', 'reset-password', 'unlock']) {
      expect(help.out).toContain(name);
    }
    const commandHelp = await admin(['create-account', '--help']);
    expect(commandHelp.out).toContain(
      'npm run admin -- create-account --email chief@north.example',
    );
  });

  it.each([
    ['an unknown command', ['make-coffee'], 2, 'make-coffee'],
    ['an unknown option', createChief('--colour', 'red'), 2, '--colour'],
    ['a missing option', ['create-account', '--email', CHIEF], 2, '--role'],
    ['an option given twice', createChief('--email', CHIEF, '--role', 'ADMIN'), 2, '--email'],
    [
      'a command without an organization',
      createChief('--role', 'ADMIN'),
      1,
      'There is no organization yet',
    ],
  ])('rejects %s and creates nothing', async (_what, args, code, message) => {
    const rejected = await admin(args);
    expect(rejected.code).toBe(code);
    expect(rejected.err).toContain(message);
    expect(rejected.out).toBe('');
  });

  it('creates the first organization and its administrator before the first start', async () => {
    const args = ['create-organization', '--name', 'North', '--host', '127.0.0.1'];
    expect((await admin(args)).code).toBe(0);
    const created = await admin(createChief('--role', 'ADMIN', '--password'), `${PASSWORD}\n`);
    expect(created.code).toBe(0);
    expect(`${created.out}${created.err}`).not.toContain(PASSWORD);
  });
});

describe('the admin command line while the server runs', () => {
  const EMAIL = 'oona@north.example';
  const secrets = [PASSWORD];
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config, dataFolder });
  });
  afterAll(() => server?.stop({ keepData: true }));

  const callAction = <T>(name: string, body: object) =>
    server.call<T>('POST', `/accounts/actions/${name}`, { body });
  const logIn = (email: string, password: string) =>
    callAction<LoginResponse>('login', { email, password });
  /** Returns the token of the link that a command printed. */
  const printedToken = (out: string, page: string): string => {
    const token = new RegExp(`#/${page}\\?token=([\\w-]{43})\\n`).exec(out)?.[1] ?? '';
    expect(token).not.toBe('');
    secrets.push(token);
    return token;
  };

  it.each([
    [
      'a host of another organization',
      ['create-organization', '--name', 'South', '--host', '127.0.0.1'],
      'belongs to North',
    ],
    ['an unknown role', createChief('--role', 'BOSS'), 'roles.0.id'],
    ['an account that does not exist', ['unlock', '--email', EMAILS.VIEWER], 'does not exist'],
  ])('rejects %s', async (_what, args, message) => {
    expect(await admin(args)).toMatchObject({ code: 1, err: expect.stringContaining(message) });
  });

  it.each([
    ['a common password', 'Password1234!', 'too common'],
    ['a second account with the same address', PASSWORD, 'already has an account'],
  ])('rejects %s', async (_what, password, message) => {
    const rejected = await admin(createChief('--role', 'ADMIN', '--password'), `${password}\n`);
    expect(rejected).toMatchObject({ code: 1, err: expect.stringContaining(message) });
  });

  it('invites a user by a link', async () => {
    const invited = await admin(['create-account', '--email', EMAIL, '--role', 'OPERATOR']);
    const token = printedToken(invited.out, 'create-account');
    const created = await callAction('createAccount', { token, password: PASSWORD, ...NAMES });
    expect(created.status).toBe(200);
    expect((await logIn(EMAIL, PASSWORD)).status).toBe(200);
  });

  it('resets a password by a link and ends the sessions of the account', async () => {
    const signedIn = await logIn(CHIEF, PASSWORD);
    expect(signedIn.status).toBe(200);
    const reset = await admin(['reset-password', '--email', CHIEF.toUpperCase()]);
    const token = printedToken(reset.out, 'confirm-reset-password');
    const body = { token, password: 'Another-orbit-93' };
    expect((await callAction('confirmResetPassword', body)).status).toBe(200);
    const me = await server.call('GET', '/accounts/me', { token: signedIn.body.accessToken });
    expect(me.status).toBe(401);
  });

  it('unlocks an account after failed sign-ins', async () => {
    for (let i = 0; i < 11; i += 1) await logIn(EMAIL, 'a guess');
    expect((await logIn(EMAIL, PASSWORD)).status).toBe(429);
    expect((await admin(['unlock', '--email', EMAIL])).code).toBe(0);
    expect((await logIn(EMAIL, PASSWORD)).status).toBe(200);
  });

  it('creates, lists and revokes a worker, whose token it shows once', async () => {
    const types = 'AUTO_DETECTION,org.example.blobs';
    const created = await admin(['create-worker', '--name', 'blobs', '--types', types]);
    expect(created.code).toBe(0);
    const token = /\n([\w-]{43})\n$/.exec(created.out)?.[1] ?? '';
    secrets.push(token);
    const take = () =>
      server.call('POST', '/jobqueue/take', { token, body: { types: ['org.example.blobs'] } });
    expect((await admin(['list-workers'])).out).toMatch(/^blobs\t.*\tnever used$/m);
    expect(await take()).toMatchObject({ status: 200, body: { lease: null } });
    expect((await admin(['list-workers'])).out).not.toContain('never used');
    const list = (await admin(['list-workers'])).out;
    expect(list).toContain(`blobs\t${types}`);
    expect(list).not.toContain(token);
    const twice = await admin(['create-worker', '--name', 'blobs', '--types', types]);
    expect(twice).toMatchObject({ code: 1, err: expect.stringContaining('blobs exists') });
    expect((await admin(['revoke-worker', '--name', 'blobs'])).code).toBe(0);
    expect((await take()).status).toBe(401);
    expect((await admin(['revoke-worker', '--name', 'blobs'])).code).toBe(1);
    const wrong = await admin(['create-worker', '--name', 'x', '--types', 'blobs,org.example.x']);
    const refused = 'Not a job type of workers: ';
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining(`${refused}blobs`) });
    const builtIn = await admin(['create-worker', '--name', 'x', '--types', 'R3D']);
    expect(builtIn).toMatchObject({ code: 1, err: expect.stringContaining(`${refused}R3D`) });
  });

  it('closes an organization after its name is confirmed and keeps its records', async () => {
    const host = 'closing.example';
    expect((await admin(['create-organization', '--name', 'Closing', '--host', host])).code).toBe(
      0,
    );
    const ofClosing = ['--organization', 'Closing'];
    const email = 'last@closing.example';
    const account = ['create-account', '--email', email, '--role', 'ADMIN', '--password'];
    expect((await admin([...account, ...ofClosing], `${PASSWORD}\n`)).code).toBe(0);
    const lookUp = () => server.call('GET', `/organizations/domain/${host}`);
    const signIn = () =>
      callAtHost<LoginResponse>(server, {
        host,
        method: 'POST',
        path: '/accounts/actions/login',
        body: { email, password: PASSWORD },
      });
    const { status, body } = await signIn();
    expect(status).toBe(200);
    const token = body.accessToken;
    const me = () => server.call('GET', '/accounts/me', { token });
    const close = ['close-organization', ...ofClosing, '--confirm'];

    const unconfirmed = await admin([...close, 'North']);
    expect(unconfirmed).toMatchObject({ code: 1, err: expect.stringContaining('not closed') });
    expect([(await lookUp()).status, (await me()).status]).toEqual([200, 200]);

    const closed = await admin([...close, 'Closing']);
    expect(closed.out).toContain(`Removed host names: ${host}`);
    expect([(await lookUp()).status, (await me()).status]).toEqual([404, 401]);
    expect((await signIn()).status).toBe(401);
    expect((await admin(['list-accounts', ...ofClosing])).out).toContain(email);
    expect((await logIn(CHIEF, 'Another-orbit-93')).status).toBe(200);
  });

  it('lists the accounts of an organization, and the same after the server has stopped', async () => {
    const listNorth = ['list-accounts', '--organization', 'North'];
    const list = await admin(listNorth);
    const rows = list.out
      .trim()
      .split('\n')
      .map((row) => row.split('\t').slice(0, 3));
    expect(rows).toEqual([
      [EMAIL, 'ACTIVE', 'OPERATOR'],
      [CHIEF, 'ACTIVE', 'ADMIN'],
    ]);
    await server.stop({ keepData: true });
    expect((await admin(listNorth)).out).toBe(list.out);
  });

  it('writes no password and no token to the log of the server', () => {
    expect(secrets).toHaveLength(4);
    for (const secret of secrets) expect(server.log()).not.toContain(secret);
  });
});
