import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListedStudy, Patient, ErrorResponse, Role, Study, StudyClaim } from '#contracts';
import { newId, systemClock } from '#foundation';
import { openSession } from '../../../platform/server/accounts/sessions.ts';
import { makeCaller } from '../matrix/matrix-clinic.ts';
import type { Caller, MatrixClinic } from '../matrix/route-case.ts';
import { type ClinicCalls, startClinicCalls } from '../support/clinic-calls.ts';
import { aPatient } from '../support/records.ts';

type Heard = StudyClaim & ErrorResponse & { data: StudyClaim };

let calls: ClinicCalls;
let clinic: MatrixClinic;
let study: Study;
let [ada, bo]: Caller[] = [];
beforeAll(async () => {
  calls = await startClinicCalls();
  const { db, ours } = calls.clinics;
  // What makes callers needs no more of a clinic.
  clinic = { db, organizationId: ours.organizationId, clinic: ours } as MatrixClinic;
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  [ada, bo] = [await person('Ada', 'First'), await person('Bo', 'Second')];
  const { id } = await calls.must<Patient>('OPERATOR', 'POST', '/patients', { body: aPatient() });
  const body = { patientId: id, accessionNumber: null };
  study = await calls.must<Study>('OPERATOR', 'POST', '/studies', { body });
});

async function person(firstName: string | null, lastName: string | null): Promise<Caller> {
  const caller = await makeCaller(clinic, 'PHYSICIAN');
  const { db } = calls.clinics;
  const id = caller.accountId as string;
  await db.updateTable('account').set({ firstName, lastName }).where('id', '=', id).execute();
  return caller;
}

const ask = (who: Caller | undefined, act: 'hold' | 'release', body?: object, id = study.id) =>
  calls.clinics.server.call<Heard>('POST', `/studies/${id}/actions/${act}`, {
    token: who?.token ?? '',
    ...(act === 'hold' ? { body: body ?? {} } : body === undefined ? {} : { body }),
  });

/** The same person in another browser. */
async function inAnotherBrowser(who: Caller | undefined): Promise<Caller> {
  const { db, ours } = calls.clinics;
  const account = { id: who?.accountId as string, organizationId: ours.organizationId };
  return { ...who, token: await openSession(db, systemClock, account) } as Caller;
}

const signOut = (who: Caller | undefined) =>
  calls.clinics.server.call('POST', '/accounts/actions/logOff', { token: who?.token ?? '' });

/** The study's line in the worklist, as somebody of the clinic sees it. */
async function line(role: Role = 'VIEWER'): Promise<ListedStudy | undefined> {
  const { items } = await calls.must<{ items: ListedStudy[] }>(role, 'GET', '/studies?limit=200');
  return items.find(({ id }) => id === study.id);
}

/** As if the newest renewal had been so long ago. */
async function letPass(minutes: number): Promise<void> {
  for (const table of ['studyHold', 'studyHoldTab'] as const) {
    await calls.clinics.db
      .updateTable(table)
      .set({ until: sql<string>`until - make_interval(mins => ${minutes})` })
      .where('studyId', '=', study.id)
      .execute();
  }
}

describe('holding a study', () => {
  it('is refused for what there is not, for others’ studies and for what was deleted', async () => {
    const { db, theirs } = calls.clinics;
    const foreign = await db
      .selectFrom('study')
      .select('id')
      .where('organizationId', '=', theirs.organizationId)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('study')
      .set({ deletedAt: new Date().toISOString() })
      .where('id', '=', study.id)
      .execute();
    for (const id of [newId(), foreign.id, study.id]) {
      expect((await ask(ada, 'hold', {}, id)).status).toBe(404);
      expect((await ask(ada, 'release', {}, id)).status).toBe(404);
    }
    expect(await db.selectFrom('studyHold').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['takeOver', { takeOver: 'yes' }],
    ['accountId', { accountId: newId() }],
    ['since', { since: '2020-01-01T00:00:00.000Z' }],
  ])('does not take %s as it is told', async (field, body) => {
    const refused = await ask(ada, 'hold', body);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(field);
    expect((await line())?.heldBy).toBeNull();
  });

  it.each(['OPERATOR', 'VIEWER', 'ADMIN'] as const)('is not for %s', async (role) => {
    const path = `/studies/${study.id}/actions/hold`;
    expect((await calls.as(role, 'POST', path, { body: {} })).status).toBe(403);
  });

  it('shows everyone who reads it and since when, and counts as in progress', async () => {
    expect(await line()).toMatchObject({ readingState: 'NEW', heldBy: null });
    const { body: hold } = await ask(ada, 'hold');
    expect(hold).toMatchObject({
      studyId: study.id,
      heldBy: { accountId: ada?.accountId, name: 'Ada First' },
    });
    const minutes = (Date.parse(hold.until) - Date.parse(hold.heldBy.since)) / 60_000;
    expect(minutes).toBeCloseTo(3, 1);
    for (const role of ['VIEWER', 'OPERATOR', 'PHYSICIAN'] as const) {
      const seen = await line(role);
      expect(seen).toMatchObject({ readingState: 'IN_PROGRESS', heldBy: hold.heldBy });
    }
    const { patientId } = study;
    expect(await calls.must<Patient>('VIEWER', 'GET', `/patients/${patientId}`)).toMatchObject({
      readingState: 'IN_PROGRESS',
      heldBy: hold.heldBy,
      lastStudyId: study.id,
    });
    await ask(ada, 'release');
    expect(await line()).toMatchObject({ readingState: 'NEW', heldBy: null });
  });

  it('is known by the address where the holder has given no name', async () => {
    const nameless = await person(null, null);
    expect((await ask(nameless, 'hold')).body.heldBy.name).toBe(nameless.email);
  });

  it('is renewed without beginning anew, and ends three minutes after the last time', async () => {
    const first = (await ask(ada, 'hold')).body;
    await letPass(2);
    const again = (await ask(ada, 'hold')).body;
    expect(again.heldBy.since).toBe(first.heldBy.since);
    expect(Date.parse(again.until)).toBeGreaterThanOrEqual(Date.parse(first.until));
    await letPass(4);
    expect(await line()).toMatchObject({ readingState: 'NEW', heldBy: null });
    const other = await ask(bo, 'hold');
    expect(other.body.heldBy).toMatchObject({ name: 'Bo Second' });
    expect(Date.parse(other.body.heldBy.since)).toBeGreaterThan(Date.parse(first.heldBy.since));
    // The page of the first reader asks again after a long sleep.
    expect((await ask(ada, 'hold')).body).toMatchObject({ errorType: 'StudyHeld' });
  });

  it('of what another reads is refused with who and since when, and released by nobody else', async () => {
    const mine = (await ask(ada, 'hold')).body;
    const refused = await ask(bo, 'hold');
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      errorType: 'StudyHeld',
      message: 'Ada First is reading this study',
      data: { studyId: study.id, heldBy: mine.heldBy, until: mine.until },
    });
    expect((await ask(bo, 'release')).status).toBe(200);
    expect((await line())?.heldBy).toEqual(mine.heldBy);
  });

  it('may be taken over, which the audit tells with from whom', async () => {
    await ask(ada, 'hold');
    const taken = await ask(bo, 'hold', { takeOver: true });
    expect(taken.body.heldBy).toMatchObject({ accountId: bo?.accountId, name: 'Bo Second' });
    expect((await ask(ada, 'hold')).body).toMatchObject({ errorType: 'StudyHeld' });
    const rows = await calls.clinics.db
      .selectFrom('audit')
      .select(['actorId', 'subject'])
      .where('act', '=', 'holdStudy')
      .where('actorId', '=', bo?.accountId ?? '')
      .execute();
    expect(rows).toEqual([
      {
        actorId: bo?.accountId,
        subject: { id: study.id, patientId: study.patientId, takenFrom: ada?.accountId },
      },
    ]);
  });

  it('from twenty desks in the same moment is one reader’s; the others are told whose', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => person('Desk', `${n}`)));
    const answers = await Promise.all(people.map((one) => ask(one, 'hold')));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers.filter((one) => !won.includes(one))) {
      expect(status).toBe(409);
      expect(body.data.heldBy).toEqual(won[0]?.body.heldBy);
    }
  });

  it('goes on in another browser of the same person, whichever they leave first', async () => {
    const first = (await ask(ada, 'hold')).body;
    const elsewhere = await inAnotherBrowser(ada);
    expect((await ask(elsewhere, 'hold')).body.heldBy).toEqual(first.heldBy);
    await ask(elsewhere, 'release');
    expect((await line())?.heldBy, 'closed there').toEqual(first.heldBy);
    await ask(elsewhere, 'hold');
    // The session that is left behind takes nothing along.
    await signOut(ada);
    expect((await line())?.heldBy, 'signed out here').toEqual(first.heldBy);
    expect((await ask(bo, 'hold')).status).toBe(409);
    await ask(elsewhere, 'release');
    expect((await line())?.heldBy, 'closed everywhere').toBeNull();
  });

  it('goes on in the other tabs of a browser, and ends with the last of them', async () => {
    const [one, two] = [{ tab: newId() }, { tab: newId() }];
    const { heldBy } = (await ask(ada, 'hold', one)).body;
    await ask(ada, 'hold', two);
    await ask(ada, 'release', { tab: newId() });
    await ask(ada, 'release', {});
    await ask(ada, 'release', one);
    await ask(ada, 'release', one);
    expect((await line())?.heldBy).toEqual(heldBy);
    await ask(ada, 'release', two);
    expect((await line())?.heldBy).toBeNull();
  });

  it('ends with its last tab also when both are closed in the same moment', async () => {
    const elsewhere = await inAnotherBrowser(ada);
    for (let times = 0; times < 10; times += 1) {
      await Promise.all([ask(ada, 'hold'), ask(elsewhere, 'hold')]);
      const left = await Promise.all([ask(ada, 'release'), ask(elsewhere, 'release')]);
      expect(left.map(({ status }) => status)).toEqual([200, 200]);
      expect((await line())?.heldBy).toBeNull();
    }
  });

  it('lasts as long as the tab that was renewed last, when another was lost without a word', async () => {
    await ask(ada, 'hold', { tab: newId() });
    const { db } = calls.clinics;
    await db
      .updateTable('studyHoldTab')
      .set({ until: sql<string>`until - make_interval(mins => 4)` })
      .where('studyId', '=', study.id)
      .execute();
    const open = { tab: newId() };
    await ask(ada, 'hold', open);
    await ask(ada, 'release', open);
    expect((await line())?.heldBy).toBeNull();
  });

  it('that was taken over is not ended by the tab that had it before', async () => {
    await ask(ada, 'hold');
    const { heldBy } = (await ask(bo, 'hold', { takeOver: true })).body;
    await ask(ada, 'release');
    expect((await line())?.heldBy).toEqual(heldBy);
    await ask(bo, 'release');
    expect((await line())?.heldBy).toBeNull();
  });

  it('refuses a tab that has no name of ours', async () => {
    for (const act of ['hold', 'release'] as const) {
      const refused = await ask(ada, act, { tab: 'first' });
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ errors: [{ field: 'tab' }] });
    }
  });

  it('ends when the reader signs out', async () => {
    await ask(ada, 'hold');
    await signOut(ada);
    expect((await line())?.heldBy).toBeNull();
  });

  it('by a page whose person signs out in the same moment is refused as any call after that', async () => {
    const { db } = calls.clinics;
    let asked: ReturnType<typeof ask> | undefined;
    await db.transaction().execute(async (signOut) => {
      await sql`delete from session_token where account_id = ${ada?.accountId}`.execute(signOut);
      asked = ask(ada, 'hold');
      const waiting = async () =>
        (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)).rows;
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
    });
    expect(await asked).toMatchObject({ status: 401 });
    expect((await line())?.heldBy).toBeNull();
  });

  it('renewed in the moment of signing out makes neither wait for the other', async () => {
    await ask(ada, 'hold');
    const { db } = calls.clinics;
    let left: ReturnType<typeof signOut> | undefined;
    await db.transaction().execute(async (renewal) => {
      await sql`select from study_hold where study_id = ${study.id} for update`.execute(renewal);
      left = signOut(ada);
      const waiting = async () =>
        (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)).rows;
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
      await sql`insert into study_hold_tab
        select organization_id, study_id, session_id, ${newId()}::uuid, account_id, until
        from study_hold_tab where study_id = ${study.id}`.execute(renewal);
    });
    expect(await left).toMatchObject({ status: 200 });
    expect((await line())?.heldBy).toBeNull();
  });

  it('ends when the account is locked', async () => {
    await ask(ada, 'hold');
    const body = { id: ada?.accountId };
    await calls.must('ADMIN', 'POST', '/accounts/actions/lockAccountByAdmin', { body });
    expect((await line())?.heldBy).toBeNull();
  });
});
