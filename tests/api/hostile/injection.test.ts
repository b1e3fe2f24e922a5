import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RouteName, routes } from '#contracts';
import { allCases } from '../matrix/all-cases.ts';
import { fingerprintOf } from '../matrix/fingerprint.ts';
import { createCaller, fillTenant } from '../matrix/matrix-tenant.ts';
import type { CallerName, CaseCall, MatrixTenant, RouteCase } from '../matrix/route-case.ts';
import { sendCase } from '../matrix/send-case.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

// Words of SQL in every text of every call: as a value, at the end of one, and as a whole statement.

/** Whatever became part of a statement would sleep, tell a hash, or break it with a syntax error. */
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

/** The same call with one of its texts exchanged, for each text and two of the words in turn. */
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
  // Keys that no schema knows: nothing may make a column or an order of them.
  const [injected = ''] = INJECTIONS;
  yield {
    ...call,
    query: { ...call.query, [injected]: injected, sort: injected, orderBy: injected },
  };
}

/** Where texts stand that are no list of words: ids, codes, names, notes, cursors. */
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

describe('words of SQL in every text of', () => {
  it.each(names)('%s are words', async (name) => {
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

  it('have changed nothing of anyone else, and every table is there', async () => {
    expect(Object.keys(before)).toContain('finding_mark');
    expect(await fingerprintOf(tenants.db, otherOrg.organizationId)).toEqual(before);
  });

  it('have broken no statement: that would be a failure of the call', () => {
    expect(tenants.server.log()).not.toContain('A call failed');
  });
});
