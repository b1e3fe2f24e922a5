import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RouteName, routes } from '#contracts';
import { allCases } from '../matrix/all-cases.ts';
import { fingerprintOf } from '../matrix/fingerprint.ts';
import { createCaller, fillTenant } from '../matrix/matrix-tenant.ts';
import type { CallerName, CaseCall, MatrixTenant, RouteCase } from '../matrix/route-case.ts';
import { sendCase } from '../matrix/send-case.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

// Puts SQL into every text of every call: as the value, appended to the value, and as a statement.

/** As part of a statement, these would sleep, reveal a hash, or cause a syntax error. */
const INJECTIONS: readonly string[] = [
  `x' or pg_sleep(3) is null or 'a'='b`,
  `1); select pg_sleep(3); --`,
  `x') union select password_hash from account --`,
  `x\\'; drop table finding_mark cascade; --`,
  `$1 :: "`,
];
const SLEEP_DETECTED_MS = 2_500;
const HASH = /\$argon2/;

let tenants: TwoTenants;
let ownOrg: MatrixTenant;
let otherOrg: MatrixTenant;
let before: Readonly<Record<string, string>>;
beforeAll(async () => {
  tenants = await startTwoTenants();
  ownOrg = await fillTenant(tenants.server, tenants.db, tenants.ownOrg, 'Our');
  otherOrg = await fillTenant(tenants.server, tenants.db, tenants.otherOrg, 'Their');
  before = await fingerprintOf(tenants.db, otherOrg.organizationId);
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const names = (Object.keys(routes) as RouteName[]).filter((name) => allCases[name] !== undefined);

/** Yields the call with a single text replaced, for each text and two of the injections in turn. */
function* attacksOn(call: CaseCall): Generator<CaseCall> {
  let turn = 0;
  for (const part of ['params', 'query', 'body'] as const) {
    for (const path of textsIn(call[part])) {
      for (const _time of [1, 2]) {
        turn += 1;
        const injected = INJECTIONS[turn % INJECTIONS.length] ?? '';
        const changed: CaseCall = structuredClone(call);
        put(changed[part], path, injected);
        yield changed;
      }
    }
  }
  // Keys unknown to every schema; none may become a column or a sort order.
  const [injected = ''] = INJECTIONS;
  yield {
    ...call,
    query: { ...call.query, [injected]: injected, sort: injected, orderBy: injected },
  };
}

/** Returns the paths of all free texts: ids, codes, names, notes, cursors. */
function textsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string' || value === null) return [[...path]];
  if (typeof value !== 'object' || path.length > 3) return [];
  return Object.entries(value as object).flatMap(([key, one]) => textsIn(one, [...path, key]));
}

function put(value: unknown, path: readonly string[], text: string): void {
  let container = value as Record<string, unknown>;
  for (const key of path.slice(0, -1)) container = container[key] as Record<string, unknown>;
  container[path.at(-1) ?? ''] = text;
}

describe('SQL in every text of', () => {
  it.each(names)('%s is treated as text', async (name) => {
    const one = allCases[name] as RouteCase;
    const role = one.roles === 'public' ? 'PHYSICIAN' : (one.roles.at(-1) ?? one.principals[0]);
    const caller = await createCaller(ownOrg, role as CallerName);
    const call = await one.call(ownOrg, caller);
    for (const attack of attacksOn(call)) {
      const startMs = performance.now();
      const response = await sendCase(tenants.server, routes[name], attack, caller.token);
      const what = `${JSON.stringify(attack).slice(0, 200)}: ${response.text.slice(0, 200)}`;
      expect(performance.now() - startMs, what).toBeLessThan(SLEEP_DETECTED_MS);
      expect(response.status, what).toBeLessThan(500);
      expect(response.text).not.toMatch(HASH);
    }
  });

  it('all calls has changed no data of others, and all tables exist', async () => {
    expect(Object.keys(before)).toContain('finding_mark');
    expect(await fingerprintOf(tenants.db, otherOrg.organizationId)).toEqual(before);
  });

  it('all calls has broken no statement', () => {
    expect(tenants.server.log()).not.toContain('A call failed');
  });
});
