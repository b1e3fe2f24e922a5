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
let otherOrgBefore: Readonly<Record<string, string>>;
beforeAll(async () => {
  tenants = await startTwoTenants();
  ownOrg = await fillTenant(tenants.server, tenants.db, tenants.ownOrg, 'Our');
  otherOrg = await fillTenant(tenants.server, tenants.db, tenants.otherOrg, 'Their');
  otherOrgBefore = await fingerprintOf(tenants.db, otherOrg.organizationId);
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const names = (Object.keys(routes) as RouteName[]).filter((name) => allCases[name] !== undefined);

/** Yields the call with a single text replaced, for each text and two of the injections in turn. */
function* attacksOn(call: CaseCall): Generator<CaseCall> {
  let count = 0;
  for (const part of ['params', 'query', 'body'] as const) {
    for (const path of textPathsIn(call[part])) {
      for (const _attempt of [1, 2]) {
        count += 1;
        const injected = INJECTIONS[count % INJECTIONS.length] ?? '';
        const changed: CaseCall = structuredClone(call);
        replaceText(changed[part], path, injected);
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

/** Returns the paths of all texts: ids, codes, names, notes, cursors. */
function textPathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string' || value === null) return [[...path]];
  if (typeof value !== 'object' || path.length > 3) return [];
  return Object.entries(value as object).flatMap(([key, entry]) =>
    textPathsIn(entry, [...path, key]),
  );
}

/** Replaces the text at a path. */
function replaceText(value: unknown, path: readonly string[], text: string): void {
  let container = value as Record<string, unknown>;
  for (const key of path.slice(0, -1)) container = container[key] as Record<string, unknown>;
  container[path.at(-1) ?? ''] = text;
}

describe('SQL in every text of', () => {
  it.each(names)('%s is treated as text', async (name) => {
    const routeCase = allCases[name] as RouteCase;
    const role =
      routeCase.roles === 'public'
        ? 'PHYSICIAN'
        : (routeCase.roles.at(-1) ?? routeCase.principals[0]);
    const caller = await createCaller(ownOrg, role as CallerName);
    const call = await routeCase.call(ownOrg, caller);
    for (const attack of attacksOn(call)) {
      const startMs = performance.now();
      const response = await sendCase(tenants.server, routes[name], attack, caller.token);
      const description = `${JSON.stringify(attack).slice(0, 200)}: ${response.text.slice(0, 200)}`;
      expect(performance.now() - startMs, description).toBeLessThan(SLEEP_DETECTED_MS);
      expect(response.status, description).toBeLessThan(500);
      expect(response.text).not.toMatch(HASH);
    }
  });

  it('all calls has changed no data of others, and all tables exist', async () => {
    expect(Object.keys(otherOrgBefore)).toContain('finding_mark');
    expect(await fingerprintOf(tenants.db, otherOrg.organizationId)).toEqual(otherOrgBefore);
  });

  it('all calls has broken no statement', () => {
    expect(tenants.server.log()).not.toContain('A call failed');
  });
});
