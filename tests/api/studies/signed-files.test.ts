import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, FileCategory, Report, ScanFile } from '#contracts';
import { newId } from '#foundation';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

const PASSWORD = 'Correct-horse-1!';
const FILES_SIGNED = [409, 'FilesSigned', 'REPORT_SIGNED_FILES'];
let calls: TenantCalls;
let studyId = '';
let scanId = '';
let volume: ScanFile;
beforeAll(async () => {
  calls = await startTenantCalls();
  const { db, ownOrg } = calls.tenants;
  const set = { passwordHash: await hashPassword(PASSWORD), lastName: 'Reader' };
  await db
    .updateTable('account')
    .set(set)
    .where('id', '=', ownOrg.accountOf('PHYSICIAN').id)
    .execute();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
/** Creates a study with a completed scan of the left breast, which has a volume. */
beforeEach(async () => {
  const { db, ownOrg } = calls.tenants;
  const { organizationId, patientId } = ownOrg;
  studyId = newId();
  const values = { id: studyId, organizationId, patientId, createdBy: null, updatedBy: null };
  await db.insertInto('study').values(values).execute();
  scanId = await addScan('L');
  volume = await upload('VOLUME3D', 'signed volume');
});

async function addScan(laterality: 'L' | 'R'): Promise<string> {
  const { db, ownOrg } = calls.tenants;
  const id = await ownOrg.addScan();
  await db.updateTable('scan').set({ studyId, laterality }).where('id', '=', id).execute();
  return id;
}

type Failure = ErrorResponse & { code: string };

const register = (fileCategory: FileCategory, ofScan = scanId) =>
  calls.as<ScanFile & Failure>('OPERATOR', 'POST', '/scanfiles', {
    body: { scanId: ofScan, fileCategory, fileName: `${newId()}.nrrd`, fileExtension: 'nrrd' },
  });

/** Sends the bytes of a registered file as a form. */
async function sendBytes(id: string, text: string): Promise<{ status: number; body: Failure }> {
  const { server, ownOrg } = calls.tenants;
  const data = new FormData();
  data.append('data', new Blob([text]), 'a.nrrd');
  const response = await fetch(`${server.url}/api/scanfiles/${id}/content`, {
    method: 'PUT',
    headers: {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${ownOrg.tokenOf('OPERATOR')}`,
    },
    body: data,
  });
  return { status: response.status, body: (await response.json()) as Failure };
}

async function upload(
  fileCategory: FileCategory,
  text: string,
  ofScan = scanId,
): Promise<ScanFile> {
  const { body } = await register(fileCategory, ofScan);
  const sent = await sendBytes(body.id, text);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return sent.body as unknown as ScanFile;
}

const readReport = (id: string) => calls.must<Report>('PHYSICIAN', 'GET', `/reports/${id}`);
const signById = (id: string) =>
  calls.must<Report>('PHYSICIAN', 'POST', `/reports/${id}/actions/sign`, {
    body: { password: PASSWORD },
  });

async function signReport(): Promise<Report> {
  const left = { biradsScore: 4, breastDensity: 'HETERO', text: 'A mass' };
  const body = { id: newId(), studyId, content: { left, impression: 'Benign' } };
  await calls.must('PHYSICIAN', 'POST', '/reports', { body });
  await calls.must('PHYSICIAN', 'POST', `/reports/${body.id}/actions/preliminary`, { body: {} });
  return signById(body.id);
}

async function startAddendum(reportId: string): Promise<string> {
  const body = { id: newId(), text: 'The mass is smaller' };
  await calls.must('PHYSICIAN', 'POST', `/reports/${reportId}/actions/addendum`, { body });
  return body.id;
}

const deleteFile = (id: string) => calls.as<Failure>('OPERATOR', 'DELETE', `/scanfiles/${id}`);
const resultOf = ({ status, body }: { status: number; body: Failure }) => [
  status,
  body.errorType,
  body.code,
];

/** Changes rows as a person with write access to the database could: without triggers. */
async function bypassing(change: ReturnType<typeof sql>): Promise<void> {
  await calls.tenants.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await change.execute(db);
  });
}

describe('files of a signed study', () => {
  it('can’t be deleted one by one or together, even while an addendum is open', async () => {
    const report = await signReport();
    for (const before of [async () => undefined, () => startAddendum(report.id)]) {
      await before();
      const single = await deleteFile(volume.id);
      expect(resultOf(single)).toEqual(FILES_SIGNED);
      expect(single.body.message).toContain('Write an addendum');
      expect(single.body.data).toEqual({ reportId: report.id });
      const all = await calls.as<Failure>('OPERATOR', 'DELETE', `/scans/${scanId}/scanfiles`);
      expect(resultOf(all)).toEqual(FILES_SIGNED);
    }
    const { body } = await calls.as<{ file: ScanFile }>(
      'OPERATOR',
      'GET',
      `/scans/${scanId}/volume`,
    );
    expect(body.file.checksum).toBe(volume.checksum);
    expect((await readReport(report.id)).intact).toBe(true);
  });

  it('can’t be replaced by another file of their category', async () => {
    const pending = (await register('VOLUME3D')).body;
    const report = await signReport();
    expect(resultOf(await register('VOLUME3D'))).toEqual(FILES_SIGNED);
    expect(resultOf(await sendBytes(pending.id, 'another volume'))).toEqual(FILES_SIGNED);
    const fields = { scanId, fileName: 'b.nrrd', fileCategoryId: 'VOLUME3D' };
    for (const [path, body] of [
      ['/uploads', { scanFileId: pending.id, size: 3, sha256: 'a'.repeat(64) }],
      ['/scanfiles/actions/generateUploadUrl', fields],
    ] as const) {
      const upload = await calls.as<Failure>('OPERATOR', 'POST', path, { body });
      expect(resultOf(upload), path).toEqual(FILES_SIGNED);
    }
    const { body } = await calls.as<{ file: ScanFile }>(
      'OPERATOR',
      'GET',
      `/scans/${scanId}/volume`,
    );
    expect(body.file.id).toBe(volume.id);
    expect((await readReport(report.id)).intact).toBe(true);
  });

  it('can’t be replaced by an upload that was started before the signature', async () => {
    const pending = (await register('VOLUME3D')).body;
    const bytes = Buffer.from('another volume');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const started = await calls.must<{ id: string }>('OPERATOR', 'POST', '/uploads', {
      body: { scanFileId: pending.id, size: bytes.byteLength, sha256 },
    });
    const { server, ownOrg } = calls.tenants;
    const sent = await fetch(`${server.url}/api/uploads/${started.id}`, {
      method: 'PATCH',
      headers: {
        'x-api-key': server.apiKey,
        authorization: `Bearer ${ownOrg.tokenOf('OPERATOR')}`,
        'content-type': 'application/octet-stream',
        'upload-offset': '0',
        'x-checksum-sha256': sha256,
      },
      body: bytes,
    });
    expect(sent.status).toBe(200);
    await signReport();
    const path = `/uploads/${started.id}/commit`;
    const commit = await calls.as<Failure>('OPERATOR', 'POST', path, { body: {} });
    expect(resultOf(commit)).toEqual(FILES_SIGNED);
  });

  it('are restored by the same bytes after damage', async () => {
    const report = await signReport();
    await sql`update scan_file set quarantined_at = now(), quarantine_reason = 'damaged'
      where id = ${volume.id}`.execute(calls.tenants.db);
    expect((await readReport(report.id)).intact).toBe(false);
    expect((await sendBytes(volume.id, 'signed volume')).status).toBe(200);
    expect((await readReport(report.id)).intact).toBe(true);
  });

  it('are protected by the database as well', async () => {
    await signReport();
    const { db } = calls.tenants;
    const { id } = volume;
    for (const change of [
      sql`update scan_file set deleted_at = now() where id = ${id}`,
      sql`update scan_file set superseded_at = now() where id = ${id}`,
      sql`update scan_file set checksum = 'other' where id = ${id}`,
      sql`update scan_file set role = 'COVERAGE' where id = ${id}`,
      sql`delete from scan_file where id = ${id}`,
      sql`update signed_file set checksum = 'other' where file_id = ${id}`,
      sql`delete from signed_file where file_id = ${id}`,
    ]) {
      await expect(change.execute(db)).rejects.toThrow('signed');
    }
  });

  it.each([
    ['deleted', () => sql`update scan_file set deleted_at = now() where id = ${volume.id}`],
    ['superseded', () => sql`update scan_file set superseded_at = now() where id = ${volume.id}`],
    ['changed', () => sql`update scan_file set checksum = 'other' where id = ${volume.id}`],
    ['removed', () => sql`delete from scan_file where id = ${volume.id}`],
    ['released', () => sql`delete from signed_file where file_id = ${volume.id}`],
  ])('make the report no longer intact when %s in the database', async (_what, change) => {
    const report = await signReport();
    await bypassing(change());
    expect((await readReport(report.id)).intact).toBe(false);
  });

  it('are those of completed scans: a breast scanned later is stored and signed by the addendum', async () => {
    const report = await signReport();
    const laterScan = await addScan('R');
    const later = await upload('VOLUME3D', 'later volume', laterScan);
    await signById(await startAddendum(report.id));
    expect(resultOf(await deleteFile(later.id))).toEqual(FILES_SIGNED);
    expect(resultOf(await deleteFile(volume.id))).toEqual(FILES_SIGNED);
  });

  it('are only those on which the signature rests: others can still be added and deleted', async () => {
    const outdated = await upload('BREAST_NIPPLE', 'outdated');
    await sql`update scan_file set superseded_at = now() where id = ${outdated.id}`.execute(
      calls.tenants.db,
    );
    const report = await signReport();
    expect((await deleteFile(outdated.id)).status).toBe(200);
    await upload('BREAST_SKIN', 'a skin that the report did not have');
    expect((await deleteFile((await upload('CONTOURS', 'contours')).id)).status).toBe(200);
    expect((await readReport(report.id)).intact).toBe(true);
  });
});
