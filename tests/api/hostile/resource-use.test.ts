import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import { allCases } from '../matrix/all-cases.ts';
import { createCaller, fillTenant } from '../matrix/matrix-tenant.ts';
import type { CallerName, MatrixTenant, RouteCase } from '../matrix/route-case.ts';
import { sendCase } from '../matrix/send-case.ts';
import { aFinding } from '../support/records.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

// Requests with excessive resource use: rows, nesting, headers, time.

let tenants: TwoTenants;
let ownOrg: MatrixTenant;
beforeAll(async () => {
  tenants = await startTwoTenants();
  ownOrg = await fillTenant(tenants.server, tenants.db, tenants.ownOrg, 'Our');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const names = (Object.keys(routes) as RouteName[]).filter((name) => allCases[name] !== undefined);

/** Returns a valid call and the token of a permitted caller. */
async function validCall(name: RouteName) {
  const routeCase = allCases[name] as RouteCase;
  const role =
    routeCase.roles === 'public'
      ? 'PHYSICIAN'
      : (routeCase.roles.at(-1) ?? routeCase.principals[0]);
  const caller = await createCaller(ownOrg, role as CallerName);
  return { call: await routeCase.call(ownOrg, caller), token: caller.token };
}

/** Returns the field names of an object schema, optional or not. */
const keysOf = (schema: Route['query']): string[] => {
  const definition = schema?._zod.def as { shape?: object; innerType?: Route['query'] } | undefined;
  if (definition?.shape !== undefined) return Object.keys(definition.shape);
  return definition?.innerType === undefined ? [] : keysOf(definition.innerType);
};

const isServing = async (): Promise<boolean> =>
  (await tenants.server.call<{ status: string }>('GET', '/health')).body.status === 'ready';

describe('a list request for a billion items', () => {
  it.each(names.filter((name) => keysOf(routes[name].query).includes('limit')))(
    'is rejected by %s',
    async (name) => {
      const { call, token } = await validCall(name);
      for (const limit of ['1000000000', '0', '-1', '1e9', 'all']) {
        const oversized = { ...call, query: { ...call.query, limit } };
        const { status, text } = await sendCase(tenants.server, routes[name], oversized, token);
        expect(status, `${limit}: ${text.slice(0, 200)}`).toBe(400);
      }
    },
  );
});

describe('a body with a nesting depth of 100,000', () => {
  const DEPTH = 100_000;
  const deep = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
  const deepObject = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
  const withBody = names.filter((name) => {
    const route: Route = routes[name];
    return route.body !== undefined && route.bodyKind !== 'form';
  });

  it.each(withBody)('does no harm to %s, as a whole or in its fields', async (name) => {
    const { call, token } = await validCall(name);
    const route: Route = routes[name];
    const fields = keysOf(route.body);
    const validFields = JSON.stringify(call.body ?? {}).slice(1, -1);
    // The last duplicate of a field counts.
    const deepFields = fields.map((key) => `"${key}":${deep}`);
    const allFields = [validFields, ...deepFields].filter((text) => text !== '').join(',');
    const bodies = [deep, deepObject, `{${allFields}}`];
    const sent = bodies.map(async (body) => {
      const response = await fetch(`${tenants.server.url}/api${pathOf(route, call.params)}`, {
        method: route.method,
        headers: {
          'x-api-key': tenants.server.apiKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...call.headers,
        },
        body,
      });
      return { body, status: response.status, text: await response.text() };
    });
    for (const { body, status, text } of await Promise.all(sent)) {
      expect(status, `${body.slice(0, 80)}: ${text.slice(0, 200)}`).toBeLessThan(500);
      // A nested entry unknown to the schema is dropped, so the rest of the body may be valid.
      if (body === deep) expect(status).toBeGreaterThanOrEqual(400);
    }
  });

  it('leaves the server running', async () => {
    expect(await isServing()).toBe(true);
    expect(tenants.server.log()).not.toContain('A call failed');
  });
});

function pathOf(route: Route, params: Readonly<Record<string, string>> = {}): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
}

/** Opens a raw socket to the server. */
function openSocket(): Promise<{
  socket: Socket;
  receivedText: () => string;
  closed: Promise<void>;
}> {
  const { hostname, port } = new URL(tenants.server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    const closed = new Promise<void>((end) => socket.once('close', () => end()));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.on('error', () => undefined);
      resolve({ socket, receivedText: () => text, closed });
    });
  });
}

describe('a large invalid body', () => {
  const MAX_RESPONSE_BYTES = 16 * 1024;
  const isPublic = (name: RouteName): boolean => routes[name].access === 'public';
  const withJson = names.filter((name) => {
    const { body, bodyKind = 'json' }: Route = routes[name];
    return body !== undefined && bodyKind === 'json';
  });

  /** Sends the head and the first byte of a body; returns the status line. */
  async function sendStartTo(start: string, token: string, byteLength: number): Promise<string> {
    const { socket, receivedText, closed } = await openSocket();
    const head = [
      `${start} HTTP/1.1`,
      'host: a',
      `x-api-key: ${tenants.server.apiKey}`,
      `authorization: Bearer ${token}`,
      'content-type: application/json',
      `content-length: ${byteLength}`,
    ];
    const responded = new Promise<void>((resolve) => socket.once('data', () => resolve()));
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    await Promise.race([responded, closed]);
    socket.destroy();
    return receivedText().split('\r\n')[0] ?? '';
  }

  async function sendStart(name: RouteName, token: string, byteLength = 8_000_000) {
    const { params } = (await validCall(name)).call;
    return sendStartTo(
      `${routes[name].method} /api${pathOf(routes[name], params)}`,
      token,
      byteLength,
    );
  }

  it.each(withJson.filter(isPublic))('is rejected by %s before it is read', async (name) => {
    expect(await sendStart(name, 'x'.repeat(43))).toMatch(/^HTTP\/1\.1 413/);
  });

  it.each(withJson.filter((name) => !isPublic(name)))(
    'of a caller without a session is rejected by %s before it is read',
    async (name) => {
      expect(await sendStart(name, 'x'.repeat(43))).toMatch(/^HTTP\/1\.1 401/);
    },
  );

  it.each(withJson.filter((name) => !isPublic(name)))(
    'above its limit is rejected by %s before it is read',
    async (name) => {
      const { maxBodyBytes = 64 * 1024 }: Route = routes[name];
      const { token } = await validCall(name);
      expect(await sendStart(name, token, maxBodyBytes + 1)).toMatch(/^HTTP\/1\.1 413/);
    },
  );

  it('may have more than 64 kB in twelve calls only, and 8 MiB in six', () => {
    const limits = withJson.flatMap((name) => (routes[name] as Route).maxBodyBytes ?? []);
    expect(limits).toHaveLength(12);
    expect(limits.filter((bytes) => bytes > 512 * 1024)).toEqual(Array(6).fill(8 * 1024 ** 2));
  });

  it.each(['POST /api/unknown', 'POST /', 'PUT /api/patients', 'POST /api/scanfiles/x/content'])(
    'is rejected by the address %s before it is read',
    async (start) => {
      const status = await sendStartTo(start, 'x'.repeat(43), 16 * 1024 + 1);
      expect(status).toMatch(/^HTTP\/1\.1 (401|404|413)/);
    },
  );

  it.each([
    'login',
    'sendResetPasswordEmail',
    'createAccount',
    'confirmAccount',
    'confirmResetPassword',
    'activateOrganization',
  ] as const)('with a thousand unknown fields gets 20 errors and a count from %s', async (name) => {
    const body = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, 1]));
    const { method, path } = routes[name];
    const response = await tenants.server.call<{ errors: object[] }>(method, path, { body });
    expect(response).toMatchObject({ status: 400, body: { omittedErrors: 980 } });
    expect(response.body.errors).toHaveLength(20);
    expect(JSON.stringify(response.body).length).toBeLessThan(MAX_RESPONSE_BYTES);
  });

  it.each([20_000, 150_000])(
    'with %d invalid marks gets a short response from createFinding',
    async (count) => {
      const token = tenants.ownOrg.tokenOf('PHYSICIAN');
      const marks = Object.fromEntries(Array.from({ length: count }, () => [newId(), {}]));
      const body = { ...aFinding(newId()), marks };
      const response = await tenants.server.call<{ errors: object[] }>('POST', '/findings', {
        token,
        body,
      });
      expect(response.status).toBe(400);
      expect(response.body.errors.length).toBeLessThanOrEqual(20);
      expect(JSON.stringify(response.body).length).toBeLessThan(MAX_RESPONSE_BYTES);
    },
  );
});

describe('a long text of three bytes a character', () => {
  const long = (length: number) => '€'.repeat(length);
  const send = async (name: RouteName, change: object) => {
    const { call, token } = await validCall(name);
    const body = { ...(call.body as object), ...change };
    return (await sendCase(tenants.server, routes[name], { ...call, body }, token)).status;
  };

  it.each([
    ['createPatientNote', { text: long(10_000) }],
    ['addAddendum', { text: long(20_000) }],
    ['savePreference', { value: long(32_768) }],
    ['exportFindings', { ids: Array.from({ length: 2_000 }, newId) }],
    ['createFindingExport', { ids: Array.from({ length: 2_000 }, newId) }],
  ] as const)('is accepted by %s up to the limit of the field', async (name, change) => {
    // The findings to export are unknown.
    expect(await send(name, change)).toBe('ids' in change ? 404 : 200);
  });
});

describe('request headers', () => {
  it('above the size limit are rejected', async () => {
    for (const header of [
      `x-large: ${'a'.repeat(100_000)}`,
      'x-many: a\r\n'.repeat(5_000).trim(),
    ]) {
      const { socket, receivedText, closed } = await openSocket();
      socket.write(`GET /api/health HTTP/1.1\r\nhost: a\r\n${header}\r\n\r\n`);
      await closed;
      expect(receivedText()).toMatch(/^HTTP\/1\.1 (400|431)/);
    }
    expect(await isServing()).toBe(true);
  });
});

describe('very slow senders', () => {
  it('are disconnected after a while, and other requests are served meanwhile', async () => {
    const senders = await Promise.all(Array.from({ length: 100 }, openSocket));
    // The first half sends headers without an end, the second half a body without an end.
    const half = senders.length / 2;
    const head = 'POST /api/accounts/actions/login HTTP/1.1\r\nhost: a\r\n';
    const json = `${head}x-api-key: ${tenants.server.apiKey}\r\ncontent-type: application/json\r\n`;
    senders.forEach(({ socket }, idx) => {
      socket.write(idx < half ? head : `${json}content-length: 1000\r\n\r\n{`);
    });
    let open = senders.length;
    for (const { closed } of senders) {
      void closed.then(() => {
        open -= 1;
      });
    }
    const startMs = performance.now();
    while (open > 0 && performance.now() - startMs < 40_000) {
      senders.forEach(({ socket }, idx) => {
        if (socket.writable) socket.write(idx < half ? 'x-a: b\r\n' : ' ');
      });
      expect(await isServing()).toBe(true);
      await sleep(500);
    }
    expect(open).toBe(0);
  });
});
