import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import { allCases } from '../api/matrix/all-cases.ts';
import { createCaller, fillTenant } from '../api/matrix/matrix-tenant.ts';
import type { CallerName, MatrixTenant, RouteCase } from '../api/matrix/route-case.ts';
import { type CaseResponse, sendCase } from '../api/matrix/send-case.ts';
import { aPatient } from '../api/support/records.ts';
import { startTwoTenants, type TwoTenants } from '../api/support/two-tenants.ts';

// F8: the same call many times at once, and a caller that disconnects and retries.

const CONCURRENCY = 20;

let tenants: TwoTenants;
let tenant: MatrixTenant;
beforeAll(async () => {
  tenants = await startTwoTenants();
  tenant = await fillTenant(tenants.server, tenants.db, tenants.ownOrg, 'Canary');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

/** Counts the patients with a last name, and their audit rows. */
async function countEffects(lastName: string): Promise<{ rows: number; audits: number }> {
  const { db } = tenants;
  const rows = await db
    .selectFrom('patient')
    .select('id')
    .where('lastName', '=', lastName)
    .execute();
  const audits = await db
    .selectFrom('audit')
    .select('subject')
    .where('organizationId', '=', tenant.organizationId)
    .where('act', '=', 'createPatient')
    .where('outcome', '=', 'done')
    .execute();
  const ids = new Set(rows.map(({ id }) => id));
  return {
    rows: rows.length,
    audits: audits.filter(({ subject }) => ids.has(subject.id ?? '')).length,
  };
}

const createPatient = (lastName: string, key: string | null, signal?: AbortSignal) =>
  fetch(`${tenants.server.url}/api/patients`, {
    method: 'POST',
    headers: {
      'x-api-key': tenants.server.apiKey,
      authorization: `Bearer ${tenant.base.tokenOf('OPERATOR')}`,
      'content-type': 'application/json',
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(aPatient({ lastName })),
    ...(signal === undefined ? {} : { signal }),
  });

describe('a patient sent twenty times at once with one key', () => {
  it('creates one patient, one audit row, and twenty equal responses', async () => {
    const name = `Twenty${newId()}`;
    const key = newId();
    const responses = await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        const response = await createPatient(name, key);
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(new Set(responses).size, [...new Set(responses)].join('\n')).toBe(1);
    expect(responses[0]).toMatch(/^200 /);
    expect(await countEffects(name)).toEqual({ rows: 1, audits: 1 });
  });

  it('creates two patients when sent twice without the key, which the check detects', async () => {
    const name = `Twice${newId()}`;
    await Promise.all(Array.from({ length: 2 }, () => createPatient(name, null)));
    expect(await countEffects(name)).toEqual({ rows: 2, audits: 2 });
  });
});

describe('a caller that disconnects and retries with the same key', () => {
  it('receives the same patient, whenever the connection broke', async () => {
    for (let abortAfterMs = 0; abortAfterMs <= 24; abortAfterMs += 2) {
      const name = `Aborted${newId()}`;
      const key = newId();
      const signal = AbortSignal.timeout(abortAfterMs);
      await createPatient(name, key, signal).then(
        (response) => response.text().catch(() => undefined),
        () => undefined,
      );
      const again = await createPatient(name, key);
      expect(again.status).toBe(200);
      expect(await again.json()).toMatchObject({ lastName: name });
      expect(await countEffects(name), `${abortAfterMs} ms`).toEqual({ rows: 1, audits: 1 });
    }
  });

  it("can't reuse the key for another request, and the first patient remains", async () => {
    const name = `First${newId()}`;
    const key = newId();
    expect((await createPatient(name, key)).status).toBe(200);
    const other = await createPatient(`Other${newId()}`, key);
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ errorType: 'IdempotencyMismatch' });
    expect(await countEffects(name)).toEqual({ rows: 1, audits: 1 });
  });
});

/**
 * JSON POST routes whose responses are stored for repeats; their cases come from the permission
 * matrix.
 */
const repeatableRoutes = (Object.keys(routes) as RouteName[]).filter((name) => {
  const route: Route = routes[name];
  const routeCase = allCases[name];
  const isRepeatable =
    route.method === 'POST' && route.bodyKind !== 'form' && route.response !== undefined;
  // Responses with a password or a token are never stored.
  return (
    isRepeatable && route.secret !== true && routeCase !== undefined && routeCase.roles !== 'public'
  );
});

async function countAudited(action: string): Promise<number> {
  const { count } = await tenants.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', tenant.organizationId)
    .where('act', '=', action)
    .where('outcome', '=', 'done')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Routes that end the calling session, so that a second call is no longer authenticated. */
const SESSION_ENDING_ROUTES: readonly string[] = ['logOff', 'changePasswordByUser'];

describe('a POST of the catalogue that is sent five times at once with one key', () => {
  it.each(repeatableRoutes.filter((name) => !SESSION_ENDING_ROUTES.includes(name)))(
    'takes effect at most once and returns equal responses: %s',
    async (name) => {
      const routeCase = allCases[name] as RouteCase;
      const permitted = [...routeCase.roles, ...routeCase.principals] as readonly CallerName[];
      const caller = await createCaller(tenant, permitted[0] ?? 'ADMIN');
      const call = await routeCase.call(tenant, caller);
      const keyed = { ...call, headers: { ...call.headers, 'idempotency-key': newId() } };
      const before = await countAudited(name);
      const responses: CaseResponse[] = await Promise.all(
        Array.from({ length: 5 }, () =>
          sendCase(tenants.server, routes[name], keyed, caller.token),
        ),
      );
      const distinct = new Set(responses.map(({ status, text }) => `${status} ${text}`));
      expect(distinct.size, [...distinct].join('\n')).toBe(1);
      expect(responses[0]?.status).toBe(routeCase.status ?? 200);
      // Calls that change nothing have no audit row.
      expect((await countAudited(name)) - before).toBeLessThanOrEqual(1);
    },
  );
});
