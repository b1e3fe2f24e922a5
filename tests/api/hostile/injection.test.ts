import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RouteName, routes } from '#contracts';
import { allCases } from '../matrix/all-cases.ts';
import { fingerprintOf } from '../matrix/fingerprint.ts';
import { fillClinic, makeCaller } from '../matrix/matrix-clinic.ts';
import type { CallerName, CaseCall, MatrixClinic, RouteCase } from '../matrix/route-case.ts';
import { sendCase } from '../matrix/send-case.ts';
import { startTwoClinics, type TwoClinics } from '../support/two-clinics.ts';

// Words of SQL in every text of every call: as a value, at the end of one, and as a whole statement.

/** Whatever became part of a statement would sleep, tell a hash, or break it with a syntax error. */
const WORDS: readonly string[] = [
  `x' or pg_sleep(3) is null or 'a'='b`,
  `1); select pg_sleep(3); --`,
  `x') union select password_hash from account --`,
  `x\\'; drop table finding_mark cascade; --`,
  `$1 :: "`,
];
const SLEPT_MS = 2_500;
const HASH = /\$argon2/;

let clinics: TwoClinics;
let ours: MatrixClinic;
let theirs: MatrixClinic;
let before: Readonly<Record<string, string>>;
beforeAll(async () => {
  clinics = await startTwoClinics();
  ours = await fillClinic(clinics.server, clinics.db, clinics.ours, 'Our');
  theirs = await fillClinic(clinics.server, clinics.db, clinics.theirs, 'Their');
  before = await fingerprintOf(clinics.db, theirs.organizationId);
});
afterAll(() => clinics?.[Symbol.asyncDispose]());

const names = (Object.keys(routes) as RouteName[]).filter((name) => allCases[name] !== undefined);

/** The same call with one of its texts exchanged, for each text and two of the words in turn. */
function* attacksOn(call: CaseCall): Generator<CaseCall> {
  let turn = 0;
  for (const part of ['params', 'query', 'body'] as const) {
    for (const path of textsIn(call[part])) {
      for (const _time of [1, 2]) {
        turn += 1;
        const words = WORDS[turn % WORDS.length] ?? '';
        const changed: CaseCall = structuredClone(call);
        put(changed[part], path, words);
        yield changed;
      }
    }
  }
  // Keys that no schema knows: nothing may make a column or an order of them.
  const [words = ''] = WORDS;
  yield { ...call, query: { ...call.query, [words]: words, sort: words, orderBy: words } };
}

/** Where texts stand that are no list of words: ids, codes, names, notes, cursors. */
function textsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string' || value === null) return [[...path]];
  if (typeof value !== 'object' || path.length > 3) return [];
  return Object.entries(value as object).flatMap(([key, one]) => textsIn(one, [...path, key]));
}

function put(value: unknown, path: readonly string[], text: string): void {
  let holder = value as Record<string, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  holder[path.at(-1) ?? ''] = text;
}

describe('words of SQL in every text of', () => {
  it.each(names)('%s are words', async (name) => {
    const one = allCases[name] as RouteCase;
    const role = one.roles === 'public' ? 'PHYSICIAN' : (one.roles.at(-1) ?? one.principals[0]);
    const caller = await makeCaller(ours, role as CallerName);
    const call = await one.call(ours, caller);
    for (const attack of attacksOn(call)) {
      const began = performance.now();
      const heard = await sendCase(clinics.server, routes[name], attack, caller.token);
      const what = `${JSON.stringify(attack).slice(0, 200)}: ${heard.text.slice(0, 200)}`;
      expect(performance.now() - began, what).toBeLessThan(SLEPT_MS);
      expect(heard.status, what).toBeLessThan(500);
      expect(heard.text).not.toMatch(HASH);
    }
  });

  it('have changed nothing of anyone else, and every table is there', async () => {
    expect(Object.keys(before)).toContain('finding_mark');
    expect(await fingerprintOf(clinics.db, theirs.organizationId)).toEqual(before);
  });

  it('have broken no statement: that would be a failure of the call', () => {
    expect(clinics.server.log()).not.toContain('A call failed');
  });
});
