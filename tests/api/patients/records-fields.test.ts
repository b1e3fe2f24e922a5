import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Patient, Scan } from '#contracts';
import { newId } from '#foundation';
import { aPatient, PNG } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());

const newPatient = (overrides: object = {}) =>
  calls.must<Patient>('OPERATOR', 'POST', '/patients', { body: aPatient(overrides) });

describe('a patient', () => {
  it('stores ethnicity, history and the score of a risk form', async () => {
    const patient = await newPatient({ ethnicity: 'ASIAN', cancerHistory: ['family', ' LUMP_R '] });
    expect(patient).toMatchObject({ ethnicity: 'ASIAN', cancerHistory: ['FAMILY', 'LUMP_R'] });
    expect(patient.organization).toEqual({ id: calls.tenants.ownOrg.organizationId });
    const path = `/patients/${patient.id}/actions/updateRiskScore`;
    const scored = await calls.must<Patient>('OPERATOR', 'POST', path, {
      body: { riskScore: 17.5 },
    });
    expect(scored).toMatchObject({ riskScore: 17.5, version: 2 });
    const late = await calls.as('OPERATOR', 'POST', path, {
      body: { riskScore: 1 },
      ...ifVersion(1),
    });
    expect(late.status).toBe(412);
  });

  it.each([
    [['NONE_SUCH'], 'ITEM_NOT_FOUND'],
    [['FAMILY', 'family'], 'DUPLICATE_ITEMS'],
  ])('with the history %j is rejected as %s', async (cancerHistory, code) => {
    const body = aPatient({ cancerHistory });
    const rejected = await calls.as('OPERATOR', 'POST', '/patients', { body });
    expect(rejected.status).toBe(400);
    expect(rejected.body).toMatchObject({ errors: [{ field: 'cancerHistory', code }] });
  });

  it('born before 1900 is rejected with the text of the form', async () => {
    const body = aPatient({ birthDate: '1899-12-31' });
    const rejected = await calls.as('OPERATOR', 'POST', '/patients', { body });
    const message = 'Date should be a greater than year 1900';
    expect(rejected.body).toMatchObject({ errors: [{ field: 'birthDate', message }] });
  });

  it('is found only by the complete code', async () => {
    const code = `MRN.${newId().slice(0, 8)}~1`;
    const { id } = await newPatient({ code });
    const path = `/patients/code/${encodeURIComponent(code)}`;
    expect(await calls.must<Patient>('VIEWER', 'GET', path)).toMatchObject({ id, code });
    expect((await calls.as('VIEWER', 'GET', `${path}x`)).status).toBe(404);
    expect((await calls.as('VIEWER', 'GET', '/patients/code/a%2Fb')).status).toBe(400);
    const exists = (code: string) =>
      calls.must('VIEWER', 'POST', '/patients/ispatientexist', { body: { code } });
    expect(await exists(code)).toEqual({ exists: true, id });
    expect(await exists(`${code}x`)).toEqual({ exists: false, id: null });
  });

  it('can’t be deleted while she has studies; once deleted, her code is free and no search finds her', async () => {
    const code = `DEL-${newId().slice(0, 8)}`;
    const patient = await newPatient({ code });
    const path = `/patients/${patient.id}`;
    const study = await calls.must<{ id: string }>('OPERATOR', 'POST', '/studies', {
      body: { patientId: patient.id, accessionNumber: null },
    });
    expect((await calls.as('OPERATOR', 'DELETE', path)).status).toBe(428);
    const rejected = await calls.as('OPERATOR', 'DELETE', path, ifVersion(1));
    expect(rejected.status).toBe(409);
    expect(rejected.body).toMatchObject({ errorType: 'PatientHasStudies', data: { studies: 1 } });
    await calls.must('OPERATOR', 'DELETE', `/studies/${study.id}`, ifVersion(1));
    expect((await calls.as('OPERATOR', 'DELETE', path, ifVersion(9))).status).toBe(412);
    const deleted = await calls.must<Patient>('OPERATOR', 'DELETE', path, ifVersion(1));
    expect(deleted.deletedAt).not.toBeNull();
    expect(deleted.deletedBy).toBe(calls.tenants.ownOrg.accountOf('OPERATOR').id);
    expect((await calls.as('OPERATOR', 'GET', path)).status).toBe(404);
    const result = await calls.must<{ total: number }>(
      'OPERATOR',
      'GET',
      `/patients/actions/search?_keywords=${code}`,
    );
    expect(result.total).toBe(0);
    expect((await newPatient({ code })).id).not.toBe(patient.id);
    const body = { patientId: patient.id, accessionNumber: null };
    expect((await calls.as('OPERATOR', 'POST', '/studies', { body })).status).toBe(404);
  });
});

describe('a scan', () => {
  const newScan = (state: 'N' | 'I' | 'C' = 'C') =>
    calls.tenants.ownOrg.addScan({ scanState: state });
  const send = (id: string, method: string, subpath: string, body?: object, version?: number) =>
    calls.as<Scan>('PHYSICIAN', method, `/scans/${id}${subpath}`, {
      ...(body === undefined ? {} : { body }),
      ...(version === undefined ? {} : ifVersion(version)),
    });

  it('stores density, volume and the image adjustments of each panel', async () => {
    const id = await newScan();
    const density = await send(id, 'PUT', '/updateBreastDensity', { breastDensity: 'hetero' });
    expect(density.body).toMatchObject({ breastDensity: 'HETERO' });
    const volume = await send(id, 'PUT', '/updateBreastVolumeSize', { breastVolumeSize: 640 });
    expect(volume.body).toMatchObject({ breastVolumeSize: 640, breastDensity: 'HETERO' });
    const adjustments = { brightness: -20, contrast: 50, farGain: 10 };
    const defaults = { nearGain: 0, midGain: 0, inverted: false };
    await send(id, 'POST', '/actions/updateImgAdjSettings', { COR: adjustments });
    const both = await send(id, 'POST', '/actions/updateImgAdjSettings', { SAG: adjustments });
    expect(both.body.imageAdjustments).toEqual({
      COR: { ...adjustments, ...defaults },
      SAG: { ...adjustments, ...defaults },
    });
    const invalid = await send(id, 'PUT', '/updateBreastDensity', { breastDensity: 'THICK' });
    expect(invalid.body).toMatchObject({ errors: [{ code: 'ITEM_NOT_FOUND' }] });
    for (const body of [{ XYZ: adjustments }, { COR: { contrast: 101 } }, { COR: { gamma: 1 } }]) {
      expect((await send(id, 'POST', '/actions/updateImgAdjSettings', body)).status).toBe(400);
    }
  });

  it('records who approved or disapproved the scan, and when, after completion', async () => {
    const id = await newScan();
    const approved = await send(id, 'POST', '/actions/approve', {});
    const reviewedBy = calls.tenants.ownOrg.accountOf('PHYSICIAN').id;
    expect(approved.body.review).toMatchObject({ verdict: 'APPROVED', reviewedBy });
    const changed = await send(id, 'POST', '/actions/disapprove', { reason: 'Motion' });
    expect(changed.body.review).toMatchObject({ verdict: 'DISAPPROVED', reviewedBy });
    const premature = await send(await newScan('I'), 'POST', '/actions/approve', {});
    expect(premature.body).toMatchObject({ errorType: 'WrongScanState' });
  });

  it('can change its protocol only before its start', async () => {
    const body = { protocol: 'UQQ', patientPosition: 'STANDING', breastDensity: null };
    const fields = { ...body, breastVolumeSize: null };
    const fresh = await newScan('N');
    expect((await send(fresh, 'PUT', '', fields)).status).toBe(428);
    expect((await send(fresh, 'PUT', '', fields, 1)).body).toMatchObject({ protocol: 'UQQ' });
    const completedUpdate = await send(await newScan('C'), 'PUT', '', fields, 1);
    expect(completedUpdate.body).toMatchObject({ errorType: 'WrongScanState' });
  });

  it('is soft-deleted', async () => {
    const reason = { reason: 'Wrong import' };
    const id = await newScan();
    expect((await send(id, 'DELETE', '', reason, 1)).body.deletedAt).not.toBeNull();
    expect((await send(id, 'GET', '')).status).toBe(404);
  });

  it('returns the thumbnail of its nipple in single reads, never in lists', async () => {
    const id = await newScan();
    const nipple = { sag: 1, tra: 2, depth: 3, rad: 4, thumbnailBase64: PNG };
    expect((await send(id, 'PUT', '/nipple', nipple)).body.nippleLocation).toMatchObject(nipple);
    expect((await send(id, 'GET', '')).body.nippleLocation?.thumbnailBase64).toBe(PNG);
    const list = await calls.must(
      'PHYSICIAN',
      'GET',
      `/studies/${calls.tenants.ownOrg.studyId}/scans`,
    );
    expect(JSON.stringify(list)).not.toContain(PNG);
    const html = Buffer.from('<script>').toString('base64');
    const invalid = await send(id, 'PUT', '/nipple', { ...nipple, thumbnailBase64: html });
    expect(invalid.status).toBe(400);
    const { thumbnailBase64: _thumbnail, ...moved } = nipple;
    await send(id, 'PUT', '/nipple', moved);
    expect((await send(id, 'GET', '')).body.nippleLocation?.thumbnailBase64).toBeNull();
  });

  it.each([
    ['PUT', '/nipple', { sag: 0, tra: 0, depth: 0, rad: 0, setBy: newId() }, 'setBy'],
    [
      'POST',
      '/actions/updateScanState/I',
      { acquisitionTime: '2020-01-01T00:00:00Z' },
      'acquisitionTime',
    ],
    ['PUT', '/updateBreastDensity', { breastDensity: null, reviewedBy: newId() }, 'reviewedBy'],
  ])('rejects unknown fields in %s %s', async (method, subpath, body, field) => {
    const rejected = await send(await newScan('N'), method, subpath, body);
    expect(rejected.status).toBe(400);
    expect(rejected.body).toMatchObject({ errorType: 'ValidationFailed', errors: [{ field }] });
  });
});

describe('scan lists', () => {
  const ids = async (path: string) =>
    (await calls.must<{ items: Scan[] }>('PHYSICIAN', 'GET', path)).items.map(({ id }) => id);

  it('begin with the newest acquisition: of a patient, of a study, completed, and priors of a side', async () => {
    const { ownOrg, db } = calls.tenants;
    const { id: patientId } = await newPatient();
    const newStudy = async () =>
      (
        await calls.must<{ id: string }>('OPERATOR', 'POST', '/studies', {
          body: { patientId, accessionNumber: null },
        })
      ).id;
    const first = await newStudy();
    const second = await newStudy();
    const addScan = async (studyId: string, laterality: 'L' | 'R', year: number | null) => {
      const body = { studyId, laterality };
      const { id } = await calls.must<Scan>('OPERATOR', 'POST', '/scans', { body });
      if (year !== null) {
        await db
          .updateTable('scan')
          .set({ scanState: 'C', acquisitionTime: `${year}-01-01T00:00:00.000Z` })
          .where('organizationId', '=', ownOrg.organizationId)
          .where('id', '=', id)
          .execute();
      }
      return id;
    };
    const right2001 = await addScan(first, 'R', 2001);
    const right2002 = await addScan(first, 'R', 2002);
    const left2003 = await addScan(first, 'L', 2003);
    const right2004 = await addScan(second, 'R', 2004);
    const notStarted = await addScan(second, 'R', null);
    expect(await ids(`/patients/${patientId}/scans`)).toEqual([
      notStarted,
      right2004,
      left2003,
      right2002,
      right2001,
    ]);
    expect(await ids(`/studies/${first}/scans`)).toEqual([left2003, right2002, right2001]);
    expect(await ids(`/studies/${second}/scans/completed`)).toEqual([right2004]);
    expect(await ids(`/scans/${right2004}/priorScans`)).toEqual([right2002, right2001]);
    expect(await ids(`/scans/${notStarted}/priorScans`)).toEqual([right2004, right2002, right2001]);
    expect(await ids(`/scans/${left2003}/priorScans`)).toEqual([]);
    const page = await calls.must<{ items: Scan[]; nextCursor: string; total: number }>(
      'PHYSICIAN',
      'GET',
      `/patients/${patientId}/scans?limit=3`,
    );
    expect(page.total).toBe(5);
    expect(await ids(`/patients/${patientId}/scans?limit=3&cursor=${page.nextCursor}`)).toEqual([
      right2002,
      right2001,
    ]);
    expect((await ids('/scans?limit=200')).slice(0, 1)).toEqual([notStarted]);
  });
});
