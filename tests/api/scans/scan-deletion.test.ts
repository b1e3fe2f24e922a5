import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  AuditEntry,
  DeletedScan,
  ErrorResponse,
  Finding,
  ListedStudy,
  Scan,
  Study,
} from '#contracts';
import { newId } from '#foundation';
import { insertJob } from '../../../platform/server/jobs/job-rows.ts';
import {
  addCompletedScan,
  addStudy,
  signReport,
  startSigningTenants,
} from '../support/completed-scans.ts';
import { aFinding } from '../support/records.ts';
import { addScanVolume } from '../support/scan-volume.ts';
import { ifVersion, type TenantCalls } from '../support/tenant-calls.ts';

type Items<T> = { items: T[]; total: number };

const REASON = 'Imported for the wrong patient';
let calls: TenantCalls;
let study: Study;
let scan: Scan;
let finding: Finding;
beforeAll(async () => {
  calls = await startSigningTenants();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
/** Creates a study with a completed scan of the right breast, with a volume and a finding. */
beforeEach(async () => {
  study = await addStudy(calls);
  scan = await addCompletedScan(calls, study);
  await addScanVolume(calls.tenants, scan.id);
  finding = await calls.must<Finding>('PHYSICIAN', 'POST', '/findings', {
    body: aFinding(scan.id),
  });
});

const read = <T>(path: string) => calls.must<T>('PHYSICIAN', 'GET', path);
const itemsOf = async <T>(path: string) => (await read<Items<T>>(path)).items;
const statusOf = async (path: string) => (await calls.as('PHYSICIAN', 'GET', path)).status;
const audits = async (act: string, id = scan.id) =>
  (await calls.must<Items<AuditEntry>>('ADMIN', 'GET', `/audit?subjectId=${id}&act=${act}`)).items;

const deleteScan = (version = scan.version, body: object = { reason: REASON }) =>
  calls.as<Scan & ErrorResponse>('OPERATOR', 'DELETE', `/scans/${scan.id}`, {
    body,
    ...ifVersion(version),
  });
const restoreScan = () =>
  calls.as<Scan & ErrorResponse>('OPERATOR', 'POST', `/scans/${scan.id}/actions/restore`);
const listDeleted = () => itemsOf<DeletedScan>(`/studies/${study.id}/scans/deleted`);

describe('a scan', () => {
  it('is deleted only with a reason', async () => {
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }]) {
      expect((await deleteScan(1, body)).status).toBe(400);
    }
    expect((await deleteScan(7)).status).toBe(412);
    const deleted = await deleteScan();
    expect([deleted.status, deleted.body.deletedAt === null]).toEqual([200, false]);
  });

  it('disappears with its findings, files and jobs from every list and search after its deletion', async () => {
    const later = await addCompletedScan(calls, study);
    const values = { id: newId(), organizationId: calls.tenants.ownOrg.organizationId };
    const job = { ...values, jobType: 'R3D', entityId: scan.id, createdBy: null } as const;
    await insertJob(calls.tenants.db, job);
    await calls.must('OPERATOR', 'POST', `/jobqueue/stop-job/${job.id}`);
    await calls.tenants.db
      .updateTable('scan')
      .set({ acquisitionTime: '2026-11-02T10:00:00.000Z' })
      .where('id', '=', later.id)
      .execute();
    const lists = [
      '/scans?limit=200',
      `/studies/${study.id}/scans`,
      `/studies/${study.id}/scans/completed`,
      `/patients/${study.patientId}/scans`,
      `/scans/${later.id}/priorScans`,
      '/scanfiles?limit=200',
    ];
    const single = [
      `/scans/${scan.id}`,
      `/findings/${finding.id}`,
      `/scans/${scan.id}/findings`,
      `/scans/${scan.id}/volume`,
      `/scans/${scan.id}/scanfiles`,
      `/jobqueue/${job.id}`,
      `/jobqueue/id/${scan.id}/R3D`,
    ];
    const namesScan = async (path: string) =>
      JSON.stringify(await read<unknown>(path)).includes(scan.id);
    const jobIds = async () =>
      (
        await calls.must<Items<{ id: string }>>('ADMIN', 'GET', '/jobqueue/jobs?limit=200')
      ).items.map(({ id }) => id);
    expect(await jobIds()).toContain(job.id);
    for (const path of lists) expect(await namesScan(path), path).toBe(true);
    for (const path of single) expect(await statusOf(path), path).toBe(200);
    expect((await deleteScan()).status).toBe(200);
    for (const path of lists) expect(await namesScan(path), path).toBe(false);
    for (const path of single) expect(await statusOf(path), path).toBe(404);
    expect(await jobIds()).not.toContain(job.id);
    const listed = (await itemsOf<ListedStudy>('/studies?limit=200')).find(
      ({ id }) => id === study.id,
    );
    expect(listed).toMatchObject({ scanCount: 1, sides: ['R'] });
  });

  it('keeps its label to itself after its deletion', async () => {
    await deleteScan();
    expect((await addCompletedScan(calls, study)).label).toBe('R2');
  });

  it('is listed as deleted with reason, user and number of findings, and comes back with them', async () => {
    const before = await read<Scan>(`/scans/${scan.id}`);
    await deleteScan();
    expect(await listDeleted()).toMatchObject([
      { id: scan.id, findings: 1, deletion: { reason: REASON, by: 'operator@clinic.example' } },
    ]);
    const restored = await restoreScan();
    expect(restored.status).toBe(200);
    expect(restored.body).toMatchObject({ label: 'R', deletedAt: null, deletedBy: null });
    const { version: _v, updatedAt: _at, updatedBy: _by, ...unchanged } = before;
    expect(await read<Scan>(`/scans/${scan.id}`)).toMatchObject(unchanged);
    expect(await itemsOf(`/scans/${scan.id}/findings`)).toHaveLength(1);
    expect(await listDeleted()).toEqual([]);
    const again = await restoreScan();
    expect([again.status, again.body.code]).toEqual([409, 'SCAN_NOT_DELETED']);
  });

  it('leaves audit rows of deletion and restoration, without the reason', async () => {
    await deleteScan();
    await restoreScan();
    const rows = [...(await audits('deleteScan')), ...(await audits('restoreScan'))];
    const { patientId, id: studyId } = study;
    const subject = { id: scan.id, patientId, studyId };
    expect(rows).toMatchObject([
      { outcome: 'done', subject },
      { outcome: 'done', subject },
    ]);
    expect(JSON.stringify(rows)).not.toContain(REASON);
  });

  it('can’t be deleted while a job works on it', async () => {
    const { db, ownOrg } = calls.tenants;
    const { organizationId } = ownOrg;
    const key = { id: newId(), organizationId };
    await insertJob(db, { ...key, jobType: 'R3D', entityId: scan.id, createdBy: null });
    const rejected = await deleteScan();
    expect([rejected.status, rejected.body]).toMatchObject([
      409,
      { errorType: 'ScanBusy', code: 'SCAN_HAS_JOB', data: { jobId: key.id, jobType: 'R3D' } },
    ]);
    await calls.must('OPERATOR', 'POST', `/jobqueue/stop-job/${key.id}`);
    expect((await deleteScan()).status).toBe(200);
  });

  it('can’t be restored into a study that is deleted, or whose report was signed meanwhile', async () => {
    await addCompletedScan(calls, study);
    await deleteScan();
    await signReport(calls, study, 'right');
    const rejected = await restoreScan();
    expect([rejected.status, rejected.body.code]).toEqual([409, 'REPORT_SIGNED_RESTORE']);
    await calls.tenants.db
      .updateTable('study')
      .set({ deletedAt: new Date().toISOString() })
      .where('id', '=', study.id)
      .execute();
    expect((await restoreScan()).body.code).toBe('SCAN_STUDY_DELETED');
  });

  it('is deleted and restored by operators and physicians, not by others or by another tenant', async () => {
    const { server, ownOrg, otherOrg } = calls.tenants;
    const options = { body: { reason: REASON }, ...ifVersion(scan.version) };
    const send = async (token: string, method: string, path: string) =>
      (await server.call(method, path, { token, ...options })).status;
    const path = `/scans/${scan.id}`;
    for (const role of ['VIEWER', 'BLIND_ANNOTATOR', 'ADMIN'] as const) {
      expect(await send(ownOrg.tokenOf(role), 'DELETE', path)).toBe(403);
    }
    expect(await send(otherOrg.tokenOf('OPERATOR'), 'DELETE', path)).toBe(404);
    expect(await send(ownOrg.tokenOf('PHYSICIAN'), 'DELETE', path)).toBe(200);
    const restore = async (token: string) =>
      (await server.call('POST', `${path}/actions/restore`, { token })).status;
    expect(await restore(otherOrg.tokenOf('OPERATOR'))).toBe(404);
    expect(await restore(ownOrg.tokenOf('BLIND_ANNOTATOR'))).toBe(403);
    expect(await restore(ownOrg.tokenOf('PHYSICIAN'))).toBe(200);
  });
});
