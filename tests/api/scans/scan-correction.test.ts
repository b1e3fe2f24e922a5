import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  AuditEntry,
  CorrectedScan,
  ErrorResponse,
  Finding,
  ListedCorrection,
  ListedStudy,
  Scan,
  Study,
} from '#contracts';
import { newId } from '#foundation';
import { QUADRANTS_BY_HOUR } from '#testing';
import { insertJob } from '../../../platform/server/jobs/job-rows.ts';
import {
  addCompletedScan,
  addStudy,
  signReport,
  startSigningTenants,
} from '../support/completed-scans.ts';
import { aFinding, aMark } from '../support/records.ts';
import { addScanVolume } from '../support/scan-volume.ts';
import { ifVersion, type TenantCalls } from '../support/tenant-calls.ts';

type Items<T> = { items: T[]; total: number };

const REASON = 'The other breast was scanned';
let calls: TenantCalls;
let study: Study;
let otherStudy: Study;
let scan: Scan;
beforeAll(async () => {
  calls = await startSigningTenants();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
/** Creates two studies of two patients; the first has a completed scan of the right breast. */
beforeEach(async () => {
  study = await addStudy(calls);
  otherStudy = await addStudy(calls);
  scan = await addCompletedScan(calls, study, 'R');
});

const read = <T>(path: string) => calls.must<T>('PHYSICIAN', 'GET', path);
const readScan = (id = scan.id) => read<Scan>(`/scans/${id}`);
const readStudy = (id = study.id) => read<Study>(`/studies/${id}`);

const correct = (fields: object, { id, version }: Pick<Scan, 'id' | 'version'> = scan) =>
  calls.as<CorrectedScan & ErrorResponse>('OPERATOR', 'POST', `/scans/${id}/actions/correct`, {
    body: { reason: REASON, ...fields },
    ...ifVersion(version),
  });

async function mustCorrect(fields: object, of: Pick<Scan, 'id' | 'version'> = scan) {
  const response = await correct(fields, of);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

const undo = (correctionId: string, id = scan.id) =>
  calls.as<Scan & ErrorResponse>('OPERATOR', 'POST', `/scans/${id}/actions/undoCorrection`, {
    body: { correctionId },
  });
const listCorrections = async () =>
  (await read<Items<ListedCorrection>>(`/scans/${scan.id}/corrections`)).items;
const auditsOf = async (act: string) =>
  (await calls.must<Items<AuditEntry>>('ADMIN', 'GET', `/audit?subjectId=${scan.id}&act=${act}`))
    .items;
const createFinding = (of = scan.id) =>
  calls.must<Finding>('PHYSICIAN', 'POST', '/findings', { body: aFinding(of) });
const confirmReread = (at: string, ofStudy = study.id) =>
  calls.as<Study & ErrorResponse>(
    'PHYSICIAN',
    'POST',
    `/studies/${ofStudy}/actions/confirmReread`,
    {
      body: { at },
    },
  );

describe('the correction of a scan', () => {
  it('changes its position, with reason and values before and after', async () => {
    const { scan: changed, correction } = await mustCorrect({ patientPosition: 'STANDING' });
    expect(changed).toMatchObject({ patientPosition: 'STANDING', version: 2, label: 'R' });
    const values = { laterality: 'R', patientPosition: 'SUPINE', studyId: study.id, label: 'R' };
    expect(correction).toMatchObject({
      scanId: scan.id,
      reason: REASON,
      by: 'operator@clinic.example',
      from: values,
      to: { ...values, patientPosition: 'STANDING' },
      undoneAt: null,
      undoneBy: null,
    });
    expect(await listCorrections()).toEqual([{ ...correction, undo: { error: null } }]);
  });

  it('needs a reason, a change and the current version', async () => {
    expect((await correct({ patientPosition: 'STANDING', reason: ' ' })).status).toBe(400);
    const long = await correct({ patientPosition: 'STANDING', reason: 'x'.repeat(501) });
    expect(long).toMatchObject({ status: 400, body: { errors: [{ field: 'reason' }] } });
    expect((await correct({})).body).toMatchObject({
      errors: [{ field: 'laterality', code: 'CORRECTION_EMPTY' }],
    });
    const same = await correct({ laterality: 'R', patientPosition: 'SUPINE', studyId: study.id });
    expect([same.status, same.body.code]).toEqual([409, 'SCAN_NOTHING_TO_CORRECT']);
    const late = await correct({ laterality: 'L' }, { id: scan.id, version: 7 });
    expect(late.status).toBe(412);
    expect(await readScan()).toMatchObject({ laterality: { id: 'R' }, version: 1 });
  });

  it('of the side gives the next label of that side, and former labels are not used again', async () => {
    const second = await addCompletedScan(calls, study, 'R');
    expect(second.label).toBe('R2');
    const { scan: left } = await mustCorrect({ laterality: 'L' }, second);
    expect(left).toMatchObject({ laterality: { id: 'L' }, label: 'L', recordedSide: 'R' });
    expect((await addCompletedScan(calls, study, 'R')).label).toBe('R3');
    expect((await addCompletedScan(calls, study, 'L')).label).toBe('L2');
    const listed = await read<Items<ListedStudy>>('/studies?limit=200');
    expect(listed.items.find(({ id }) => id === study.id)?.sides).toEqual(['R', 'L']);
  });

  it('moves a scan with its findings to the study of another patient, and both lists follow', async () => {
    const finding = await createFinding();
    const { scan: moved } = await mustCorrect({ studyId: otherStudy.id });
    const { id: studyId, patientId } = otherStudy;
    expect(moved).toMatchObject({ studyId, patientId, label: 'R' });
    expect(await read<Finding>(`/findings/${finding.id}`)).toMatchObject({ label: 1 });
    const idsOf = async (path: string) => (await read<Items<Scan>>(path)).items.map(({ id }) => id);
    expect(await idsOf(`/studies/${study.id}/scans`)).toEqual([]);
    expect(await idsOf(`/patients/${patientId}/scans`)).toEqual([scan.id]);
    const { items } = await read<Items<ListedStudy>>('/studies?limit=200');
    const countOf = (id: string) => items.find((listed) => listed.id === id)?.scanCount;
    expect([countOf(study.id), countOf(otherStudy.id)]).toEqual([0, 1]);
    expect((await addCompletedScan(calls, study, 'R')).label).toBe('R2');
  });

  it('can’t move a scan to a missing study or to one of another tenant', async () => {
    for (const studyId of [newId(), calls.tenants.otherOrg.studyId]) {
      expect((await correct({ studyId })).status).toBe(404);
    }
  });

  it('is audited with the values before and after, without the reason', async () => {
    const { correction } = await mustCorrect({ laterality: 'L', studyId: otherStudy.id });
    const rows = await auditsOf('correctScan');
    expect(rows).toMatchObject([
      {
        outcome: 'done',
        subject: {
          id: scan.id,
          correctionId: correction.id,
          'laterality.from': 'R',
          'laterality.to': 'L',
          'studyId.from': study.id,
          'studyId.to': otherStudy.id,
          'patientId.from': study.patientId,
          'patientId.to': otherStudy.patientId,
        },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(REASON);
    for (const id of [study.patientId, otherStudy.patientId]) {
      const found = await calls.must<Items<AuditEntry>>('ADMIN', 'GET', `/audit?subjectId=${id}`);
      expect(found.items.some(({ act }) => act === 'correctScan')).toBe(true);
    }
  });

  it('is rejected while a job works on the scan, and for a deleted scan', async () => {
    const { db, ownOrg } = calls.tenants;
    const { organizationId } = ownOrg;
    const key = { id: newId(), organizationId };
    await insertJob(db, { ...key, jobType: 'R3D', entityId: scan.id, createdBy: null });
    expect((await correct({ laterality: 'L' })).body).toMatchObject({ code: 'SCAN_HAS_JOB' });
    await calls.must('OPERATOR', 'POST', `/jobqueue/stop-job/${key.id}`);
    const path = `/scans/${scan.id}`;
    await calls.must('OPERATOR', 'DELETE', path, {
      body: { reason: 'Wrong' },
      ...ifVersion(1),
    });
    expect((await correct({ laterality: 'L' })).status).toBe(404);
  });

  it('is rejected if the report of the study or of the target study is signed', async () => {
    await addCompletedScan(calls, otherStudy, 'L');
    await signReport(calls, otherStudy, 'left');
    expect((await correct({ studyId: otherStudy.id })).body).toMatchObject({
      errorType: 'ReportSigned',
      code: 'REPORT_SIGNED_TARGET',
    });
    await signReport(calls, study, 'right');
    // The signature has written the density to the scan.
    const signedScan = await read<Scan>(`/scans/${scan.id}`);
    const rejected = await correct({ laterality: 'L' }, signedScan);
    expect([rejected.status, rejected.body]).toMatchObject([
      409,
      { errorType: 'ReportSigned', code: 'REPORT_SIGNED_CORRECTION' },
    ]);
    expect(rejected.body.message).toContain('addendum');
  });

  it('is made by operators and physicians, not by others or by another tenant', async () => {
    const { server, ownOrg, otherOrg } = calls.tenants;
    const path = `/scans/${scan.id}/actions/correct`;
    const options = { body: { reason: REASON, laterality: 'L' }, ...ifVersion(1) };
    const send = async (token: string) =>
      (await server.call('POST', path, { token, ...options })).status;
    for (const role of ['VIEWER', 'BLIND_ANNOTATOR', 'ADMIN'] as const) {
      expect(await send(ownOrg.tokenOf(role))).toBe(403);
    }
    expect(await send(otherOrg.tokenOf('OPERATOR'))).toBe(404);
    expect(await send(ownOrg.tokenOf('PHYSICIAN'))).toBe(200);
  });

  it('moves scans of two studies in opposite directions at once, again and again', async () => {
    const second = await addCompletedScan(calls, otherStudy, 'L');
    let versions = [1, 1];
    let [from, to] = [study, otherStudy];
    for (let round = 0; round < 5; round += 1) {
      const moved = await Promise.all([
        mustCorrect({ studyId: to.id }, { id: scan.id, version: versions[0] ?? 0 }),
        mustCorrect({ studyId: from.id }, { id: second.id, version: versions[1] ?? 0 }),
      ]);
      versions = moved.map((body) => body.scan.version);
      [from, to] = [to, from];
    }
    expect((await readScan()).studyId).toBe(otherStudy.id);
    expect((await readScan(second.id)).studyId).toBe(study.id);
  });
});

describe('a corrected side', () => {
  const HOUR_DEG = 30;
  const ANGLES = QUADRANTS_BY_HOUR.R.map((_, hour) => hour * HOUR_DEG);

  /** Returns a mark whose centre is 30 mm from the centre of the volume, 10 mm deep. */
  function markAt(deg: number) {
    const mark = aMark();
    const x = 30 * Math.sin((deg * Math.PI) / 180);
    const z = 30 * Math.cos((deg * Math.PI) / 180);
    return {
      ...mark,
      tra: z * 2,
      frame: { ...mark.frame, originMm: [x - 50, -15, z] as [number, number, number] },
    };
  }

  it.each([
    ['R', 'L'],
    ['L', 'R'],
  ] as const)('%s to %s keeps the clock and exchanges inner and outer', async (from, to) => {
    scan = await addCompletedScan(calls, study, from);
    await addScanVolume(calls.tenants, scan.id);
    const body = { sag: 0, tra: 0, depth: 0, rad: 0 };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scan.id}/nipple`, { body });
    for (const deg of ANGLES) {
      await calls.must('PHYSICIAN', 'POST', '/findings', {
        body: aFinding(scan.id, [markAt(deg)]),
      });
    }
    const list = async () =>
      (await read<Items<Finding>>(`/scans/${scan.id}/findings`)).items.sort(
        (a, b) => a.label - b.label,
      );
    const before = await list();
    expect(before.map(({ quadrant }) => quadrant)).toEqual(QUADRANTS_BY_HOUR[from]);
    const clockDegs = before.map(({ clockPositionSec }) =>
      Math.round((clockPositionSec ?? -1) / 120),
    );
    expect(clockDegs.map((deg) => deg % 360)).toEqual(ANGLES);
    await mustCorrect({ laterality: to }, await readScan());
    const after = await list();
    expect(after.map(({ quadrant }) => quadrant)).toEqual(QUADRANTS_BY_HOUR[to]);
    expect(after.map(({ clockPositionSec }) => clockPositionSec)).toEqual(
      before.map(({ clockPositionSec }) => clockPositionSec),
    );
    const exported = await calls.must<{ items: Finding[] }>(
      'PHYSICIAN',
      'POST',
      '/findings/export',
      { body: { ids: [after[1]?.id], format: 'JSON' } },
    );
    expect(exported.items[0]?.quadrant).toBe(QUADRANTS_BY_HOUR[to][1]);
  });

  it('marks the study for re-reading until a reader confirms it', async () => {
    await mustCorrect({ laterality: 'L' });
    const { rereading } = await readStudy();
    expect(rereading).toMatchObject({
      scanId: scan.id,
      laterality: 'L',
      reason: REASON,
      by: 'operator@clinic.example',
    });
    const { items } = await read<Items<ListedStudy>>('/studies?limit=200');
    expect(items.find(({ id }) => id === study.id)?.rereading).toEqual(rereading);
    const ofPatient = await read<Items<Study>>(`/patients/${study.patientId}/studies`);
    expect(ofPatient.items[0]?.rereading).toEqual(rereading);
    const confirmed = await confirmReread(rereading?.at ?? '');
    expect([confirmed.status, confirmed.body.rereading]).toEqual([200, null]);
    const audit = await calls.must<Items<AuditEntry>>(
      'ADMIN',
      'GET',
      `/audit?subjectId=${study.id}&act=confirmReread`,
    );
    expect(audit.items).toMatchObject([
      { outcome: 'done', subject: { patientId: study.patientId } },
    ]);
  });

  it('corrected again after a reader looked is not confirmed by that reader', async () => {
    const first = await mustCorrect({ laterality: 'L' });
    const { rereading } = await readStudy();
    await mustCorrect({ laterality: 'R', reason: 'Right after all' }, first.scan);
    const confirmed = await confirmReread(rereading?.at ?? '');
    expect(confirmed.body.rereading).toMatchObject({ laterality: 'R', reason: 'Right after all' });
  });

  it('of a scan that has not started asks for no reading', async () => {
    const body = { studyId: study.id, laterality: 'R' };
    const planned = await calls.must<Scan>('OPERATOR', 'POST', '/scans', { body });
    const { scan: changed } = await mustCorrect({ laterality: 'L' }, planned);
    expect(changed.recordedSide).toBeUndefined();
    expect((await readStudy()).rereading).toBeNull();
  });

  it('takes its request for re-reading along to another study, and out of sight when deleted', async () => {
    const { scan: left } = await mustCorrect({ laterality: 'L' });
    const { scan: moved } = await mustCorrect({ studyId: otherStudy.id }, left);
    expect((await readStudy()).rereading).toBeNull();
    expect((await readStudy(otherStudy.id)).rereading).toMatchObject({ scanId: scan.id });
    await calls.must('OPERATOR', 'DELETE', `/scans/${scan.id}`, {
      body: { reason: 'Wrong' },
      ...ifVersion(moved.version),
    });
    expect((await readStudy(otherStudy.id)).rereading).toBeNull();
  });

  it('is hidden from blind annotators, who can’t confirm it', async () => {
    await mustCorrect({ laterality: 'L' });
    const { items } = await calls.must<Items<ListedStudy>>(
      'BLIND_ANNOTATOR',
      'GET',
      '/studies?limit=200',
    );
    expect(items.every(({ rereading }) => rereading === null)).toBe(true);
    const confirm = { body: { at: new Date().toISOString() } };
    const path = `/studies/${study.id}/actions/confirmReread`;
    expect((await calls.as('BLIND_ANNOTATOR', 'POST', path, confirm)).status).toBe(403);
    expect((await calls.as('VIEWER', 'POST', path, confirm)).status).toBe(403);
  });
});

describe('the undo of a correction', () => {
  it('returns side, position, study and label, and withdraws the request for re-reading', async () => {
    const before = await readScan();
    const { correction } = await mustCorrect({
      laterality: 'L',
      patientPosition: 'STANDING',
      studyId: otherStudy.id,
    });
    const undone = await undo(correction.id);
    expect(undone.status, JSON.stringify(undone.body)).toBe(200);
    const { version: _v, updatedAt: _at, updatedBy: _by, ...values } = before;
    expect(await readScan()).toMatchObject(values);
    expect((await readStudy(otherStudy.id)).rereading).toBeNull();
    expect((await readStudy()).rereading).toBeNull();
    const listed = await listCorrections();
    expect(listed.map(({ undoneAt, undo: last }) => [undoneAt === null, last])).toEqual([
      [false, null],
    ]);
    expect(listed[0]?.undoneBy).toBe('operator@clinic.example');
    expect(await auditsOf('undoScanCorrection')).toMatchObject([
      { subject: { correctionId: correction.id, 'laterality.from': 'L', 'laterality.to': 'R' } },
    ]);
    const again = await undo(correction.id);
    expect([again.status, again.body.code]).toEqual([409, 'CORRECTION_UNDONE']);
  });

  it('asks for a new reading if a reader has already read the corrected side', async () => {
    const { correction } = await mustCorrect({ laterality: 'L' });
    await confirmReread((await readStudy()).rereading?.at ?? '');
    expect((await undo(correction.id)).status).toBe(200);
    expect((await readStudy()).rereading).toMatchObject({ scanId: scan.id, laterality: 'R' });
  });

  it('is rejected with the parts that have changed since', async () => {
    const { correction } = await mustCorrect({ laterality: 'L' });
    await createFinding();
    const body = { sag: 0, tra: 0, depth: 3, rad: 0 };
    await calls.must('PHYSICIAN', 'PUT', `/scans/${scan.id}/nipple`, { body });
    const rejected = await undo(correction.id);
    expect([rejected.status, rejected.body]).toMatchObject([
      409,
      {
        errorType: 'CorrectionOutdated',
        code: 'CORRECTION_OUTDATED',
        values: { changed: ['NIPPLE', 'FINDINGS'] },
      },
    ]);
    expect(rejected.body.message).toContain('nipple and findings');
    const { code, values, message } = rejected.body;
    expect((await listCorrections())[0]?.undo).toEqual({ error: { code, values, message } });
    expect((await readScan()).laterality).toEqual({ id: 'L' });
  });

  it('is not prevented by grey levels that readers have set', async () => {
    const { correction } = await mustCorrect({ laterality: 'L' });
    const adjustments = { body: { COR: { brightness: 10 } } };
    await calls.must(
      'PHYSICIAN',
      'POST',
      `/scans/${scan.id}/actions/updateImgAdjSettings`,
      adjustments,
    );
    expect((await undo(correction.id)).status).toBe(200);
  });

  it('is possible for the last correction only, in reverse order', async () => {
    const first = await mustCorrect({ laterality: 'L' });
    const second = await mustCorrect({ patientPosition: 'STANDING' }, first.scan);
    expect((await undo(first.correction.id)).body.code).toBe('CORRECTION_NOT_LAST');
    const lasts = async () => (await listCorrections()).map(({ undo: last }) => last?.error);
    expect(await lasts()).toEqual([null, undefined]);
    expect((await undo(second.correction.id)).status).toBe(200);
    expect(await lasts()).toEqual([undefined, null]);
    expect((await undo(first.correction.id)).status).toBe(200);
    expect(await readScan()).toMatchObject({ laterality: { id: 'R' }, patientPosition: 'SUPINE' });
  });

  it('is rejected after a signature, for an unknown correction and for one of another scan', async () => {
    const { correction } = await mustCorrect({ laterality: 'L' });
    expect((await undo(newId())).status).toBe(404);
    const other = await addCompletedScan(calls, study, 'L');
    expect((await undo(correction.id, other.id)).status).toBe(404);
    await confirmReread((await readStudy()).rereading?.at ?? '');
    await signReport(calls, study, 'left');
    expect((await undo(correction.id)).body.code).toBe('REPORT_SIGNED_CORRECTION');
    expect(await listCorrections()).toMatchObject([
      { undo: { error: { code: 'REPORT_SIGNED_CORRECTION' } } },
    ]);
  });
});
