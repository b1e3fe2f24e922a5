import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, Finding, Report } from '#contracts';
import { newId } from '#foundation';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { aReportedFinding } from '../support/records.ts';
import { addScanVolume } from '../support/scan-volume.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

type Body = Report & ErrorResponse & { code: string };

const PASSWORD = 'Correct-horse-1!';
/** A volume of 40 mm that cannot hold the mark of `aReportedFinding`, which lies 50 mm from the rotation axis. */
const SMALL = {
  sizes: '40 40 40',
  spacingMm: [1, 1, 1],
  originMm: [-20, 0.5, -20],
  coverageRadiusMm: 20,
};
let calls: TenantCalls;
let studyId = '';
let scanId = '';
beforeAll(async () => {
  calls = await startTenantCalls();
  const { db, ownOrg } = calls.tenants;
  const set = { passwordHash: await hashPassword(PASSWORD), lastName: 'Reader' };
  const { id } = ownOrg.accountOf('PHYSICIAN');
  await db.updateTable('account').set(set).where('id', '=', id).execute();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  const { db, ownOrg } = calls.tenants;
  const { organizationId, patientId } = ownOrg;
  studyId = newId();
  const values = { id: studyId, organizationId, patientId, createdBy: null, updatedBy: null };
  await db.insertInto('study').values(values).execute();
  scanId = await ownOrg.addScan();
  const set = { studyId, laterality: 'L' as const, label: 'L' };
  await db.updateTable('scan').set(set).where('id', '=', scanId).execute();
});

const draw = () =>
  calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body: aReportedFinding(scanId) });
const action = (id: string, name: string, body: object = {}) =>
  calls.as<Body>('PHYSICIAN', 'POST', `/reports/${id}/actions/${name}`, { body });
const sign = (id: string) => action(id, 'sign', { password: PASSWORD });
const addVolume = (header?: object) => addScanVolume(calls.tenants, scanId, header);

async function saveDraft(): Promise<string> {
  const left = { biradsScore: 3, breastDensity: 'HETERO', text: { text: 'A mass' } };
  const body = { id: newId(), studyId, content: { left, impression: { text: 'Benign' } } };
  await calls.must('PHYSICIAN', 'POST', '/reports', { body });
  return body.id;
}

const errorFor = ({ id, label }: Finding) => ({
  errorType: 'ReportIncomplete',
  code: 'REPORT_MARKS_MISPLACED',
  data: { findings: [{ id, scanId, label }] },
});

describe('a mark that was stored before the volume which cannot hold it', () => {
  it('keeps the report from becoming preliminary until the finding is deleted', async () => {
    const finding = await draw();
    await addVolume(SMALL);
    const report = await saveDraft();
    const rejected = await action(report, 'preliminary');
    expect([rejected.status, rejected.body]).toMatchObject([409, errorFor(finding)]);
    expect(rejected.body.message).toContain(`L ${finding.label}`);
    await calls.must('PHYSICIAN', 'DELETE', `/findings/${finding.id}`, ifVersion(1));
    expect((await action(report, 'preliminary')).status).toBe(200);
    expect((await sign(report)).status).toBe(200);
  });

  it('keeps the report from being signed if the volume comes after the preliminary version', async () => {
    const finding = await draw();
    const report = await saveDraft();
    expect((await action(report, 'preliminary')).status).toBe(200);
    await addVolume(SMALL);
    const rejected = await sign(report);
    expect([rejected.status, rejected.body]).toMatchObject([409, errorFor(finding)]);
    // A second reconstruction holds the mark.
    await addVolume();
    const next = await saveDraft();
    expect((await action(next, 'preliminary')).status).toBe(200);
    expect((await sign(next)).status).toBe(200);
  });

  it('keeps no report from being signed if the volume can hold the mark or does not exist', async () => {
    await draw();
    const first = await saveDraft();
    expect((await action(first, 'preliminary')).status).toBe(200);
    await addVolume();
    const second = await saveDraft();
    expect((await action(second, 'preliminary')).status).toBe(200);
    expect((await sign(second)).status).toBe(200);
  });

  it('keeps an addendum from being signed only if its finding has changed since the signature', async () => {
    const signed = await draw();
    const report = await saveDraft();
    await action(report, 'preliminary');
    expect((await sign(report)).status).toBe(200);
    const addendum = async () => {
      const body = { id: newId(), text: 'The mass is smaller' };
      await calls.must('PHYSICIAN', 'POST', `/reports/${report}/actions/addendum`, { body });
      return body.id;
    };
    const { db } = calls.tenants;
    const first = await addendum();
    await addVolume(SMALL);
    expect((await sign(first)).status).toBe(200);
    const second = await addendum();
    const path = `/findings/${signed.id}`;
    await db
      .updateTable('finding')
      .set({ updatedAt: new Date(Date.now() + 60_000).toISOString() })
      .where('id', '=', signed.id)
      .execute();
    expect((await sign(second)).body).toMatchObject(errorFor(signed));
    await calls.must('PHYSICIAN', 'DELETE', path, ifVersion(1));
    expect((await sign(second)).status).toBe(200);
  });

  it('is named with at most 20 others and the number of the rest', async () => {
    for (let count = 0; count < 23; count += 1) await draw();
    await addVolume(SMALL);
    const { body } = await action(await saveDraft(), 'preliminary');
    const data = body.data as { findings: readonly unknown[]; omittedFindings: number };
    expect(data.findings).toHaveLength(20);
    expect(data.omittedFindings).toBe(3);
  });
});
