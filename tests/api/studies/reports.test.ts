import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, Finding, Report, ReportFields } from '#contracts';
import { newId } from '#foundation';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { aFinding, aMark, aReportedFinding } from '../support/records.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = Report & ErrorResponse & { data: Report & { missing: string[] }; items: Report[] };

const PASSWORD = 'Correct-horse-1!';
let tenants: TwoTenants;
let physician = '';
let studyId = '';
let scanId = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  physician = tenants.ownOrg.tokenOf('PHYSICIAN');
  const set = { passwordHash: await hashPassword(PASSWORD), lastName: 'Reader', jobTitle: 'MD' };
  await tenants.db
    .updateTable('account')
    .set(set)
    .where('id', '=', tenants.ownOrg.accountOf('PHYSICIAN').id)
    .execute();
});
afterAll(() => tenants?.[Symbol.asyncDispose]());
/** Creates a fresh study with a completed scan of the left breast. */
beforeEach(async () => {
  const { organizationId, patientId } = tenants.ownOrg;
  studyId = newId();
  scanId = await tenants.ownOrg.addScan();
  const stored = { organizationId, createdBy: null, updatedBy: null };
  await tenants.db
    .insertInto('study')
    .values({ ...stored, id: studyId, patientId })
    .execute();
  await tenants.db.updateTable('scan').set({ studyId }).where('id', '=', scanId).execute();
});

const call = <T = Body>(
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) => tenants.server.call<T>(method, path, { token: physician, ...options });
const ifMatch = (version: number) => ({ 'if-match': `"v${version}"` });
const left = { biradsScore: 3, breastDensity: 'HETERO', text: { text: 'A mass' } } as const;
const aReport = (overrides: Partial<ReportFields['content']> = {}, id = newId()): ReportFields => ({
  id,
  studyId,
  content: { left, impression: { text: 'Probably benign' }, ...overrides },
});
const save = (body: ReportFields, headers = {}) => call('POST', '/reports', { body, headers });
const callAction = (id: string, name: string, body?: object) =>
  call('POST', `/reports/${id}/actions/${name}`, body === undefined ? {} : { body });
const sign = (id: string, password = PASSWORD) => callAction(id, 'sign', { password });
const addFinding = async (): Promise<Finding> =>
  (await call<Finding>('POST', '/findings', { body: aReportedFinding(scanId) })).body;

async function createSignedReport(): Promise<Report> {
  const { id } = (await save(aReport())).body;
  await callAction(id, 'preliminary');
  const response = await sign(id);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

describe('a draft report', () => {
  it('is a numbered version of the report of a study, which saving overwrites', async () => {
    const fields = aReport();
    const first = await save(fields);
    expect(first.body).toMatchObject({
      id: fields.id,
      number: 1,
      state: 'DRAFT',
      version: 1,
      study: { id: studyId },
      density: { L: 'HETERO', R: null, higher: 'HETERO' },
      contentHash: null,
      intact: null,
    });
    const again = await save(aReport({ impression: { text: 'Benign' } }, fields.id));
    expect(again.body).toMatchObject({
      number: 1,
      version: 2,
      content: { impression: { text: 'Benign' } },
    });
    const late = await save(aReport({ impression: { text: 'Old' } }, fields.id), ifMatch(1));
    expect([late.status, late.body.data.version]).toEqual([412, 2]);
    const second = await save(aReport());
    expect(second.body.number).toBe(2);
    const list = await call('GET', `/studies/${studyId}/reports`);
    expect(list.body.items.map(({ number }) => number)).toEqual([2, 1]);
    const latest = await call('GET', `/studies/${studyId}/reports/latest`);
    expect(latest.body).toEqual(second.body);
  });

  it('is rejected with an invalid field, and for a study that is unknown or of another tenant', async () => {
    for (const content of [
      { left: { biradsScore: 10 } },
      { left: { breastDensity: 'THICK' } },
      { recommendations: [{ code: 'a b' }] },
      { impression: 'x'.repeat(20_001) },
    ]) {
      expect((await save(aReport(content as object))).status).toBe(400);
    }
    expect((await save({ ...aReport(), studyId: newId() })).status).toBe(404);
    expect((await save({ ...aReport(), studyId: tenants.otherOrg.studyId })).status).toBe(404);
  });

  it('can be changed or discarded only by its author', async () => {
    const { id } = (await save(aReport())).body;
    const { organizationId } = tenants.ownOrg;
    await tenants.db
      .updateTable('report')
      .set({ createdBy: newId() })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute();
    expect((await save(aReport({}, id))).status).toBe(403);
    expect((await callAction(id, 'preliminary')).status).toBe(403);
    const path = `/reports/${id}`;
    expect((await call('DELETE', path, { headers: ifMatch(1) })).status).toBe(403);
    const operator = { token: tenants.ownOrg.tokenOf('OPERATOR'), body: aReport() };
    expect((await call('POST', '/reports', operator)).status).toBe(403);
    const otherCaller = { token: tenants.otherOrg.tokenOf('PHYSICIAN') };
    expect((await call('GET', path, otherCaller)).status).toBe(404);
  });

  it('is discarded without changing an earlier saved version', async () => {
    const saved = (await save(aReport())).body;
    await callAction(saved.id, 'preliminary');
    const draft = (await save(aReport())).body;
    const path = `/reports/${draft.id}`;
    expect((await call('DELETE', path)).status).toBe(428);
    expect((await call('DELETE', path, { headers: ifMatch(1) })).status).toBe(200);
    expect((await call('GET', path)).status).toBe(404);
    const latest = await call('GET', `/studies/${studyId}/reports/latest`);
    expect(latest.body.id).toBe(saved.id);
    const other = await call('DELETE', `/reports/${saved.id}`, { headers: ifMatch(2) });
    expect([other.status, other.body.errorType]).toEqual([409, 'ReportNotDraft']);
    // A discarded id and number are never reused.
    expect((await save(aReport({}, draft.id))).body.errorType).toBe('Conflict');
    expect((await save(aReport())).body.number).toBe(3);
  });

  it('saved eight times concurrently becomes eight versions', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => save(aReport())));
    const numbers = responses.map(({ body }) => body.number).sort((a, b) => a - b);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('signing', () => {
  it('requires a review, the right password, and a category for each scanned breast', async () => {
    const right = { biradsScore: null, breastDensity: null };
    const { id } = (await save(aReport({ left: null, right }))).body;
    const skipped = await sign(id);
    expect([skipped.status, skipped.body.errorType]).toEqual([409, 'ReportNotPreliminary']);
    expect((await callAction(id, 'preliminary')).body).toMatchObject({ state: 'PRELIMINARY' });
    expect((await callAction(id, 'preliminary')).body.errorType).toBe('ReportNotDraft');
    const wrongPassword = await sign(id, 'Wrong-horse-1!');
    expect([wrongPassword.status, wrongPassword.body.message]).toEqual([
      403,
      'The password is wrong. Nothing was signed.',
    ]);
    expect((await callAction(id, 'sign', {})).status).toBe(400);
    const incomplete = await sign(id);
    expect([incomplete.status, incomplete.body.errorType]).toEqual([409, 'ReportIncomplete']);
    expect(incomplete.body.data).toEqual({ missing: ['L'], unscanned: ['R'] });
    expect((await call('GET', `/reports/${id}`)).body.signedAt).toBeNull();
  });

  it('completes a draft only together with the signature', async () => {
    const side = { ...left, biradsScore: 2 };
    const { id } = (await save(aReport({ left: side }))).body;
    const signDraft = (password: string, completesDraft: boolean) =>
      callAction(id, 'sign', { password, completesDraft });
    expect((await signDraft('Wrong-horse-1!', true)).status).toBe(403);
    expect((await call('GET', `/reports/${id}`)).body.state).toBe('DRAFT');
    expect((await signDraft(PASSWORD, false)).body.errorType).toBe('ReportNotPreliminary');
    const signed = await signDraft(PASSWORD, true);
    expect(signed.body).toMatchObject({ state: 'SIGNED', preliminaryBy: signed.body.signedBy });
  });

  it('writes the density of the report to the scans of its breast', async () => {
    await createSignedReport();
    const { body } = await call('GET', `/scans/${scanId}`);
    expect(body).toMatchObject({ breastDensity: 'HETERO' });
  });

  it('is rejected while the text of a finding names the other breast, and given once it does not', async () => {
    const finding = await addFinding();
    const withText = (text: string) =>
      aReport({ findingTexts: [{ findingId: finding.id, text, sentences: [] }] });
    const wrong = (await save(withText('A cyst in the right breast.'))).body;
    await callAction(wrong.id, 'preliminary');
    const rejected = await sign(wrong.id);
    expect([rejected.status, rejected.body]).toMatchObject([
      409,
      {
        errorType: 'ReportIncomplete',
        code: 'REPORT_CHECKS',
        data: { checks: [{ check: 'side-in-finding-text', subject: { id: finding.id } }] },
      },
    ]);
    const corrected = (await save(withText('A cyst in the left breast.'))).body;
    await callAction(corrected.id, 'preliminary');
    expect((await sign(corrected.id)).status).toBe(200);
  });

  it('freezes content and findings under a hash that reveals any change', async () => {
    const finding = await addFinding();
    const report = await createSignedReport();
    expect(report).toMatchObject({
      state: 'SIGNED',
      intact: true,
      signer: { name: 'Reader', jobTitle: 'MD' },
      signedBy: tenants.ownOrg.accountOf('PHYSICIAN').id,
      density: { higher: 'HETERO' },
    });
    expect(report.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(report.findings.map(({ id, marks }) => [id, marks])).toEqual([
      [finding.id, finding.marks],
    ]);
    // A plain update by the database owner is rejected too.
    const change = tenants.db.updateTable('report').set({ number: 99 }).where('id', '=', report.id);
    await expect(change.execute()).rejects.toThrow('a signed report never changes');
    // A change that bypasses the trigger is detected.
    await tenants.db.transaction().execute(async (db) => {
      await sql`alter table report disable trigger report_signed_for_ever`.execute(db);
      await sql`update report set frozen = jsonb_set(frozen, '{content,impression,text}', '"Benign"')
        where id = ${report.id}`.execute(db);
      await sql`alter table report enable trigger report_signed_for_ever`.execute(db);
    });
    expect((await call('GET', `/reports/${report.id}`)).body.intact).toBe(false);
  });

  it('needs no category of an annotation and leaves it out', async () => {
    const finding = await addFinding();
    const mark = { ...aMark(), markType: 'ARROW' as const };
    const arrow = { ...aFinding(scanId, [mark]), massLengthUm: null };
    expect((await call('POST', '/findings', { body: arrow })).status).toBe(200);
    const report = await createSignedReport();
    expect(report.findings.map(({ id }) => id)).toEqual([finding.id]);
  });

  it('succeeds only once for many concurrent requests', async () => {
    const { id } = (await save(aReport())).body;
    await callAction(id, 'preliminary');
    const responses = await Promise.all(Array.from({ length: 5 }, () => sign(id)));
    const done = responses.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    for (const { status, body } of responses) {
      if (status !== 200) expect([status, body.errorType]).toEqual([409, 'ReportSigned']);
    }
    const another = await save(aReport());
    expect([another.status, another.body.errorType]).toEqual([409, 'ReportSigned']);
  });

  it('limits password guesses: every wrong password is audited, and further attempts are rejected', async () => {
    const { id } = (await save(aReport())).body;
    await callAction(id, 'preliminary');
    const statuses: number[] = [];
    // Ten attempts in fifteen minutes are allowed.
    for (let count = 0; count < 11; count++)
      statuses.push((await sign(id, 'Wrong-horse-1!')).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await sign(id)).status).toBe(429);
    const auditRows = await tenants.db
      .selectFrom('audit')
      .select('subject')
      .where('act', '=', 'signReport')
      .where('outcome', '=', 'refused')
      .execute();
    await tenants.db.deleteFrom('rateLimit').where('act', '=', 'signReport').execute();
    expect((await sign(id)).status).toBe(200);
    // Every checked attempt is audited exactly once.
    const forbidden = statuses.filter((status) => status === 403);
    expect(auditRows.filter(({ subject }) => subject.id === id)).toHaveLength(forbidden.length);
  });

  it('applies to the newest preliminary version, which stays the latest', async () => {
    const first = (await save(aReport())).body;
    await callAction(first.id, 'preliminary');
    const second = (await save(aReport({ impression: { text: 'Suspicious' } }))).body;
    await callAction(second.id, 'preliminary');
    // The first version lacks the correction of a colleague.
    const outdated = await sign(first.id);
    expect([outdated.status, outdated.body.errorType]).toEqual([409, 'Conflict']);
    expect(outdated.body.data).toEqual({ reportId: second.id });
    const draft = (await save(aReport())).body;
    expect((await sign(second.id)).status).toBe(200);
    expect(draft.number).toBe(3);
    const latest = await call('GET', `/studies/${studyId}/reports/latest`);
    expect(latest.body).toMatchObject({ id: second.id, state: 'SIGNED' });
  });

  it('stores neither the password nor its hash', async () => {
    const { id } = (await save(aReport())).body;
    await callAction(id, 'preliminary');
    const path = `/reports/${id}/actions/sign`;
    const headers = { 'idempotency-key': newId() };
    await call('POST', path, { headers, body: { password: PASSWORD } });
    const key = tenants.db
      .selectFrom('idempotency')
      .selectAll()
      .where('key', '=', headers['idempotency-key']);
    expect(await key.execute()).toEqual([]);
    const audit = JSON.stringify(await tenants.db.selectFrom('audit').selectAll().execute());
    expect(audit + tenants.server.log()).not.toContain(PASSWORD);
  });
});

describe('findings of a signed study', () => {
  const { id: _id, scanId: _scanId, ...update } = aReportedFinding(newId());
  const change = (finding: Finding) =>
    call<Finding & ErrorResponse>('PUT', `/findings/${finding.id}`, {
      headers: ifMatch(finding.version),
      body: { ...update, note: 'Changed' },
    });
  const remove = (finding: Finding) =>
    call('DELETE', `/findings/${finding.id}`, { headers: ifMatch(finding.version) });

  it('can’t be changed, deleted, regrouped, or extended by new findings', async () => {
    const finding = await addFinding();
    const other = await addFinding();
    await createSignedReport();
    const responses = [
      await change(finding),
      await remove(finding),
      await call('POST', '/findings', { body: aReportedFinding(scanId) }),
      await call('POST', '/findings/actions/group', {
        body: { targetId: finding.id, sourceIds: [other.id], resolved: {} },
      }),
      await call('POST', '/findings/actions/ungroup', { body: { id: finding.id } }),
    ];
    for (const { status, body } of responses) {
      expect([status, body.errorType], JSON.stringify(body)).toEqual([409, 'ReportSigned']);
    }
    const scan = await tenants.db
      .selectFrom('scan')
      .select('version')
      .where('id', '=', scanId)
      .executeTakeFirstOrThrow();
    const headers = ifMatch(scan.version);
    const deletion = await call('DELETE', `/scans/${scanId}`, {
      headers,
      body: { reason: 'Wrong scan' },
      token: tenants.ownOrg.tokenOf('OPERATOR'),
    });
    expect([deletion.status, deletion.body.errorType]).toEqual([409, 'ReportSigned']);
    expect(deletion.body.message).toContain('The scan can’t be deleted. Write an addendum');
  });

  it('can be changed through an addendum, which is then signed', async () => {
    const finding = await addFinding();
    const report = await createSignedReport();
    const id = newId();
    const addendum = await callAction(report.id, 'addendum', { id, text: 'The mass is smaller' });
    expect(addendum.body).toMatchObject({
      id,
      state: 'ADDENDUM',
      parentId: report.id,
      number: 2,
      signedAt: null,
      addendumText: 'The mass is smaller',
    });
    const again = await callAction(report.id, 'addendum', { id, text: 'The mass is much smaller' });
    expect(again.body.addendumText).toBe('The mass is much smaller');
    const rival = await callAction(report.id, 'addendum', { id: newId(), text: 'Another' });
    expect(rival.status).toBe(409);
    const changed = await change(finding);
    expect(changed.body.note).toBe('Changed');
    // The addendum can no longer be discarded, because the changes must be reported.
    const discarded = await call('DELETE', `/reports/${id}`, { headers: ifMatch(2) });
    expect([discarded.status, discarded.body.errorType]).toEqual([409, 'FindingsChanged']);
    const done = await sign(id);
    expect(done.body).toMatchObject({ state: 'ADDENDUM', intact: true });
    expect(done.body.findings[0]?.note).toBe('Changed');
    const original = await call('GET', `/reports/${report.id}`);
    expect(original.body).toMatchObject({ intact: true, findings: [{ note: finding.note }] });
    expect((await change(changed.body)).body.errorType).toBe('ReportSigned');
    expect((await sign(id)).body.errorType).toBe('ReportSigned');
  });

  it('stay locked if an addendum without changes is discarded', async () => {
    const finding = await addFinding();
    const report = await createSignedReport();
    const id = newId();
    await callAction(report.id, 'addendum', { id, text: 'Nothing' });
    expect((await call('DELETE', `/reports/${id}`, { headers: ifMatch(1) })).status).toBe(200);
    expect((await change(finding)).body.errorType).toBe('ReportSigned');
    expect((await callAction(report.id, 'addendum', { id: newId(), text: 'x' })).status).toBe(200);
  });

  it('are reported in an addendum even after another breast was scanned', async () => {
    const finding = await addFinding();
    const report = await createSignedReport();
    const id = newId();
    await callAction(report.id, 'addendum', { id, text: 'The mass is smaller' });
    await change(finding);
    const laterScanId = await tenants.ownOrg.addScan();
    const set = { studyId, laterality: 'R' } as const;
    await tenants.db.updateTable('scan').set(set).where('id', '=', laterScanId).execute();
    const done = await sign(id);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
  });

  it('take a further scan only while an addendum is open, and repeat the response of one created before', async () => {
    const token = tenants.ownOrg.tokenOf('OPERATOR');
    const createScan = (id: string) =>
      call<Body & { id: string; code: string }>('POST', '/scans', {
        token,
        body: { id, studyId, laterality: 'R' },
      });
    const earlierId = newId();
    expect((await createScan(earlierId)).status).toBe(200);
    const report = await createSignedReport();
    const rejected = await createScan(newId());
    expect([rejected.status, rejected.body.errorType, rejected.body.code]).toEqual([
      409,
      'ReportSigned',
      'REPORT_SIGNED_NEW_SCAN',
    ]);
    expect((await createScan(earlierId)).body.id).toBe(earlierId);
    await callAction(report.id, 'addendum', { id: newId(), text: 'The right breast follows' });
    expect((await createScan(newId())).status).toBe(200);
  });

  it('prevent the deletion of the signed scan, even while an addendum is open', async () => {
    await addFinding();
    const report = await createSignedReport();
    await callAction(report.id, 'addendum', { id: newId(), text: 'The mass is smaller' });
    const laterScanId = await tenants.ownOrg.addScan();
    await tenants.db.updateTable('scan').set({ studyId }).where('id', '=', laterScanId).execute();
    const deleteScan = (id: string, version: number) =>
      call('DELETE', `/scans/${id}`, {
        headers: ifMatch(version),
        body: { reason: 'Wrong scan' },
        token: tenants.ownOrg.tokenOf('OPERATOR'),
      });
    // The signature has written the density to the scan.
    const deletion = await deleteScan(scanId, 2);
    expect([deletion.status, deletion.body.errorType]).toEqual([409, 'ReportSigned']);
    expect((await deleteScan(laterScanId, 1)).status).toBe(200);
  });

  it('are not blocked by a deleted user, whose addendum other users can continue or discard', async () => {
    const report = await createSignedReport();
    const id = newId();
    await callAction(report.id, 'addendum', { id, text: 'Unfinished' });
    const { organizationId } = tenants.ownOrg;
    const deletedUserId = tenants.ownOrg.accountOf('BLIND_ANNOTATOR').id;
    const changeAuthor = tenants.db.updateTable('report').set({ createdBy: deletedUserId });
    await changeAuthor.where('organizationId', '=', organizationId).where('id', '=', id).execute();
    const addAddendum = () => callAction(report.id, 'addendum', { id, text: 'Finished' });
    const discard = (version: number) =>
      call('DELETE', `/reports/${id}`, { headers: ifMatch(version) });
    expect([(await addAddendum()).status, (await discard(1)).status]).toEqual([403, 403]);
    const setDeletedAt = (deletedAt: string | null) =>
      tenants.db
        .updateTable('account')
        .set({ deletedAt })
        .where('id', '=', deletedUserId)
        .execute();
    await setDeletedAt(new Date().toISOString());
    const finished = await addAddendum();
    const discarded = await discard(2);
    await setDeletedAt(null);
    expect(finished.body.addendumText).toBe('Finished');
    expect(discarded.status).toBe(200);
    expect((await callAction(report.id, 'addendum', { id: newId(), text: 'x' })).status).toBe(200);
  });

  it('exclude those of blind annotators, which are in no report and stay editable', async () => {
    const blind = tenants.ownOrg.tokenOf('BLIND_ANNOTATOR');
    await addFinding();
    const ownFinding = await call<Finding>('POST', '/findings', {
      token: blind,
      body: aFinding(scanId),
    });
    const report = await createSignedReport();
    expect(report.findings).toHaveLength(1);
    const secondFinding = await call('POST', '/findings', {
      token: blind,
      body: aFinding(scanId, [aMark()]),
    });
    expect(secondFinding.status).toBe(200);
    const headers = ifMatch(ownFinding.body.version);
    const path = `/findings/${ownFinding.body.id}`;
    expect((await call('DELETE', path, { token: blind, headers })).status).toBe(200);
    expect((await call('GET', `/reports/${report.id}`, { token: blind })).status).toBe(403);
  });
});
