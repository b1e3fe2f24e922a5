import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import { allCases } from '../matrix/all-cases.ts';
import { fingerprintOf } from '../matrix/fingerprint.ts';
import { fillClinic, makeCaller } from '../matrix/matrix-clinic.ts';
import type { CallerName, CaseCall, MatrixClinic, RouteCase } from '../matrix/route-case.ts';
import { sendCase } from '../matrix/send-case.ts';
import { startTwoClinics, type TwoClinics } from '../support/two-clinics.ts';

// Fields that are the server's to write, sent along by a caller: dropped or refused, never kept.

let clinics: TwoClinics;
let ours: MatrixClinic;
let theirs: MatrixClinic;
beforeAll(async () => {
  clinics = await startTwoClinics();
  ours = await fillClinic(clinics.server, clinics.db, clinics.ours, 'Our');
  theirs = await fillClinic(clinics.server, clinics.db, clinics.theirs, 'Their');
});
afterAll(() => clinics?.[Symbol.asyncDispose]());

const THEN = '2001-01-01T01:01:01.001Z';
const SOMEONE = newId();
const KEY = 'planted/by/the/caller';

/** What no caller may say of an object, as the contracts name it. */
const plantedOf = (organizationId: string) => ({
  organizationId,
  organization: { id: organizationId },
  version: 77_777,
  createdAt: THEN,
  createdBy: SOMEONE,
  updatedAt: THEN,
  updatedBy: SOMEONE,
  deletedAt: THEN,
  deletedBy: SOMEONE,
  noteCreatedBy: SOMEONE,
  noteCreatedAt: THEN,
  signedBy: SOMEONE,
  signedAt: THEN,
  lockedAt: THEN,
  reviewedBy: SOMEONE,
  reviewedAt: THEN,
  storagePath: KEY,
  checksum: KEY,
  byteLength: 77_777,
  storedAt: THEN,
  setBy: SOMEONE,
  passwordHash: KEY,
  tokenHash: KEY,
  features: ['ADMIN_ACCOUNT'],
  permissions: [KEY],
  labeledBy: SOMEONE,
  activatedAt: THEN,
  lastSignInAt: THEN,
  label: 77_777,
});

/** The planted values that an answer holds. */
const keptIn = (text: string): string[] =>
  [THEN, SOMEONE, KEY, '77777', theirs.organizationId].filter((word) => text.includes(word));

const names = (Object.keys(routes) as RouteName[]).filter((name) => {
  const route: Route = routes[name];
  return route.body !== undefined && route.bodyKind !== 'form' && allCases[name] !== undefined;
});

/** Fields that the route really takes are left as they are. */
function withPlanted(call: CaseCall): CaseCall {
  return { ...call, body: { ...plantedOf(theirs.organizationId), ...call.body } };
}

describe('fields that are not the caller’s', () => {
  it.each(names)('are not kept by %s', async (name) => {
    const one = allCases[name] as RouteCase;
    const who = one.roles === 'public' ? 'PHYSICIAN' : (one.roles.at(-1) ?? one.principals[0]);
    const caller = await makeCaller(ours, who as CallerName);
    const route: Route = routes[name];
    const call = withPlanted(await one.call(ours, caller));
    const before = await fingerprintOf(clinics.db, theirs.organizationId);
    const heard = await sendCase(clinics.server, route, call, caller.token);
    const expected = [one.answers?.[caller.name] ?? one.status ?? 200, 400, 422];
    expect(expected, `${heard.status} ${heard.text.slice(0, 300)}`).toContain(heard.status);
    if (heard.status === 200) expect(keptIn(heard.text), heard.text.slice(0, 500)).toEqual([]);
    expect(await fingerprintOf(clinics.db, theirs.organizationId)).toEqual(before);
  });

  it('are in no row of the database either', async () => {
    const { db } = clinics;
    const planted = await db
      .selectFrom('patient')
      .select('id')
      .where((eb) => eb.or([eb('createdBy', '=', SOMEONE), eb('version', '=', 77_777)]))
      .execute();
    expect(planted).toEqual([]);
  });

  it('would be seen', () => {
    expect(keptIn(JSON.stringify(plantedOf(theirs.organizationId)))).toHaveLength(5);
  });
});
