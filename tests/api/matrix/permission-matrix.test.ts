import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { startTwoClinics, type TwoClinics } from '../support/two-clinics.ts';
import { allCases, claimedTwice } from './all-cases.ts';
import { fingerprintOf } from './fingerprint.ts';
import { idPositions } from './id-positions.ts';
import { fillClinic, makeCaller } from './matrix-clinic.ts';
import {
  CALLERS,
  type Caller,
  type CallerName,
  type CaseCall,
  type MatrixClinic,
  type RouteCase,
} from './route-case.ts';
import { type Heard, sendCase } from './send-case.ts';

const OURS = 'OursCanary';
const THEIRS = 'TheirsCanary';
const names = Object.keys(routes) as RouteName[];

let clinics: TwoClinics;
let ours: MatrixClinic;
let theirs: MatrixClinic;
beforeAll(async () => {
  clinics = await startTwoClinics();
  const { server, db } = clinics;
  ours = await fillClinic(server, db, clinics.ours, OURS);
  theirs = await fillClinic(server, db, clinics.theirs, THEIRS);
});
afterAll(() => clinics?.[Symbol.asyncDispose]());

describe('the matrix', () => {
  it('has a case for every route, and a route for every case, each once', () => {
    expect(names.filter((name) => allCases[name] === undefined)).toEqual([]);
    expect(Object.keys(allCases).filter((name) => !(name in routes))).toEqual([]);
    expect(claimedTwice).toEqual([]);
  });

  it('puts a foreign id into every place that takes one', () => {
    const empty = names.flatMap((name) => {
      const foreign = allCases[name]?.foreign ?? {};
      if (typeof foreign === 'string' && allCases[name]?.roles === 'public') return [];
      const filled = typeof foreign === 'string' ? [] : Object.keys(foreign);
      return idPositions(routes[name])
        .filter((position) => !filled.includes(position))
        .map((position) => `${name}: ${position}`);
    });
    expect(empty).toEqual([]);
  });
});

/** Whether a caller may, by the case's own words. Blind stays blind, whatever else one is. */
function may(one: RouteCase, caller: CallerName): boolean {
  if (caller === 'device' || caller === 'worker') return one.principals.includes(caller);
  const role = caller === 'BLIND_PHYSICIAN' ? 'BLIND_ANNOTATOR' : caller;
  return one.roles === 'public' || one.roles.includes(role);
}

/** Not found, or as little as nothing where the case says so. */
function tellsNothing({ status, text }: Heard, one: RouteCase): boolean {
  if (status === 404) return true;
  const empty = /^(|\{\}|\{"items":\[\],"total":0,"nextCursor":null\})$/;
  return one.foreignAnswer === 'nothing' && status === 200 && empty.test(text);
}

const objectsOf = (clinic: MatrixClinic): readonly string[] => [
  clinic.organizationId,
  clinic.patientId,
  clinic.studyId,
  clinic.scanId,
  clinic.fileId,
  clinic.findingId,
  clinic.jobId,
  clinic.deviceId,
  clinic.clinic.patientId,
  clinic.clinic.studyId,
  clinic.clinic.accountOf('PHYSICIAN').id,
];

/** What the answer holds of a clinic whose objects nobody here may see. */
const leaksOf = ({ text }: Heard, clinic: MatrixClinic, canary: string): string[] =>
  [canary, ...objectsOf(clinic)].filter((word) => text.toLowerCase().includes(word.toLowerCase()));

const refusedAudits = async (act: string): Promise<number> => {
  const { count } = await clinics.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', ours.organizationId)
    .where('act', '=', act)
    .where('outcome', '=', 'refused')
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** All at once: each call stands on objects of its own. */
const together = <T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> =>
  Promise.all(all.map(act));

const told = (name: string, who: string, heard: Heard): string =>
  `${who} on ${name}: ${heard.status} ${heard.text.slice(0, 300)}`;

async function tryOwn(name: RouteName, one: RouteCase, caller: Caller): Promise<boolean> {
  const heard = await sendCase(
    clinics.server,
    routes[name],
    await one.call(ours, caller),
    caller.token,
  );
  const allowed = may(one, caller.name);
  const expected = allowed ? (one.answers?.[caller.name] ?? one.status ?? 200) : 403;
  expect.soft(heard.status, told(name, caller.name, heard)).toBe(expected);
  expect.soft(leaksOf(heard, theirs, THEIRS), told(name, caller.name, heard)).toEqual([]);
  if (caller.name.startsWith('BLIND') && one.namesPatients !== true) {
    expect.soft(heard.text, `${caller.name} sees who it is in ${name}`).not.toContain(OURS);
  }
  return allowed;
}

interface ForeignCall {
  readonly caller: Caller;
  readonly position: string;
  readonly call: CaseCall;
}

async function foreignCalls(one: RouteCase): Promise<ForeignCall[]> {
  if (typeof one.foreign === 'string') return [];
  const places = Object.entries(one.foreign);
  const built = await together(CALLERS, async (name) => {
    // A call of one's own may have ended the session.
    const caller = await makeCaller(ours, name);
    return together(places, async ([position, build]) => {
      const call = build === 'theirs' ? one.call(theirs, caller) : build(ours, theirs, caller);
      return { caller, position, call: await call };
    });
  });
  return built.flat();
}

/** Nobody finds, learns or changes anything of the other clinic. */
async function tryForeign(name: RouteName, one: RouteCase): Promise<void> {
  const calls = await foreignCalls(one);
  const before = await fingerprintOf(clinics.db, theirs.organizationId);
  await together(calls, async ({ caller, position, call }) => {
    const heard = await sendCase(clinics.server, routes[name], call, caller.token);
    const what = `${told(name, caller.name, heard)} with a foreign ${position}`;
    expect.soft(heard.status === 403 || tellsNothing(heard, one), what).toBe(true);
    if (may(one, caller.name)) expect.soft(heard.status, what).not.toBe(403);
    expect.soft(leaksOf(heard, theirs, THEIRS), what).toEqual([]);
  });
  expect(await fingerprintOf(clinics.db, theirs.organizationId)).toEqual(before);
}

async function tryWithout(name: RouteName, one: RouteCase): Promise<void> {
  const call = await one.call(ours, await makeCaller(ours, 'PHYSICIAN'));
  const route: Route = routes[name];
  const nobody = await sendCase(clinics.server, route, call, null);
  expect
    .soft(nobody.status, told(name, 'nobody', nobody))
    .toBe(one.roles === 'public' ? (one.status ?? 200) : 401);
  const { token } = await makeCaller(ours, 'PHYSICIAN');
  const wrongKey = await sendCase(clinics.server, route, call, token, 'wrong-key');
  expect
    .soft(wrongKey.status, told(name, 'a wrong key', wrongKey))
    .toBe(one.keyless === true ? (one.status ?? 200) : 401);
  for (const heard of [nobody, wrongKey]) {
    if (heard.status === 401) expect.soft(heard.text).not.toContain(OURS);
  }
}

describe('every call of the catalogue, by everyone, on own and on foreign objects', () => {
  it.each(names.filter((name) => allCases[name] !== undefined))('%s', async (name) => {
    const one = allCases[name] as RouteCase;
    const route: Route = routes[name];
    expect(new Set(route.principals)).toEqual(new Set(one.principals));
    expect(route.access === 'public').toBe(one.roles === 'public');
    await tryWithout(name, one);
    if (one.roles === 'public') return;
    const before = await refusedAudits(name);
    const allowed = await together(CALLERS, async (callerName) =>
      tryOwn(name, one, await makeCaller(ours, callerName)),
    );
    await tryForeign(name, one);
    const refused = (await refusedAudits(name)) - before;
    expect(refused, 'refusals in the audit').toBeGreaterThanOrEqual(
      allowed.filter((may) => !may).length,
    );
  });
});
