import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { isAudited } from '../../../platform/server/http/audit.ts';
import { allCases } from '../matrix/all-cases.ts';
import { createCaller, fillTenant } from '../matrix/matrix-tenant.ts';
import type { CallerName, MatrixTenant } from '../matrix/route-case.ts';
import { sendCase } from '../matrix/send-case.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

const CANARY = 'Ringeltaube';

/** Calls that leave no row without a signed-in user, with reasons. */
const OPEN_TO_ALL: Readonly<Record<string, string>> = {
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
  const one = allCases[name];
  if (one === undefined) throw new Error(`${name} has no case`);
  const who = one.roles === 'public' ? 'PHYSICIAN' : (one.roles[0] ?? one.principals[0]);
  const caller = await createCaller(ownOrg, who as CallerName);
  const call = await one.call(ownOrg, caller);
  const before = await lastSeq();
  const token = one.roles === 'public' ? null : caller.token;
  const response = await sendCase(tenants.server, routes[name] as Route, call, token);
  expect(response.status, `${name}: ${response.text.slice(0, 300)}`).toBe(one.status ?? 200);
  return rowsAfter(before);
}

const cases = (Object.keys(routes) as RouteName[]).filter((name) => allCases[name] !== undefined);
const ofPeople = cases.filter((name) => routes[name].access !== 'public');

describe('every route of the catalogue', () => {
  it('writes an audit row with its name, or is listed as exempt', async () => {
    const missing: string[] = [];
    for (const name of ofPeople) {
      const status = allCases[name]?.status ?? 200;
      const rows = await callAndRead(name);
      // Errors other than denied permission are not audited.
      if (status !== 200 && status !== 403) continue;
      const outcome = status === 200 ? 'done' : 'refused';
      const hasRow = rows.some((row) => row.act === name && row.outcome === outcome);
      if (hasRow !== isAudited(routes[name])) missing.push(name);
    }
    expect(missing).toEqual([]);
  });

  it('writes a row without a signed-in user too, unless listed as exempt', async () => {
    const missing: string[] = [];
    const open = cases.filter((name) => routes[name].access === 'public');
    for (const name of open.filter((one) => (allCases[one]?.status ?? 200) === 200)) {
      const rows = await callAndRead(name);
      if (rows.length > 0 === name in OPEN_TO_ALL) missing.push(name);
    }
    expect(missing).toEqual([]);
  });

  it('writes only ids and codes to the audit, and no patient data', async () => {
    const rows = await rowsAfter(0);
    expect(rows.length).toBeGreaterThan(50);
    const leaking = rows.filter(({ subject }) => JSON.stringify(subject).includes(CANARY));
    expect(leaking.map(({ act }) => act)).toEqual([]);
  });
});
