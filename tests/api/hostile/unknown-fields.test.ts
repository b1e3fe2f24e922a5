import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { allCases } from '../matrix/all-cases.ts';
import { createCaller, fillTenant } from '../matrix/matrix-tenant.ts';
import type { CallerName, CaseCall, MatrixTenant, RouteCase } from '../matrix/route-case.ts';
import { sendCase } from '../matrix/send-case.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

let tenants: TwoTenants;
let ownOrg: MatrixTenant;
beforeAll(async () => {
  tenants = await startTwoTenants();
  ownOrg = await fillTenant(tenants.server, tenants.db, tenants.ownOrg, 'Our');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const FIELD = 'surplusField';
const everyRoute = Object.entries(routes) as readonly (readonly [RouteName, Route])[];
const namesWith = (part: 'body' | 'query'): readonly RouteName[] =>
  everyRoute.filter(([, route]) => route[part] !== undefined).map(([name]) => name);

const takesNo = (part: 'body' | 'query'): readonly RouteName[] =>
  everyRoute.filter(([, route]) => route[part] === undefined).map(([name]) => name);
const takesNoJson: readonly RouteName[] = takesNo('body').filter((name) => {
  const { method, bodyKind = 'json' }: Route = routes[name];
  return method !== 'GET' && bodyKind === 'json';
});

/** Sends the valid call of a route with a change, as a permitted caller. */
async function sendChanged(name: RouteName, change: (call: CaseCall) => CaseCall) {
  const { roles, principals, call } = allCases[name] as RouteCase;
  const role = roles === 'public' ? 'PHYSICIAN' : (roles.at(-1) ?? principals[0]);
  const caller = await createCaller(ownOrg, role as CallerName);
  const changed = change(await call(ownOrg, caller));
  const { status, text } = await sendCase(tenants.server, routes[name], changed, caller.token);
  return { status, body: JSON.parse(text) as object };
}

const rejected = {
  status: 400,
  body: {
    errorType: 'ValidationFailed',
    errors: [{ field: FIELD, code: 'unrecognized_keys', message: 'Unknown field' }],
  },
};

describe('an unknown field', () => {
  // Keeps reports of browsers of any version.
  it.each(namesWith('body').filter((name) => name !== 'writeExternalLogs'))(
    'in the body is rejected by name by %s',
    async (name) => {
      const response = await sendChanged(name, (call) => ({
        ...call,
        body: { ...call.body, [FIELD]: 1 },
      }));
      expect(response).toEqual(rejected);
    },
  );

  it.each(namesWith('query'))('in the query is rejected by name by %s', async (name) => {
    const response = await sendChanged(name, (call) => ({
      ...call,
      query: { ...call.query, [FIELD]: '1' },
    }));
    expect(response).toEqual(rejected);
  });

  it.each(takesNoJson)('in a body is rejected by name by %s, which takes no body', async (name) => {
    expect(await sendChanged(name, (call) => ({ ...call, body: { [FIELD]: 1 } }))).toEqual(
      rejected,
    );
  });

  it.each(takesNo('query'))('is rejected by name by %s, which takes no query', async (name) => {
    const change = (call: CaseCall): CaseCall => ({ ...call, query: { [FIELD]: '1' } });
    expect(await sendChanged(name, change)).toEqual(rejected);
  });
});
