import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, type RouteName, routes } from '#contracts';
import { newId } from '#foundation';
import { allCases } from '../api/matrix/all-cases.ts';
import { fillClinic, makeCaller } from '../api/matrix/matrix-clinic.ts';
import type { MatrixClinic, RouteCase } from '../api/matrix/route-case.ts';
import { type Heard, sendCase } from '../api/matrix/send-case.ts';
import { aPatient } from '../api/support/records.ts';
import { startTwoClinics, type TwoClinics } from '../api/support/two-clinics.ts';

// F8: the same call many times at once, and a call whose caller hung up and asks again.

const AT_ONCE = 20;

let clinics: TwoClinics;
let clinic: MatrixClinic;
beforeAll(async () => {
  clinics = await startTwoClinics();
  clinic = await fillClinic(clinics.server, clinics.db, clinics.ours, 'Canary');
});
afterAll(() => clinics?.[Symbol.asyncDispose]());

/** Rows of patients with a last name, and rows of the audit about them. */
async function effects(lastName: string): Promise<{ rows: number; audits: number }> {
  const { db } = clinics;
  const found = await db
    .selectFrom('patient')
    .select('id')
    .where('lastName', '=', lastName)
    .execute();
  const audits = await db
    .selectFrom('audit')
    .select('subject')
    .where('organizationId', '=', clinic.organizationId)
    .where('act', '=', 'createPatient')
    .where('outcome', '=', 'done')
    .execute();
  const ids = new Set(found.map(({ id }) => id));
  return {
    rows: found.length,
    audits: audits.filter(({ subject }) => ids.has(subject.id ?? '')).length,
  };
}

const create = (lastName: string, key: string | null, signal?: AbortSignal) =>
  fetch(`${clinics.server.url}/api/patients`, {
    method: 'POST',
    headers: {
      'x-api-key': clinics.server.apiKey,
      authorization: `Bearer ${clinic.clinic.tokenOf('OPERATOR')}`,
      'content-type': 'application/json',
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(aPatient({ lastName })),
    ...(signal === undefined ? {} : { signal }),
  });

describe('a patient sent twenty times at once with one key', () => {
  it('is one patient, one row in the audit, and twenty equal answers', async () => {
    const [name, key] = [`Twenty${newId()}`, newId()];
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const answer = await create(name, key);
        return `${answer.status} ${await answer.text()}`;
      }),
    );
    expect(new Set(answers).size, [...new Set(answers)].join('\n')).toBe(1);
    expect(answers[0]).toMatch(/^200 /);
    expect(await effects(name)).toEqual({ rows: 1, audits: 1 });
  });

  it('would be twenty without the key: the check sees it', async () => {
    const name = `Twice${newId()}`;
    await Promise.all(Array.from({ length: 2 }, () => create(name, null)));
    expect(await effects(name)).toEqual({ rows: 2, audits: 2 });
  });
});

describe('a caller who hangs up and asks again with the key', () => {
  it('gets the one patient, whenever the line broke', async () => {
    for (let hangUpAfterMs = 0; hangUpAfterMs <= 24; hangUpAfterMs += 2) {
      const [name, key] = [`Hung${newId()}`, newId()];
      const signal = AbortSignal.timeout(hangUpAfterMs);
      await create(name, key, signal).then(
        (answer) => answer.text().catch(() => undefined),
        () => undefined,
      );
      const again = await create(name, key);
      expect(again.status).toBe(200);
      expect(await again.json()).toMatchObject({ lastName: name });
      expect(await effects(name), `${hangUpAfterMs} ms`).toEqual({ rows: 1, audits: 1 });
    }
  });

  it('is refused another request under the key, and the first stands', async () => {
    const [name, key] = [`First${newId()}`, newId()];
    expect((await create(name, key)).status).toBe(200);
    const other = await create(`Other${newId()}`, key);
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ errorType: 'IdempotencyMismatch' });
    expect(await effects(name)).toEqual({ rows: 1, audits: 1 });
  });
});

/** POST routes in JSON that a physician may call, by the words of their matrix cases. */
const posts = (Object.keys(routes) as RouteName[]).filter((name) => {
  const route: Route = routes[name];
  const one = allCases[name];
  const takes = route.method === 'POST' && route.bodyKind !== 'form' && route.answer !== undefined;
  // What holds a password or a token is kept for no repetition.
  return takes && route.secret !== true && one !== undefined && one.roles !== 'public';
});

async function doneAudits(act: string): Promise<number> {
  const { count } = await clinics.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', clinic.organizationId)
    .where('act', '=', act)
    .where('outcome', '=', 'done')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ends the session that calls: whoever comes second is a stranger already. */
const ENDS_ITS_SESSION: readonly string[] = ['logOff', 'changePasswordByUser'];

describe('every POST of the catalogue, five times at once with one key', () => {
  it.each(posts.filter((name) => !ENDS_ITS_SESSION.includes(name)))('%s', async (name) => {
    const one = allCases[name] as RouteCase;
    const caller = await makeCaller(clinic, (one.roles as readonly 'ADMIN'[])[0] ?? 'ADMIN');
    const call = await one.call(clinic, caller);
    const keyed = { ...call, headers: { ...call.headers, 'idempotency-key': newId() } };
    const before = await doneAudits(name);
    const heard: Heard[] = await Promise.all(
      Array.from({ length: 5 }, () => sendCase(clinics.server, routes[name], keyed, caller.token)),
    );
    const answers = new Set(heard.map(({ status, text }) => `${status} ${text}`));
    expect(answers.size, [...answers].join('\n')).toBe(1);
    expect(heard[0]?.status).toBe(one.status ?? 200);
    expect((await doneAudits(name)) - before).toBeLessThanOrEqual(1);
  });
});
