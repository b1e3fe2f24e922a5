import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Feature,
  featuresOf,
  type Role,
  type Route,
  type RouteName,
  routes,
} from '#contracts';
import { newId } from '#foundation';
import { exampleOf } from '../../../platform/server/api-docs/example-of.ts';
import { addScan, aFinding, aPatient } from '../support/records.ts';
import { EMAILS, startTestServer, type TestServer } from '../support/start-test-server.ts';

/** Occurs in every name, code, note, password and token of this test. */
const CANARY = 'Zeisig';
const USER_ROLES: readonly Role[] = ['ADMIN', 'PHYSICIAN', 'OPERATOR', 'VIEWER'];

let server: TestServer;
const tokens = new Map<Role, string>();
beforeAll(async () => {
  server = await startTestServer();
  for (const role of USER_ROLES) tokens.set(role, await server.signIn(role));
});
afterAll(() => server.stop());

/** Files that may contain patient data: the database, the files, the mails. */
const NO_LOGS = new Set(['postgres', 'files', 'outbox', 'site.json', 'postgres-password']);

/** Returns all log lines of the server and its database. */
function logLines(): string[] {
  const files = readdirSync(server.dataFolder).filter((name) => !NO_LOGS.has(name));
  const texts = files.flatMap((name) => textsBelow(join(server.dataFolder, name)));
  return [server.log(), ...texts].flatMap((text) => text.split('\n'));
}

function textsBelow(path: string): string[] {
  try {
    return [readFileSync(path, 'utf8')];
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EISDIR') throw thrown;
    return readdirSync(path).flatMap((name) => textsBelow(join(path, name)));
  }
}

/** Returns log lines that contain a canary or a valid token. */
function leaks(): string[] {
  const secrets = [CANARY, ...tokens.values(), server.apiKey];
  return logLines().filter((line) =>
    secrets.some((secret) => line.toLowerCase().includes(secret.toLowerCase())),
  );
}

function tokenFor(route: Route): string {
  const { access } = route;
  const role =
    typeof access === 'string'
      ? 'PHYSICIAN'
      : USER_ROLES.find((candidate) =>
          access.some((needed: Feature) => featuresOf([candidate]).includes(needed)),
        );
  return tokens.get(role ?? 'ADMIN') ?? '';
}

/** Returns the value with a canary in every text. */
function withCanary(value: unknown): unknown {
  if (typeof value === 'string') return `${CANARY} ${value}`;
  if (Array.isArray(value)) return value.map(withCanary);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withCanary(entry)]));
}

interface MalformedCall {
  readonly params?: string;
  readonly query?: string;
  readonly body?: string;
  readonly type?: string;
}

async function send(route: Route, { params = newId(), query = '', body, type }: MalformedCall) {
  const path = route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(params));
  const sendsBody = route.method !== 'GET' && body !== undefined;
  const response = await fetch(`${server.url}/api${path}${query}`, {
    method: route.method,
    headers: {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${tokenFor(route)}`,
      'if-match': '"v1"',
      ...(sendsBody ? { 'content-type': type ?? 'application/json' } : {}),
    },
    ...(sendsBody ? { body } : {}),
  });
  const headers = JSON.stringify(Object.fromEntries(response.headers));
  return { status: response.status, text: await response.text(), headers };
}

/** Returns all malformed variants of the call of a route. */
function malformedCalls(route: Route): readonly MalformedCall[] {
  const body = route.body === undefined ? {} : exampleOf(route.body);
  const hostileText = `${CANARY}'"\\;--<script>`;
  return [
    { params: CANARY, body: JSON.stringify(withCanary(body)) },
    { params: hostileText, query: `?limit=${CANARY}&cursor=${CANARY}&_keywords=${CANARY}%00` },
    { query: `?limit=-1&from=${CANARY}&${CANARY}=1`, body: `{"lastName":"${CANARY}` },
    { body: JSON.stringify(CANARY.repeat(1000)) },
    { body: JSON.stringify(withCanary(body)), type: 'text/plain' },
    { body: JSON.stringify([{ [CANARY]: { $ne: null } }, 1e300]) },
  ];
}

/** Internals of the machine that no response may contain. */
const INTERNALS: readonly (readonly [string, RegExp])[] = [
  ['a stack', /\bat \S+ \(?(?:file:|\/|node:)|node_modules|\.ts:\d+/],
  ['SQL', /\b(?:select|insert into|update|delete from)\b.*\b(?:from|values|set|where)\b/i],
  ['the database', /postgres|kysely|pg_|relation "|violates|SQLSTATE|syntax for type/i],
  ['a path', new RegExp(`${process.cwd()}|/tmp/|/var/|/home/|/root/|/usr/`)],
  ['a version', /fastify|node\/?v?\d|PostgreSQL \d|x-powered-by|"server":/i],
];

const findInternals = (text: string): string[] =>
  INTERNALS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);

/** Routes that return versions by design. */
const VERSION_ROUTES: ReadonlySet<RouteName> = new Set(['systemInfo', 'publicConfig', 'health']);

describe('a malformed request', () => {
  it('gets a response without stack, SQL, path or version on every route', async () => {
    const problems: string[] = [];
    // `logOff` ends the session that the other routes need.
    const names = (Object.keys(routes) as RouteName[]).filter((name) => name !== 'logOff');
    for (const name of names) {
      const responses = await Promise.all(
        malformedCalls(routes[name]).map((call) => send(routes[name], call)),
      );
      for (const [idx, { status, text, headers }] of responses.entries()) {
        if (status >= 500) problems.push(`${name} ${idx}: ${status} ${text.slice(0, 200)}`);
        if (status < 400 || VERSION_ROUTES.has(name)) continue;
        const internals = findInternals(`${text}\n${headers}`);
        if (internals.length > 0)
          problems.push(`${name} ${idx}: ${internals.join(', ')}: ${text.slice(0, 300)}`);
      }
    }
    expect(problems).toEqual([]);
  });
});

describe('the check for internals', () => {
  it('finds SQL, a stack and the database in a response', () => {
    expect(findInternals('{"message":"insert into patient (code) values ($1)"}')).toEqual(['SQL']);
    expect(findInternals('Error: x\n    at run (file:///srv/a.ts:1:2)')).toContain('a stack');
    expect(findInternals('duplicate key violates unique constraint')).toContain('the database');
  });
});

describe('patients, passwords and tokens', () => {
  it('stay out of all logs when entered, rejected, searched and used to sign in', async () => {
    const token = tokens.get('PHYSICIAN') ?? '';
    const call = (method: string, path: string, body?: unknown) =>
      server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    const code = `${CANARY}-1`;
    const person = aPatient({ code, firstName: CANARY, lastName: `${CANARY} von Test` });
    expect((await call('POST', '/patients', person)).status).toBe(200);
    expect((await call('POST', '/patients', person)).status).toBe(409);
    expect((await call('POST', '/patients', { ...person, birthDate: CANARY })).status).toBe(400);
    expect((await call('POST', '/patients', `{"lastName": "${CANARY}"`)).status).toBe(400);
    expect((await call('GET', `/patients/actions/search?_keywords=${CANARY}`)).status).toBe(200);
    expect((await call('GET', `/patients/${CANARY}`)).status).toBe(400);
    const { scan } = await addScan(server, token);
    const finding = { ...aFinding(scan.id), note: `${CANARY} says it hurts` };
    expect((await call('POST', '/findings', finding)).status).toBe(200);
    const sameMarks = { ...finding, id: newId() };
    expect((await call('POST', '/findings', sameMarks)).status).toBe(409);
    const login = { email: EMAILS.VIEWER, password: `${CANARY}-Password-1!` };
    await call('POST', '/accounts/actions/login', login);
    await call('POST', '/accounts/actions/login', { ...login, email: `${CANARY}@clinic.example` });
    await server.call('GET', '/patients', { token: `${CANARY}${token.slice(CANARY.length)}` });
    expect(leaks()).toEqual([]);
  });

  it('stay out of the database log when the database rejects them', async () => {
    const client = await connectDatabase();
    try {
      for (const statement of [
        `select '${CANARY}'::uuid`,
        `select '${CANARY}'::date`,
        `do $$ begin raise exception 'what about ${CANARY}'; end $$`,
        `insert into organization (id, name) values (null, '${CANARY}')`,
        `select no_such_column from patient where last_name = '${CANARY}'`,
      ]) {
        await expect(client.query(statement), statement).rejects.toThrow();
      }
      await expect(
        client.query('insert into organization (id, name) values ($1, $1)', [CANARY]),
      ).rejects.toThrow();
    } finally {
      await client.end();
    }
    expect(leaks()).toEqual([]);
  });

  it('stay out of all logs when the database crashes during calls', async () => {
    const token = tokens.get('OPERATOR') ?? '';
    let stop = false;
    const load = async (): Promise<void> => {
      while (!stop) {
        const body = aPatient({ code: null, lastName: `${CANARY} ${newId()}` });
        await server.call('POST', '/patients', { token, body }).catch(() => undefined);
      }
    };
    const running = [load(), load(), load()];
    await sleep(200);
    process.kill(postmaster().pid, 'SIGKILL');
    await sleep(1_500);
    stop = true;
    await Promise.all(running);
    const healthy = () => server.call<{ status: string }>('GET', '/health');
    await expect.poll(async () => (await healthy()).body.status, { timeout: 20_000 }).toBe('ready');
    expect(server.log()).toContain('The database server ended unexpectedly');
    expect(leaks()).toEqual([]);
  });

  it('are found by this check when the database or the server logs them', async () => {
    const client = await connectDatabase();
    try {
      await client.query(`set log_min_messages = 'error'`);
      await expect(client.query(`select '${CANARY}'::uuid`)).rejects.toThrow();
    } finally {
      await client.end();
    }
    await expect.poll(() => leaks().length, { timeout: 5_000 }).toBe(1);
    appendFileSync(join(server.dataFolder, 'server.log'), `{"who":"${CANARY} von Test"}\n`);
    expect(leaks()).toHaveLength(2);
  });

  /** Reads process id and port from the first and fourth line of `postmaster.pid`. */
  function postmaster(): { pid: number; port: number } {
    const path = join(server.dataFolder, 'postgres/cluster/postmaster.pid');
    const lines = readFileSync(path, 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  }

  async function connectDatabase(): Promise<pg.Client> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: postmaster().port,
      user: 'clockface',
      database: 'postgres',
      password: readFileSync(join(server.dataFolder, 'postgres-password'), 'utf8').trim(),
    });
    await client.connect();
    return client;
  }
});
