import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import { allCases } from '../matrix/all-cases.ts';
import { fingerprintOf } from '../matrix/fingerprint.ts';
import { createCaller, fillTenant } from '../matrix/matrix-tenant.ts';
import type { CallerName, CaseCall, MatrixTenant, RouteCase } from '../matrix/route-case.ts';
import { sendCase } from '../matrix/send-case.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

// Server-controlled fields sent by a caller are dropped or rejected, never stored.

let tenants: TwoTenants;
let ownOrg: MatrixTenant;
let otherOrg: MatrixTenant;
beforeAll(async () => {
  tenants = await startTwoTenants();
  ownOrg = await fillTenant(tenants.server, tenants.db, tenants.ownOrg, 'Our');
  otherOrg = await fillTenant(tenants.server, tenants.db, tenants.otherOrg, 'Their');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const PAST_TIME = '2001-01-01T01:01:01.001Z';
const OTHER_ID = newId();
const KEY = 'planted/by/the/caller';

/** Returns server-controlled fields of an object, named as in the contracts. */
const plantedOf = (organizationId: string) => ({
  organizationId,
  organization: { id: organizationId },
  version: 77_777,
  createdAt: PAST_TIME,
  createdBy: OTHER_ID,
  updatedAt: PAST_TIME,
  updatedBy: OTHER_ID,
  deletedAt: PAST_TIME,
  deletedBy: OTHER_ID,
  noteCreatedBy: OTHER_ID,
  noteCreatedAt: PAST_TIME,
  signedBy: OTHER_ID,
  signedAt: PAST_TIME,
  lockedAt: PAST_TIME,
  reviewedBy: OTHER_ID,
  reviewedAt: PAST_TIME,
  storagePath: KEY,
  checksum: KEY,
  byteLength: 77_777,
  storedAt: PAST_TIME,
  setBy: OTHER_ID,
  passwordHash: KEY,
  tokenHash: KEY,
  features: ['ADMIN_ACCOUNT'],
  permissions: [KEY],
  labeledBy: OTHER_ID,
  activatedAt: PAST_TIME,
  lastSignInAt: PAST_TIME,
  label: 77_777,
});

/** Returns the planted values that the text contains. */
const plantedValuesIn = (text: string): string[] =>
  [PAST_TIME, OTHER_ID, KEY, '77777', otherOrg.organizationId].filter((value) =>
    text.includes(value),
  );

const names = (Object.keys(routes) as RouteName[]).filter((name) => {
  const route: Route = routes[name];
  return route.body !== undefined && route.bodyKind !== 'form' && allCases[name] !== undefined;
});

/** Adds the planted fields to the body of a call; the call's own fields stay. */
function withPlanted(call: CaseCall): CaseCall {
  return { ...call, body: { ...plantedOf(otherOrg.organizationId), ...call.body } };
}

describe('server-controlled fields in a request', () => {
  it.each(names)('are not stored by %s', async (name) => {
    const routeCase = allCases[name] as RouteCase;
    const role =
      routeCase.roles === 'public'
        ? 'PHYSICIAN'
        : (routeCase.roles.at(-1) ?? routeCase.principals[0]);
    const caller = await createCaller(ownOrg, role as CallerName);
    const route: Route = routes[name];
    const call = withPlanted(await routeCase.call(ownOrg, caller));
    const otherOrgBefore = await fingerprintOf(tenants.db, otherOrg.organizationId);
    const response = await sendCase(tenants.server, route, call, caller.token);
    const validStatus = routeCase.statusByCaller?.[caller.name] ?? routeCase.status ?? 200;
    expect([validStatus, 400, 422], `${response.status} ${response.text.slice(0, 300)}`).toContain(
      response.status,
    );
    if (response.status === 200)
      expect(plantedValuesIn(response.text), response.text.slice(0, 500)).toEqual([]);
    expect(await fingerprintOf(tenants.db, otherOrg.organizationId)).toEqual(otherOrgBefore);
  });

  it('are in no row of the database', async () => {
    const { db } = tenants;
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
    expect(tables.map(({ name }) => name)).toContain('patient');
    // Columns print a time in another form than JSON.
    for (const value of [OTHER_ID, KEY, '2001-01-01 01:01:01.001']) {
      for (const { name } of tables) {
        const { rows } = await sql`
          select 1 from ${sql.table(name)} t where t::text like ${`%${value}%`}`.execute(db);
        expect(rows, `${value} in ${name}`).toEqual([]);
      }
    }
  });

  it('are found by this check in a response', () => {
    expect(plantedValuesIn(JSON.stringify(plantedOf(otherOrg.organizationId)))).toHaveLength(5);
  });
});
