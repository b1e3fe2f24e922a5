import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, ListedStudy, Patient, Role, Study, StudyClaim } from '#contracts';
import { newId, systemClock } from '#foundation';
import { openSession } from '../../../platform/server/accounts/sessions.ts';
import { createCaller } from '../matrix/matrix-tenant.ts';
import type { Caller, MatrixTenant } from '../matrix/route-case.ts';
import { aPatient } from '../support/records.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

type ClaimResponse = StudyClaim & ErrorResponse & { data: StudyClaim };

let calls: TenantCalls;
let tenant: MatrixTenant;
let study: Study;
let ada: Caller | undefined;
let bo: Caller | undefined;
beforeAll(async () => {
  calls = await startTenantCalls();
  const { db, ownOrg } = calls.tenants;
  // The factories of callers use only these fields of a tenant.
  tenant = { db, organizationId: ownOrg.organizationId, base: ownOrg } as MatrixTenant;
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  ada = await addPhysician('Ada', 'First');
  bo = await addPhysician('Bo', 'Second');
  const { id } = await calls.must<Patient>('OPERATOR', 'POST', '/patients', { body: aPatient() });
  const body = { patientId: id, accessionNumber: null };
  study = await calls.must<Study>('OPERATOR', 'POST', '/studies', { body });
});

async function addPhysician(firstName: string | null, lastName: string | null): Promise<Caller> {
  const caller = await createCaller(tenant, 'PHYSICIAN');
  const { db } = calls.tenants;
  const id = caller.accountId as string;
  await db.updateTable('account').set({ firstName, lastName }).where('id', '=', id).execute();
  return caller;
}

const callAction = (
  caller: Caller | undefined,
  action: 'claim' | 'release',
  body?: object,
  id = study.id,
) =>
  calls.tenants.server.call<ClaimResponse>('POST', `/studies/${id}/actions/${action}`, {
    token: caller?.token ?? '',
    body: action === 'claim' ? (body ?? {}) : body,
  });

/** Opens another browser session of the same user. */
async function openAnotherSession(caller: Caller | undefined): Promise<Caller> {
  const { db, ownOrg } = calls.tenants;
  const account = { id: caller?.accountId as string, organizationId: ownOrg.organizationId };
  return { ...caller, token: await openSession(db, systemClock, account) } as Caller;
}

const signOut = (caller: Caller | undefined) =>
  calls.tenants.server.call('POST', '/accounts/actions/logOff', { token: caller?.token ?? '' });

/** Returns the study's row in the worklist, as seen by a role. */
async function readRow(role: Role = 'VIEWER'): Promise<ListedStudy | undefined> {
  const { items } = await calls.must<{ items: ListedStudy[] }>(role, 'GET', '/studies?limit=200');
  return items.find(({ id }) => id === study.id);
}

/** Moves the end of the claim `minutes` back, as if the last renewal was earlier. */
async function ageClaim(minutes: number): Promise<void> {
  for (const table of ['studyClaim', 'studyClaimTab'] as const) {
    await calls.tenants.db
      .updateTable(table)
      .set({ until: sql<string>`until - make_interval(mins => ${minutes})` })
      .where('studyId', '=', study.id)
      .execute();
  }
}

describe('a study claim', () => {
  it('is rejected for unknown, foreign and deleted studies', async () => {
    const { db, otherOrg } = calls.tenants;
    const foreign = await db
      .selectFrom('study')
      .select('id')
      .where('organizationId', '=', otherOrg.organizationId)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('study')
      .set({ deletedAt: new Date().toISOString() })
      .where('id', '=', study.id)
      .execute();
    for (const id of [newId(), foreign.id, study.id]) {
      expect((await callAction(ada, 'claim', {}, id)).status).toBe(404);
      expect((await callAction(ada, 'release', {}, id)).status).toBe(404);
    }
    expect(await db.selectFrom('studyClaim').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['takeOver', { takeOver: 'yes' }],
    ['accountId', { accountId: newId() }],
    ['since', { since: '2020-01-01T00:00:00.000Z' }],
  ])('rejects an invalid %s field', async (field, body) => {
    const rejected = await callAction(ada, 'claim', body);
    expect(rejected.status).toBe(400);
    expect(JSON.stringify(rejected.body)).toContain(field);
    expect((await readRow())?.claimedBy).toBeNull();
  });

  it.each(['OPERATOR', 'VIEWER', 'ADMIN'] as const)('is denied to %s', async (role) => {
    const path = `/studies/${study.id}/actions/claim`;
    expect((await calls.as(role, 'POST', path, { body: {} })).status).toBe(403);
  });

  it('shows all users the reader and the start time, and sets the study to in progress', async () => {
    expect(await readRow()).toMatchObject({ readingState: 'NEW', claimedBy: null });
    const { body: claim } = await callAction(ada, 'claim');
    expect(claim).toMatchObject({
      studyId: study.id,
      claimedBy: { accountId: ada?.accountId, name: 'Ada First' },
    });
    const minutes = (Date.parse(claim.until) - Date.parse(claim.claimedBy.since)) / 60_000;
    expect(minutes).toBeCloseTo(3, 1);
    for (const role of ['VIEWER', 'OPERATOR', 'PHYSICIAN'] as const) {
      const listed = await readRow(role);
      expect(listed).toMatchObject({ readingState: 'IN_PROGRESS', claimedBy: claim.claimedBy });
    }
    const { patientId } = study;
    expect(await calls.must<Patient>('VIEWER', 'GET', `/patients/${patientId}`)).toMatchObject({
      readingState: 'IN_PROGRESS',
      claimedBy: claim.claimedBy,
      lastStudyId: study.id,
    });
    await callAction(ada, 'release');
    expect(await readRow()).toMatchObject({ readingState: 'NEW', claimedBy: null });
  });

  it('shows the mail address if the reader has no name', async () => {
    const nameless = await addPhysician(null, null);
    expect((await callAction(nameless, 'claim')).body.claimedBy.name).toBe(nameless.email);
  });

  it('keeps the start time on renewal, and ends three minutes after the last renewal', async () => {
    const first = (await callAction(ada, 'claim')).body;
    await ageClaim(2);
    const again = (await callAction(ada, 'claim')).body;
    expect(again.claimedBy.since).toBe(first.claimedBy.since);
    expect(Date.parse(again.until)).toBeGreaterThanOrEqual(Date.parse(first.until));
    await ageClaim(4);
    expect(await readRow()).toMatchObject({ readingState: 'NEW', claimedBy: null });
    const other = await callAction(bo, 'claim');
    expect(other.body.claimedBy).toMatchObject({ name: 'Bo Second' });
    expect(Date.parse(other.body.claimedBy.since)).toBeGreaterThan(
      Date.parse(first.claimedBy.since),
    );
    // The page of the first reader renews after a long sleep.
    expect((await callAction(ada, 'claim')).body).toMatchObject({ errorType: 'StudyClaimed' });
  });

  it('on a study that another user reads is rejected with that reader and the start time, and releases nothing', async () => {
    const ownClaim = (await callAction(ada, 'claim')).body;
    const rejected = await callAction(bo, 'claim');
    expect(rejected.status).toBe(409);
    expect(rejected.body).toMatchObject({
      errorType: 'StudyClaimed',
      message: 'Ada First is reading this study.',
      data: { studyId: study.id, claimedBy: ownClaim.claimedBy, until: ownClaim.until },
    });
    expect((await callAction(bo, 'release')).status).toBe(200);
    expect((await readRow())?.claimedBy).toEqual(ownClaim.claimedBy);
  });

  it('can be taken over, and the audit records from whom', async () => {
    await callAction(ada, 'claim');
    const takeover = await callAction(bo, 'claim', { takeOver: true });
    expect(takeover.body.claimedBy).toMatchObject({ accountId: bo?.accountId, name: 'Bo Second' });
    expect((await callAction(ada, 'claim')).body).toMatchObject({ errorType: 'StudyClaimed' });
    const rows = await calls.tenants.db
      .selectFrom('audit')
      .select(['actorId', 'subject'])
      .where('act', '=', 'claimStudy')
      .where('actorId', '=', bo?.accountId ?? '')
      .execute();
    expect(rows).toEqual([
      {
        actorId: bo?.accountId,
        subject: { id: study.id, patientId: study.patientId, takenFrom: ada?.accountId },
      },
    ]);
  });

  it('from twenty concurrent clients goes to one reader, whose name the others get', async () => {
    const readers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => addPhysician('Reader', `${index}`)),
    );
    const responses = await Promise.all(readers.map((reader) => callAction(reader, 'claim')));
    const succeeded = responses.filter(({ status }) => status === 200);
    expect(succeeded).toHaveLength(1);
    for (const { status, body } of responses.filter((response) => !succeeded.includes(response))) {
      expect(status).toBe(409);
      expect(body.data.claimedBy).toEqual(succeeded[0]?.body.claimedBy);
    }
  });

  it('lasts in another browser of the same user, whichever browser leaves first', async () => {
    const first = (await callAction(ada, 'claim')).body;
    const elsewhere = await openAnotherSession(ada);
    expect((await callAction(elsewhere, 'claim')).body.claimedBy).toEqual(first.claimedBy);
    await callAction(elsewhere, 'release');
    expect((await readRow())?.claimedBy, 'closed there').toEqual(first.claimedBy);
    await callAction(elsewhere, 'claim');
    // Signing out of the other session does not end the claim.
    await signOut(ada);
    expect((await readRow())?.claimedBy, 'signed out here').toEqual(first.claimedBy);
    expect((await callAction(bo, 'claim')).status).toBe(409);
    await callAction(elsewhere, 'release');
    expect((await readRow())?.claimedBy, 'closed everywhere').toBeNull();
  });

  it('lasts until the last tab of a browser closes', async () => {
    const firstTab = { tab: newId() };
    const secondTab = { tab: newId() };
    const { claimedBy } = (await callAction(ada, 'claim', firstTab)).body;
    await callAction(ada, 'claim', secondTab);
    // Releases of an unknown tab, of no tab, and twice of the first tab.
    await callAction(ada, 'release', { tab: newId() });
    await callAction(ada, 'release', {});
    await callAction(ada, 'release', firstTab);
    await callAction(ada, 'release', firstTab);
    expect((await readRow())?.claimedBy).toEqual(claimedBy);
    await callAction(ada, 'release', secondTab);
    expect((await readRow())?.claimedBy).toBeNull();
  });

  it('ends with its last tab even if both tabs close concurrently', async () => {
    const elsewhere = await openAnotherSession(ada);
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([callAction(ada, 'claim'), callAction(elsewhere, 'claim')]);
      const releases = await Promise.all([
        callAction(ada, 'release'),
        callAction(elsewhere, 'release'),
      ]);
      expect(releases.map(({ status }) => status)).toEqual([200, 200]);
      expect((await readRow())?.claimedBy).toBeNull();
    }
  });

  it('ends when the last tab closes, even if another tab crashed earlier', async () => {
    await callAction(ada, 'claim', { tab: newId() });
    const { db } = calls.tenants;
    await db
      .updateTable('studyClaimTab')
      .set({ until: sql<string>`until - make_interval(mins => 4)` })
      .where('studyId', '=', study.id)
      .execute();
    const openTab = { tab: newId() };
    await callAction(ada, 'claim', openTab);
    await callAction(ada, 'release', openTab);
    expect((await readRow())?.claimedBy).toBeNull();
  });

  it('that was taken over does not end when the previous reader leaves', async () => {
    await callAction(ada, 'claim');
    const { claimedBy } = (await callAction(bo, 'claim', { takeOver: true })).body;
    await callAction(ada, 'release');
    expect((await readRow())?.claimedBy).toEqual(claimedBy);
    await callAction(bo, 'release');
    expect((await readRow())?.claimedBy).toBeNull();
  });

  it('rejects a tab with an invalid id', async () => {
    for (const action of ['claim', 'release'] as const) {
      const rejected = await callAction(ada, action, { tab: 'first' });
      expect(rejected.status).toBe(400);
      expect(rejected.body).toMatchObject({ errors: [{ field: 'tab' }] });
    }
  });

  it('ends when the reader signs out', async () => {
    await callAction(ada, 'claim');
    await signOut(ada);
    expect((await readRow())?.claimedBy).toBeNull();
  });

  it('sent during the sign-out of the reader is rejected', async () => {
    const { db } = calls.tenants;
    let pendingClaim: ReturnType<typeof callAction> | undefined;
    await db.transaction().execute(async (signOut) => {
      await sql`delete from session_token where account_id = ${ada?.accountId}`.execute(signOut);
      pendingClaim = callAction(ada, 'claim');
      const waitingQueries = async () =>
        (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)).rows;
      await expect.poll(waitingQueries, { timeout: 10_000 }).toHaveLength(1);
    });
    expect(await pendingClaim).toMatchObject({ status: 401 });
    expect((await readRow())?.claimedBy).toBeNull();
  });

  it('renewed during sign-out causes no deadlock', async () => {
    await callAction(ada, 'claim');
    const { db } = calls.tenants;
    let pendingSignOut: ReturnType<typeof signOut> | undefined;
    await db.transaction().execute(async (renewal) => {
      await sql`select from study_claim where study_id = ${study.id} for update`.execute(renewal);
      pendingSignOut = signOut(ada);
      const waitingQueries = async () =>
        (await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)).rows;
      await expect.poll(waitingQueries, { timeout: 10_000 }).toHaveLength(1);
      await sql`insert into study_claim_tab
        select organization_id, study_id, session_id, ${newId()}::uuid, account_id, until
        from study_claim_tab where study_id = ${study.id}`.execute(renewal);
    });
    expect(await pendingSignOut).toMatchObject({ status: 200 });
    expect((await readRow())?.claimedBy).toBeNull();
  });

  it('ends when the account is locked', async () => {
    await callAction(ada, 'claim');
    const body = { id: ada?.accountId };
    await calls.must('ADMIN', 'POST', '/accounts/actions/lockAccountByAdmin', { body });
    expect((await readRow())?.claimedBy).toBeNull();
  });
});
