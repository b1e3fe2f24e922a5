import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';
import { allCases, duplicateCases } from './all-cases.ts';
import { fingerprintOf } from './fingerprint.ts';
import { idPositions } from './id-positions.ts';
import { createCaller, fillTenant } from './matrix-tenant.ts';
import {
  CALLERS,
  type Caller,
  type CallerName,
  type CaseCall,
  type MatrixTenant,
  type RouteCase,
} from './route-case.ts';
import { type CaseResponse, sendCase } from './send-case.ts';

const OWN_CANARY = 'OwnCanary';
const OTHER_CANARY = 'TheirsCanary';
const names = Object.keys(routes) as RouteName[];

let tenants: TwoTenants;
let ownOrg: MatrixTenant;
let otherOrg: MatrixTenant;
beforeAll(async () => {
  tenants = await startTwoTenants();
  const { server, db } = tenants;
  ownOrg = await fillTenant(server, db, tenants.ownOrg, OWN_CANARY);
  otherOrg = await fillTenant(server, db, tenants.otherOrg, OTHER_CANARY);
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

describe('the matrix', () => {
  it('has exactly one case per route', () => {
    expect(names.filter((name) => allCases[name] === undefined)).toEqual([]);
    expect(Object.keys(allCases).filter((name) => !(name in routes))).toEqual([]);
    expect(duplicateCases).toEqual([]);
  });

  it('puts a foreign id into every position that takes an id', () => {
    const positionsWithoutCase = names.flatMap((name) => {
      const foreign = allCases[name]?.foreign ?? {};
      if (typeof foreign === 'string' && allCases[name]?.roles === 'public') return [];
      const positionsWithCase = typeof foreign === 'string' ? [] : Object.keys(foreign);
      return idPositions(routes[name])
        .filter((position) => !positionsWithCase.includes(position))
        .map((position) => `${name}: ${position}`);
    });
    expect(positionsWithoutCase).toEqual([]);
  });
});

/** Returns whether the case permits the caller. BLIND_PHYSICIAN counts as BLIND_ANNOTATOR. */
function isAllowed(routeCase: RouteCase, caller: CallerName): boolean {
  if (caller === 'device' || caller === 'worker') return routeCase.principals.includes(caller);
  const role = caller === 'BLIND_PHYSICIAN' ? 'BLIND_ANNOTATOR' : caller;
  return routeCase.roles === 'public' || routeCase.roles.includes(role);
}

/** Returns whether the response is 404, or empty if the case allows this. */
function revealsNothing({ status, text }: CaseResponse, routeCase: RouteCase): boolean {
  if (status === 404) return true;
  const empty = /^(|\{\}|\{"items":\[\],"total":0,"nextCursor":null\})$/;
  if (status !== 200 || routeCase.foreignResponse === undefined) return false;
  const isAddress = /^\{"url":"\/[^"]*","expiresAt":"[^"]*"\}$/.test(text);
  return routeCase.foreignResponse === 'address' ? isAddress : empty.test(text);
}

const objectsOf = (tenant: MatrixTenant): readonly string[] => [
  tenant.organizationId,
  tenant.patientId,
  tenant.studyId,
  tenant.scanId,
  tenant.fileId,
  tenant.findingId,
  tenant.jobId,
  tenant.deviceId,
  tenant.base.patientId,
  tenant.base.studyId,
  tenant.base.accountOf('PHYSICIAN').id,
];

/** Returns the ids and canaries of a tenant that the response contains. */
const leaksOf = ({ text }: CaseResponse, tenant: MatrixTenant, canary: string): string[] =>
  [canary, ...objectsOf(tenant)].filter((term) => text.toLowerCase().includes(term.toLowerCase()));

const countRejectedCalls = async (action: string): Promise<number> => {
  const { count } = await tenants.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', ownOrg.organizationId)
    .where('act', '=', action)
    .where('outcome', '=', 'refused')
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Runs all calls concurrently, because each call has its own objects. */
const runInParallel = <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> =>
  Promise.all(items.map(work));

const describeResponse = (name: string, who: string, response: CaseResponse): string =>
  `${who} on ${name}: ${response.status} ${response.text.slice(0, 300)}`;

/**
 * Calls the route on objects of the caller's tenant.
 * @returns whether the case permits the caller
 */
async function tryOwn(name: RouteName, routeCase: RouteCase, caller: Caller): Promise<boolean> {
  const response = await sendCase(
    tenants.server,
    routes[name],
    await routeCase.call(ownOrg, caller),
    caller.token,
  );
  const allowed = isAllowed(routeCase, caller.name);
  const expected = allowed
    ? (routeCase.statusByCaller?.[caller.name] ?? routeCase.status ?? 200)
    : 403;
  expect.soft(response.status, describeResponse(name, caller.name, response)).toBe(expected);
  expect
    .soft(leaksOf(response, otherOrg, OTHER_CANARY), describeResponse(name, caller.name, response))
    .toEqual([]);
  if (caller.name.startsWith('BLIND') && routeCase.namesPatients !== true) {
    expect
      .soft(response.text, `${caller.name} sees the patient in ${name}`)
      .not.toContain(OWN_CANARY);
  }
  return allowed;
}

interface ForeignCall {
  readonly caller: Caller;
  readonly position: string;
  readonly call: CaseCall;
}

async function buildForeignCalls(routeCase: RouteCase): Promise<ForeignCall[]> {
  if (typeof routeCase.foreign === 'string') return [];
  const positions = Object.entries(routeCase.foreign);
  const built = await runInParallel(CALLERS, async (name) => {
    // Creates a new caller, because the call itself may have ended the session.
    const caller = await createCaller(ownOrg, name);
    return runInParallel(positions, async ([position, build]) => {
      const call =
        build === 'theirs' ? routeCase.call(otherOrg, caller) : build(ownOrg, otherOrg, caller);
      return { caller, position, call: await call };
    });
  });
  return built.flat();
}

/** Checks that no caller reads or changes an object of the other tenant. */
async function tryForeign(name: RouteName, routeCase: RouteCase): Promise<void> {
  const calls = await buildForeignCalls(routeCase);
  const fingerprint = await fingerprintOf(tenants.db, otherOrg.organizationId);
  await runInParallel(calls, async ({ caller, position, call }) => {
    const response = await sendCase(tenants.server, routes[name], call, caller.token);
    const description = `${describeResponse(name, caller.name, response)} with a foreign ${position}`;
    expect
      .soft(response.status === 403 || revealsNothing(response, routeCase), description)
      .toBe(true);
    if (isAllowed(routeCase, caller.name)) expect.soft(response.status, description).not.toBe(403);
    expect.soft(leaksOf(response, otherOrg, OTHER_CANARY), description).toEqual([]);
  });
  expect(await fingerprintOf(tenants.db, otherOrg.organizationId)).toEqual(fingerprint);
}

async function tryUnauthenticated(name: RouteName, routeCase: RouteCase): Promise<void> {
  const call = await routeCase.call(ownOrg, await createCaller(ownOrg, 'PHYSICIAN'));
  const route: Route = routes[name];
  const anonymous = await sendCase(tenants.server, route, call, null);
  expect
    .soft(anonymous.status, describeResponse(name, 'no user', anonymous))
    .toBe(routeCase.roles === 'public' ? (routeCase.status ?? 200) : 401);
  const { token } = await createCaller(ownOrg, 'PHYSICIAN');
  const invalidKey = await sendCase(tenants.server, route, call, token, 'wrong-key');
  expect
    .soft(invalidKey.status, describeResponse(name, 'a wrong key', invalidKey))
    .toBe(routeCase.keyless === true ? (routeCase.status ?? 200) : 401);
  for (const response of [anonymous, invalidKey]) {
    if (response.status === 401) expect.soft(response.text).not.toContain(OWN_CANARY);
  }
}

describe('every route', () => {
  it.each(names.filter((name) => allCases[name] !== undefined))(
    '%s permits only the listed callers and reveals nothing of another tenant',
    async (name) => {
      const routeCase = allCases[name] as RouteCase;
      const route: Route = routes[name];
      expect(new Set(route.principals)).toEqual(new Set(routeCase.principals));
      expect(route.access === 'public').toBe(routeCase.roles === 'public');
      await tryUnauthenticated(name, routeCase);
      if (routeCase.roles === 'public') return;
      const countBefore = await countRejectedCalls(name);
      const allowed = await runInParallel(CALLERS, async (callerName) =>
        tryOwn(name, routeCase, await createCaller(ownOrg, callerName)),
      );
      await tryForeign(name, routeCase);
      const rejectedCount = (await countRejectedCalls(name)) - countBefore;
      expect(rejectedCount, 'number of rejections in the audit').toBeGreaterThanOrEqual(
        allowed.filter((may) => !may).length,
      );
    },
  );
});
