import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginResponse } from '#contracts';
import { EMAILS, startTestServer, TEST_API_KEY } from '../support/start-test-server.ts';

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

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command behind `npm run admin -- …`, without the preparation by npm. */
function admin(line: readonly string[], input = '', folder = dataFolder): Promise<Ended> {
  const child = spawn(process.execPath, ['platform/server/admin/main.ts', ...line], {
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

const account = (...more: string[]) => ['create-account', '--email', CHIEF, ...more];

describe('the admin command line', () => {
  it('prints help with examples', async () => {
    const all = await admin([]);
    expect(all.code).toBe(0);
    for (const name of ['create-organization', 'create-account', 'reset-password', 'unlock']) {
      expect(all.out).toContain(name);
    }
    const one = await admin(['create-account', '--help']);
    expect(one.out).toContain('npm run admin -- create-account --email chief@north.example');
  });

  it.each([
    ['an unknown command', ['make-coffee'], 2, 'make-coffee'],
    ['an unknown option', account('--colour', 'red'), 2, '--colour'],
    ['a missing option', ['create-account', '--email', CHIEF], 2, '--role'],
    ['an option given twice', account('--email', CHIEF, '--role', 'ADMIN'), 2, '--email'],
    [
      'a command without an organization',
      account('--role', 'ADMIN'),
      1,
      'There is no organization yet',
    ],
  ])('rejects %s and creates nothing', async (_what, line, code, message) => {
    const ended = await admin(line);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain(message);
    expect(ended.out).toBe('');
  });

  it('creates the first organization and its administrator before the first start', async () => {
    const line = ['create-organization', '--name', 'North', '--host', '127.0.0.1'];
    expect((await admin(line)).code).toBe(0);
    const created = await admin(account('--role', 'ADMIN', '--password'), `${PASSWORD}\n`);
    expect(created.code).toBe(0);
    expect(`${created.out}${created.err}`).not.toContain(PASSWORD);
  });

  it('invites, resets, unlocks and lists accounts while the server runs', async () => {
    const server = await startTestServer({ config, dataFolder });
    const callAction = <T>(name: string, body: object) =>
      server.call<T>('POST', `/accounts/actions/${name}`, { body });
    const logIn = (email: string, password: string) =>
      callAction<LoginResponse>('login', { email, password });
    const signedIn = await logIn(CHIEF, PASSWORD);
    expect(signedIn.status).toBe(200);

    const duplicateHost = await admin([
      'create-organization',
      '--name',
      'South',
      '--host',
      '127.0.0.1',
    ]);
    expect(duplicateHost).toMatchObject({
      code: 1,
      err: expect.stringContaining('belongs to North'),
    });
    const role = await admin(account('--role', 'BOSS'));
    expect(role).toMatchObject({ code: 1, err: expect.stringContaining('roles.0.id') });
    const weak = await admin(account('--role', 'ADMIN', '--password'), 'Password1234!\n');
    expect(weak).toMatchObject({ code: 1, err: expect.stringContaining('too common') });
    const again = await admin(account('--role', 'ADMIN', '--password'), `${PASSWORD}\n`);
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringContaining('already has an account'),
    });

    const email = 'oona@north.example';
    const invited = await admin(['create-account', '--email', email, '--role', 'OPERATOR']);
    const token = /#\/create-account\?token=([\w-]{43})\n/.exec(invited.out)?.[1] ?? '';
    const created = await callAction('createAccount', { token, password: PASSWORD, ...NAMES });
    expect(created.status).toBe(200);
    expect((await logIn(email, PASSWORD)).status).toBe(200);

    const reset = await admin(['reset-password', '--email', CHIEF.toUpperCase()]);
    const newToken = /#\/confirm-reset-password\?token=([\w-]{43})\n/.exec(reset.out)?.[1] ?? '';
    const password = 'Another-orbit-93';
    expect((await callAction('confirmResetPassword', { token: newToken, password })).status).toBe(
      200,
    );
    const old = await server.call('GET', '/accounts/me', { token: signedIn.body.accessToken });
    expect(old.status).toBe(401);

    for (let i = 0; i < 11; i += 1) await logIn(email, 'a guess');
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    expect((await admin(['unlock', '--email', email])).code).toBe(0);
    expect((await logIn(email, PASSWORD)).status).toBe(200);

    const list = await admin(['list-accounts', '--organization', 'North']);
    const rows = list.out
      .trim()
      .split('\n')
      .map((row) => row.split('\t').slice(0, 3));
    expect(rows).toEqual([
      [email, 'ACTIVE', 'OPERATOR'],
      [CHIEF, 'ACTIVE', 'ADMIN'],
    ]);
    const unknownAccount = await admin(['unlock', '--email', EMAILS.VIEWER]);
    expect(unknownAccount).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not exist'),
    });
    for (const secret of [PASSWORD, token, newToken]) expect(server.log()).not.toContain(secret);
    await server.stop({ keepData: true });
    expect((await admin(['list-accounts'])).out).toBe(list.out);
  });
});
