import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, FileCategory, Report, Scan, ScanFile } from '#contracts';
import { newId } from '#foundation';
import { aVolume } from '#testing';
import { volumeToNrrd, writeNrrd } from '#volume';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { sendForm } from '../../faults/support/calls.ts';
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
beforeEach(newStudy);

/** Creates a study with a completed scan of the left breast, which has a volume. */
async function newStudy(): Promise<void> {
  const { db, ownOrg } = calls.tenants;
  const { organizationId, patientId } = ownOrg;
  studyId = newId();
  const values = { id: studyId, organizationId, patientId, createdBy: null, updatedBy: null };
  await db.insertInto('study').values(values).execute();
  scanId = await addScan('L');
  volume = await upload('VOLUME3D', 'signed volume');
}

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

/** Sends a form whose parts arrive one after another. */
async function sendStream(
  id: string,
  body: ReadableStream<Uint8Array>,
): Promise<{ status: number; body: Failure }> {
  const { server, ownOrg } = calls.tenants;
  const request: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    headers: {
      'x-api-key': server.apiKey,
      authorization: `Bearer ${ownOrg.tokenOf('OPERATOR')}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
    body,
    duplex: 'half',
  };
  const response = await fetch(`${server.url}/api/scanfiles/${id}/content`, request);
  return { status: response.status, body: (await response.json()) as Failure };
}

/** Waits until the server receives the bytes of a file. */
const waitForUpload = () =>
  expect
    .poll(() => readdirSync(calls.tenants.server.dataFolder, { recursive: true }).join('\n'))
    .toMatch(/\.part$/m);

/** Returns the audited outcomes of an action on a record, oldest first. */
async function outcomesOf(action: string, id: string): Promise<readonly string[]> {
  const rows = await calls.tenants.db
    .selectFrom('audit')
    .select(['outcome', 'subject'])
    .where('act', '=', action)
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ outcome, subject }) =>
    JSON.stringify(subject).includes(id) ? outcome : [],
  );
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
const trySigning = (id: string) =>
  calls.as<Report & Failure>('PHYSICIAN', 'POST', `/reports/${id}/actions/sign`, {
    body: { password: PASSWORD },
  });

async function signById(id: string): Promise<Report> {
  const { status, body } = await trySigning(id);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Creates a preliminary report of the study; returns its id. */
async function prepareReport(): Promise<string> {
  const left = { biradsScore: 3, breastDensity: 'HETERO', text: { text: 'A mass' } };
  const body = { id: newId(), studyId, content: { left, impression: { text: 'Benign' } } };
  await calls.must('PHYSICIAN', 'POST', '/reports', { body });
  await calls.must('PHYSICIAN', 'POST', `/reports/${body.id}/actions/preliminary`, { body: {} });
  return body.id;
}

const signReport = async (): Promise<Report> => signById(await prepareReport());

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

  it('keep their name and time; only the path on the disk of their device may change', async () => {
    const report = await signReport();
    const change = (body: object) =>
      calls.as<Failure>('OPERATOR', 'PUT', `/scanfiles/${volume.id}`, { body });
    for (const body of [
      { fileName: 'other.nrrd' },
      { fileExtension: 'mha' },
      { acquisitionTime: '2020-01-01T00:00:00.000Z' },
      { fileName: 'other.nrrd', localHardDiskPath: null },
    ]) {
      expect(resultOf(await change(body)), JSON.stringify(body)).toEqual(FILES_SIGNED);
    }
    expect((await change({ localHardDiskPath: null })).status).toBe(200);
    const { body } = await calls.as<ScanFile>('OPERATOR', 'GET', `/scanfiles/${volume.id}`);
    expect(body.fileName).toBe(volume.fileName);
    expect((await readReport(report.id)).intact).toBe(true);
  });

  it('are restored by the same bytes after damage', async () => {
    const report = await signReport();
    await sql`update scan_file set quarantined_at = now(), quarantine_reason = 'damaged'
      where id = ${volume.id}`.execute(calls.tenants.db);
    expect((await readReport(report.id)).intact).toBe(false);
    expect((await sendBytes(volume.id, 'signed volume')).status).toBe(200);
    expect((await readReport(report.id)).intact).toBe(true);
  });

  it.each([
    ['deletes one', () => deleteFile(volume.id)],
    ['deletes all', () => calls.as<Failure>('OPERATOR', 'DELETE', `/scans/${scanId}/scanfiles`)],
    [
      'renames one',
      () =>
        calls.as<Failure>('OPERATOR', 'PUT', `/scanfiles/${volume.id}`, {
          body: { fileName: 'other.nrrd' },
        }),
    ],
    ['adds a volume', () => register('VOLUME3D')],
  ])(
    'leave the report intact or unsigned when a call %s during the signature',
    async (_, change) => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const report = await prepareReport();
        const [signed, changed] = await Promise.all([trySigning(report), change()]);
        expect([200, 404, 409]).toContain(changed.status);
        const { state, intact } = await readReport(report);
        if (signed.status === 200)
          expect({ state, intact }).toEqual({ state: 'SIGNED', intact: true });
        else {
          expect(resultOf(signed)).toEqual([409, 'ReportIncomplete', 'REPORT_IMAGES_CHANGED']);
          expect(state).toBe('PRELIMINARY');
        }
        await newStudy();
      }
    },
  );

  it('get no changed state when a signed scan is started again', async () => {
    const report = await signReport();
    const path = `/scans/${scanId}/actions/updateScanState`;
    for (const state of ['N', 'I', 'C']) {
      const body = { epoch: 7 };
      const changed = await calls.as('OPERATOR', 'POST', `${path}/${state}`, { body });
      expect([200, 409], state).toContain(changed.status);
    }
    expect((await readReport(report.id)).intact).toBe(true);
    const { body } = await calls.as<ScanFile>('OPERATOR', 'GET', `/scanfiles/${volume.id}`);
    expect(body.checksum).toBe(volume.checksum);
  });

  it('audit a rejected deletion as refused', async () => {
    await signReport();
    await deleteFile(volume.id);
    expect(await outcomesOf('deleteScanFile', volume.id)).toEqual(['refused']);
  });

  it('audit bytes as refused that arrive during the signature', async () => {
    const pending = (await register('VOLUME3D')).body;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const response = sendStream(pending.id, readable);
    const head =
      '--x\r\ncontent-disposition: form-data; name="data"; filename="a.nrrd"\r\n\r\nanother';
    await writer.write(Buffer.from(head));
    await waitForUpload();
    const report = await signReport();
    await writer.write(Buffer.from(' volume\r\n--x--\r\n'));
    await writer.close();
    expect(resultOf(await response)).toEqual(FILES_SIGNED);
    expect(await outcomesOf('putScanFileContent', pending.id)).toEqual(['refused']);
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
      sql`update scan_file set header = '{"spacingMm": [2, 2, 2]}' where id = ${id}`,
      sql`update scan_file set encoding = 'GZIP' where id = ${id}`,
      sql`update scan_file set parent_id = id where id = ${id}`,
      sql`update scan_file set file_name = 'other.nrrd' where id = ${id}`,
      sql`update scan_file set file_extension = 'mha' where id = ${id}`,
      sql`update scan_file set acquisition_time = now() where id = ${id}`,
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

  it.each(['FINDING_THUMB', 'CONTOURS', 'SEGMENT_MASK'] as const)(
    'include %s files of findings until an addendum is open',
    async (category) => {
      const file = await upload(category, 'of a finding');
      const report = await signReport();
      const findingsSigned = [409, 'ReportSigned', 'REPORT_SIGNED_FINDINGS'];
      expect(resultOf(await deleteFile(file.id))).toEqual(findingsSigned);
      expect(resultOf(await register(category))).toEqual(findingsSigned);
      await startAddendum(report.id);
      expect((await deleteFile(file.id)).status).toBe(200);
      await upload(category, 'of a changed finding');
      expect((await readReport(report.id)).intact).toBe(true);
    },
  );

  it('take an imported scan only while an addendum is open', async () => {
    const report = await signReport();
    const { server, ownOrg } = calls.tenants;
    const bytes = writeNrrd(volumeToNrrd(aVolume(), {}));
    const send = () =>
      sendForm<Failure>(
        `${server.url}/api`,
        ownOrg.tokenOf('OPERATOR'),
        'POST',
        `/scans/actions/importFromFiles?studyId=${studyId}&laterality=L`,
        bytes,
        { headers: { 'x-api-key': server.apiKey } },
      );
    const rejected = await send();
    expect(resultOf(rejected)).toEqual([409, 'ReportSigned', 'REPORT_SIGNED_NEW_SCAN']);
    expect(rejected.body.data).toEqual({ reportId: report.id });
    const scans = await calls.must<{ items: Scan[] }>(
      'OPERATOR',
      'GET',
      `/studies/${studyId}/scans`,
    );
    expect(scans.items.map(({ id }) => id)).toEqual([scanId]);
    await startAddendum(report.id);
    expect((await send()).status).toBe(200);
    expect((await readReport(report.id)).intact).toBe(true);
  });

  it('are not joined by a scan that is imported during the signature', async () => {
    const report = await prepareReport();
    const { server, ownOrg } = calls.tenants;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const request: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: {
        'x-api-key': server.apiKey,
        authorization: `Bearer ${ownOrg.tokenOf('OPERATOR')}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: readable,
      duplex: 'half',
    };
    const path = `/scans/actions/importFromFiles?studyId=${studyId}&laterality=L`;
    const response = fetch(`${server.url}/api${path}`, request);
    const head = '--x\r\ncontent-disposition: form-data; name="data"; filename="a.nrrd"\r\n\r\n';
    const bytes = Buffer.from(writeNrrd(volumeToNrrd(aVolume(), {})));
    await writer.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, 1_000)]));
    await signById(report);
    await writer.write(Buffer.concat([bytes.subarray(1_000), Buffer.from('\r\n--x--\r\n')]));
    await writer.close();
    const sent = await response;
    expect(resultOf({ status: sent.status, body: (await sent.json()) as Failure })).toEqual([
      409,
      'ReportSigned',
      'REPORT_SIGNED_NEW_SCAN',
    ]);
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
    expect((await readReport(report.id)).intact).toBe(true);
  });
});
