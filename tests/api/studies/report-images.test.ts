import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scan, ScanFile, Study } from '#contracts';
import { newId } from '#foundation';
import {
  addCompletedScan,
  addPreliminaryReport,
  addStudy,
  startSigningTenants,
  trySigning,
} from '../support/completed-scans.ts';
import { ifVersion, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let study: Study;
let scan: Scan;
let volume: ScanFile;
beforeAll(async () => {
  calls = await startSigningTenants();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
/** Creates a study with a completed scan of the left breast, which has a volume. */
beforeEach(async () => {
  study = await addStudy(calls);
  scan = await addCompletedScan(calls, study, 'L');
  volume = await addFile(scan, 'VOLUME3D');
});

/** Adds a stored file to a scan. */
async function addFile({ id: scanId }: Scan, fileCategory: string): Promise<ScanFile> {
  const body = { scanId, fileCategory, fileName: `${newId()}.nrrd`, fileExtension: 'nrrd' };
  const file = await calls.must<ScanFile>('OPERATOR', 'POST', '/scanfiles', { body });
  await calls.tenants.db
    .updateTable('scanFile')
    .set({
      checksum: createHash('sha256').update(file.id).digest('hex'),
      storagePath: file.id,
      storedAt: new Date().toISOString(),
      byteLength: 10,
    })
    .where('id', '=', file.id)
    .execute();
  return file;
}

const deleteVolume = () => calls.must('OPERATOR', 'DELETE', `/scanfiles/${volume.id}`);

const rejectionOf = (...scans: readonly Scan[]) => [
  409,
  {
    errorType: 'ReportIncomplete',
    code: 'REPORT_IMAGES_CHANGED',
    values: { scans: scans.map(({ label }) => label) },
    data: { scanIds: scans.map(({ id }) => id) },
  },
];

async function signingOf(reportId: string) {
  const { status, body } = await trySigning(calls, reportId);
  return [status, body];
}

describe('images that change under a preliminary report', () => {
  it('prevent the signature when a volume was deleted, until a new version is preliminary', async () => {
    const reportId = await addPreliminaryReport(calls, study, 'left');
    await deleteVolume();
    expect(await signingOf(reportId)).toMatchObject(rejectionOf(scan));
    const next = await addPreliminaryReport(calls, study, 'left');
    expect(await signingOf(next)).toMatchObject([200, { state: 'SIGNED' }]);
  });

  it('prevent the signature when a volume was replaced', async () => {
    const reportId = await addPreliminaryReport(calls, study, 'left');
    await deleteVolume();
    await addFile(scan, 'VOLUME3D');
    expect(await signingOf(reportId)).toMatchObject(rejectionOf(scan));
  });

  it('prevent the signature when a scan with images was added', async () => {
    const reportId = await addPreliminaryReport(calls, study, 'left');
    const second = await addCompletedScan(calls, study, 'L');
    await addFile(second, 'SCAN_IMAGE');
    expect(await signingOf(reportId)).toMatchObject(rejectionOf(second));
  });

  it('prevent the signature when a scan with images was deleted', async () => {
    const second = await addCompletedScan(calls, study, 'L');
    await addFile(second, 'SCAN_IMAGE');
    const reportId = await addPreliminaryReport(calls, study, 'left');
    await calls.must('OPERATOR', 'DELETE', `/scans/${second.id}`, {
      body: { reason: 'Wrong patient' },
      ...ifVersion(second.version),
    });
    expect(await signingOf(reportId)).toMatchObject(rejectionOf(second));
  });

  it('do not prevent the signature when only the nipple or a thumbnail was added', async () => {
    const reportId = await addPreliminaryReport(calls, study, 'left');
    await addFile(scan, 'BREAST_NIPPLE');
    await addFile(scan, 'FINDING_THUMB');
    expect(await signingOf(reportId)).toMatchObject([200, { state: 'SIGNED' }]);
  });
});
