import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { isAudited } from '../../../platform/server/http/audit.ts';
import { allCases } from '../matrix/all-cases.ts';
import { createCaller, fillTenant } from '../matrix/matrix-tenant.ts';
import type { CallerName, MatrixTenant } from '../matrix/route-case.ts';
import { sendCase } from '../matrix/send-case.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

const CANARY = 'Ringeltaube';

/** Calls of anonymous users that leave no row, with reasons. */
const UNAUDITED_PUBLIC_ROUTES: Readonly<Record<string, string>> = {
  health: 'polled by monitors; contains no personal data',
  publicConfig: 'settings for the browser before sign-in',
  organizationByHost: 'name of the organization, before sign-in',
  writeExternalLogs: 'errors of browsers; stored in their own table',
};

let tenants: TwoTenants;
let ownOrg: MatrixTenant;
beforeAll(async () => {
  tenants = await startTwoTenants();
  ownOrg = await fillTenant(tenants.server, tenants.db, tenants.ownOrg, CANARY);
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

/** Returns the rows of any organization after `seq`. */
function rowsAfter(seq: number) {
  return tenants.db
    .selectFrom('audit')
    .select(['seq', 'act', 'outcome', 'subject', 'organizationId'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
}

async function lastSeq(): Promise<number> {
  const row = await tenants.db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
}

/**
 * Sends a valid call of a route as a permitted caller.
 * @returns the audit rows of the call
 */
async function callAndRead(name: RouteName) {
  const routeCase = allCases[name];
  if (routeCase === undefined) throw new Error(`${name} has no case`);
  const { roles, principals } = routeCase;
  const callerName = roles === 'public' ? 'PHYSICIAN' : (roles[0] ?? principals[0]);
  const caller = await createCaller(ownOrg, callerName as CallerName);
  const call = await routeCase.call(ownOrg, caller);
  const seqBefore = await lastSeq();
  const token = roles === 'public' ? null : caller.token;
  const response = await sendCase(tenants.server, routes[name] as Route, call, token);
  expect(response.status, `${name}: ${response.text.slice(0, 300)}`).toBe(routeCase.status ?? 200);
  return rowsAfter(seqBefore);
}

const names = (Object.keys(routes) as RouteName[]).filter((name) => allCases[name] !== undefined);
const publicRoutes = names.filter((name) => routes[name].access === 'public');
const routesForUsers = names.filter((name) => routes[name].access !== 'public');

describe('every route of the catalogue', () => {
  it('writes an audit row with the name of the route, unless `isAudited` exempts the route', async () => {
    const wrong: string[] = [];
    for (const name of routesForUsers) {
      const status = allCases[name]?.status ?? 200;
      const rows = await callAndRead(name);
      // Errors other than denied permission are not audited.
      if (status !== 200 && status !== 403) continue;
      const outcome = status === 200 ? 'done' : 'refused';
      const hasRow = rows.some((row) => row.act === name && row.outcome === outcome);
      if (hasRow !== isAudited(routes[name])) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });

  it('writes an audit row for an anonymous caller, unless listed with a reason', async () => {
    const wrong: string[] = [];
    for (const name of publicRoutes) {
      if ((allCases[name]?.status ?? 200) !== 200) continue;
      const hasRow = (await callAndRead(name)).length > 0;
      const isExempt = name in UNAUDITED_PUBLIC_ROUTES;
      if (hasRow === isExempt) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });

  it('writes only ids and codes to the audit, and no patient data', async () => {
    // The rows of the tests above.
    const rows = await rowsAfter(0);
    expect(rows.length).toBeGreaterThan(50);
    const leaking = rows.filter(({ subject }) => JSON.stringify(subject).includes(CANARY));
    expect(leaking.map(({ act }) => act)).toEqual([]);
  });
});
