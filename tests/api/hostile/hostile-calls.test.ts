import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import { allCases } from '../matrix/all-cases.ts';
import { createCaller, fillTenant } from '../matrix/matrix-tenant.ts';
import type { CallerName, CaseCall, MatrixTenant, RouteCase } from '../matrix/route-case.ts';
import { checkResponse, type TextResponse } from '../support/check-response.ts';
import { nearlyValid, type ValidValues } from '../support/hostile-values.ts';
import { type Mutations, mutate, mutations, validValuesOf } from '../support/mutated-call.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

/** Rounds of several concurrent calls; `CLOCKFACE_FAULTS=long` runs many, with another seed. */
const ROUNDS = process.env.CLOCKFACE_FAULTS === 'long' ? 125 : 3;
const CONCURRENCY = 4;
const CANARY = 'Xantippe';

const names = (Object.keys(routes) as RouteName[]).filter((name) => allCases[name] !== undefined);

let tenants: TwoTenants;
let ownOrg: MatrixTenant;
let foreignTerms: readonly string[];
let validValues: ValidValues;
beforeAll(async () => {
  tenants = await startTwoTenants();
  const { server, db } = tenants;
  ownOrg = await fillTenant(server, db, tenants.ownOrg, 'Our');
  const otherOrg = await fillTenant(server, db, tenants.otherOrg, CANARY);
  foreignTerms = [
    CANARY,
    otherOrg.organizationId,
    otherOrg.patientId,
    otherOrg.studyId,
    otherOrg.scanId,
    otherOrg.fileId,
    otherOrg.findingId,
    otherOrg.jobId,
    otherOrg.deviceId,
  ];
  const calls: CaseCall[] = [];
  for (const name of names) calls.push(await validCall(name).then(({ call }) => call));
  validValues = validValuesOf(calls);
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

/** Returns a valid call and the token of a permitted user. */
async function validCall(name: RouteName): Promise<{ call: CaseCall; token: string }> {
  const routeCase = allCases[name] as RouteCase;
  const callerName: CallerName =
    routeCase.roles === 'public'
      ? 'PHYSICIAN'
      : ((routeCase.roles.at(-1) ?? routeCase.principals[0] ?? 'worker') as CallerName);
  const caller = await createCaller(ownOrg, callerName);
  return { call: await routeCase.call(ownOrg, caller), token: caller.token };
}

const encoded = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.slice(0, 2_000).toWellFormed());
};

async function send(
  route: Route,
  call: CaseCall,
  token: string,
  { headers, contentType }: Pick<Mutations, 'headers' | 'contentType'>,
): Promise<TextResponse> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encoded(call.params?.[name] ?? newId()),
  );
  const query = Object.entries(call.query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .join('&');
  const data = new FormData();
  if (call.form !== undefined) data.append('data', new Blob([Buffer.from(call.form)]), 'a.bin');
  const hasBody = route.method !== 'GET' && (call.body !== undefined || call.form !== undefined);
  const type = contentType ?? (call.form === undefined ? 'application/json' : null);
  const response = await fetch(`${tenants.server.url}/api${path}?${query}`, {
    method: route.method,
    headers: {
      'x-api-key': tenants.server.apiKey,
      authorization: `Bearer ${token}`,
      ...(hasBody && type !== null ? { 'content-type': type } : {}),
      ...call.headers,
      ...headers,
    },
    ...(hasBody ? { body: call.form === undefined ? JSON.stringify(call.body) : data } : {}),
  });
  return { status: response.status, text: await response.text() };
}

const asRecord = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, string>;

/** Draws calls from the schemas alone: any combination of fields, most of them valid. */
function callsFromSchemas(route: Route): fc.Arbitrary<CaseCall> {
  const arbitraryOf = (schema: Route['body']) =>
    schema === undefined ? fc.constant(undefined) : nearlyValid(schema, validValues);
  return fc.record({
    params: arbitraryOf(route.params).map(asRecord),
    query: arbitraryOf(route.query).map(asRecord),
    body: arbitraryOf(route.bodyKind === 'form' ? undefined : route.body) as fc.Arbitrary<object>,
  });
}

const UNCHANGED = { headers: null, contentType: null };

const batchOf = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.array(arbitrary, { minLength: CONCURRENCY, maxLength: CONCURRENCY });

const options = { numRuns: ROUNDS, endOnFailure: true, interruptAfterTimeLimit: 60_000 } as const;

describe('a nearly valid call', () => {
  it.each(names)(
    'is accepted or rejected by %s without a server error or data of other tenants',
    async (name) => {
      const route: Route = routes[name];
      const { call, token } = await validCall(name);
      const response = await send(route, call, token, UNCHANGED);
      expect(checkResponse(route, response, foreignTerms), 'the valid call').toEqual([]);
      const checkAll = async <T>(
        drawn: readonly T[],
        request: (value: T) => Promise<TextResponse>,
      ) => {
        const errors = drawn.map(async (value) =>
          checkResponse(route, await request(value), foreignTerms),
        );
        expect((await Promise.all(errors)).flat()).toEqual([]);
      };
      await fc.assert(
        fc.asyncProperty(batchOf(mutations), (drawn) =>
          checkAll(drawn, async (changes) => {
            const valid = await validCall(name);
            return send(route, mutate(valid.call, changes), valid.token, changes);
          }),
        ),
        options,
      );
      const caller = await validCall(name);
      await fc.assert(
        fc.asyncProperty(batchOf(callsFromSchemas(route)), (drawn) =>
          checkAll(drawn, (call) => send(route, call, caller.token, UNCHANGED)),
        ),
        options,
      );
    },
  );

  it('leaves the server running, and none of them caused an internal error', async () => {
    const token = ownOrg.base.tokenOf('PHYSICIAN');
    expect((await tenants.server.call('GET', '/patients', { token })).status).toBe(200);
    expect(tenants.server.log()).not.toContain('A call failed');
  });
});
