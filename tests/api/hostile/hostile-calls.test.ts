import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import { allCases } from '../matrix/all-cases.ts';
import { fillClinic, makeCaller } from '../matrix/matrix-clinic.ts';
import type { CallerName, CaseCall, MatrixClinic, RouteCase } from '../matrix/route-case.ts';
import { nearly, type RightValues } from '../support/hostile-values.ts';
import { type Answered, wrongOf } from '../support/judge-answer.ts';
import { type Mutations, mutate, mutations, rightValuesOf } from '../support/mutated-call.ts';
import { startTwoClinics, type TwoClinics } from '../support/two-clinics.ts';

/** Rounds of some calls at once; many with `CLOCKFACE_FAULTS=long`, others with another seed. */
const ROUNDS = process.env.CLOCKFACE_FAULTS === 'long' ? 125 : 3;
const AT_ONCE = 4;
const CANARY = 'Xantippe';

const names = (Object.keys(routes) as RouteName[]).filter((name) => allCases[name] !== undefined);

let clinics: TwoClinics;
let ours: MatrixClinic;
let ofOthers: readonly string[];
let right: RightValues;
beforeAll(async () => {
  clinics = await startTwoClinics();
  const { server, db } = clinics;
  ours = await fillClinic(server, db, clinics.ours, 'Our');
  const theirs = await fillClinic(server, db, clinics.theirs, CANARY);
  ofOthers = [
    CANARY,
    theirs.organizationId,
    theirs.patientId,
    theirs.studyId,
    theirs.scanId,
    theirs.fileId,
    theirs.findingId,
    theirs.jobId,
    theirs.deviceId,
  ];
  const calls: CaseCall[] = [];
  for (const name of names) calls.push(await rightCall(name).then(({ call }) => call));
  right = rightValuesOf(calls);
});
afterAll(() => clinics?.[Symbol.asyncDispose]());

/** Somebody who may, with a call that is right. */
async function rightCall(name: RouteName): Promise<{ call: CaseCall; token: string }> {
  const one = allCases[name] as RouteCase;
  const mayCall: CallerName =
    one.roles === 'public'
      ? 'PHYSICIAN'
      : ((one.roles.at(-1) ?? one.principals[0] ?? 'worker') as CallerName);
  const caller = await makeCaller(ours, mayCall);
  return { call: await one.call(ours, caller), token: caller.token };
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
): Promise<Answered> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
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
  const response = await fetch(`${clinics.server.url}/api${path}?${query}`, {
    method: route.method,
    headers: {
      'x-api-key': clinics.server.apiKey,
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

/** Values made after the schemas alone: fields in any company, most of them right. */
function afterSchemas(route: Route): fc.Arbitrary<CaseCall> {
  const part = (schema: Route['body']) =>
    schema === undefined ? fc.constant(undefined) : nearly(schema, right);
  return fc.record({
    params: part(route.params).map(asRecord),
    query: part(route.query).map(asRecord),
    body: part(route.bodyKind === 'form' ? undefined : route.body) as fc.Arbitrary<object>,
  });
}

const AS_IT_IS = { headers: null, contentType: null };

const someOf = <T>(one: fc.Arbitrary<T>) =>
  fc.array(one, { minLength: AT_ONCE, maxLength: AT_ONCE });

const options = { numRuns: ROUNDS, endOnFailure: true, interruptAfterTimeLimit: 60_000 } as const;

describe('a call that is nearly right', () => {
  it.each(names)(
    'is taken or refused by %s, which never breaks or tells of others',
    async (name) => {
      const route: Route = routes[name];
      const { call, token } = await rightCall(name);
      const first = await send(route, call, token, AS_IT_IS);
      expect(wrongOf(route, first, ofOthers), 'the right call').toEqual([]);
      const allRight = async <T>(drawn: readonly T[], ask: (one: T) => Promise<Answered>) => {
        const wrong = drawn.map(async (one) => wrongOf(route, await ask(one), ofOthers));
        expect((await Promise.all(wrong)).flat()).toEqual([]);
      };
      await fc.assert(
        fc.asyncProperty(someOf(mutations), (drawn) =>
          allRight(drawn, async (changes) => {
            const own = await rightCall(name);
            return send(route, mutate(own.call, changes), own.token, changes);
          }),
        ),
        options,
      );
      const caller = await rightCall(name);
      await fc.assert(
        fc.asyncProperty(someOf(afterSchemas(route)), (drawn) =>
          allRight(drawn, (one) => send(route, one, caller.token, AS_IT_IS)),
        ),
        options,
      );
    },
  );

  it('has left the server as it was', async () => {
    const token = ours.clinic.tokenOf('PHYSICIAN');
    expect((await clinics.server.call('GET', '/patients', { token })).status).toBe(200);
    expect(clinics.server.log()).not.toContain('A call failed');
  });
});
