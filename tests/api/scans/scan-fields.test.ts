import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorResponse, Scan } from '#contracts';
import { newId } from '#foundation';
import { aPatient } from '../support/records.ts';
import { ifVersion, startTenantCalls, type TenantCalls } from '../support/tenant-calls.ts';

let calls: TenantCalls;
let scan: Scan;
beforeAll(async () => {
  calls = await startTenantCalls();
});
afterAll(() => calls?.[Symbol.asyncDispose]());
beforeEach(async () => {
  scan = await addScan();
});

const create = <T>(path: string, body: object) => calls.must<T>('OPERATOR', 'POST', path, { body });

async function addScan(): Promise<Scan> {
  const patient = await create<{ id: string }>('/patients', aPatient());
  const body = { patientId: patient.id, accessionNumber: null };
  const study = await create<{ id: string }>('/studies', body);
  return create<Scan>('/scans', { studyId: study.id, laterality: 'R' });
}

const setState = (scanState: Scan['scanState']) =>
  calls.tenants.db.updateTable('scan').set({ scanState }).where('id', '=', scan.id).execute();

/** Inserts a signed report of the scan's study, and with `addendum` an open addendum. */
async function signReport({ addendum = false } = {}): Promise<void> {
  const id = newId();
  const report = {
    organizationId: calls.tenants.ownOrg.organizationId,
    studyId: scan.studyId,
    patientId: scan.patientId,
    content: '{}',
    createdBy: null,
    updatedBy: null,
  };
  const signature = { signedAt: new Date().toISOString(), frozen: '{}', contentHash: 'hash' };
  const signed = {
    ...report,
    ...signature,
    id,
    number: 1,
    state: 'SIGNED',
    parentId: null,
  } as const;
  const open = { ...report, id: newId(), number: 2, state: 'ADDENDUM', parentId: id } as const;
  await calls.tenants.db.insertInto('report').values(signed).execute();
  if (addendum) await calls.tenants.db.insertInto('report').values(open).execute();
}

/** Sends the stored fields of the scan with `change`. */
const update = (change: object) => {
  const { protocol, patientPosition, breastDensity, breastVolumeSize } = scan;
  return calls.as<Scan & ErrorResponse>('OPERATOR', 'PUT', `/scans/${scan.id}`, {
    body: { protocol, patientPosition, breastDensity, breastVolumeSize, ...change },
    ...ifVersion(1),
  });
};
const setDensity = (breastDensity: string) =>
  calls.as<Scan & ErrorResponse>('OPERATOR', 'PUT', `/scans/${scan.id}/updateBreastDensity`, {
    body: { breastDensity },
  });
const readScan = () => calls.must<Scan>('OPERATOR', 'GET', `/scans/${scan.id}`);
const errorOf = ({ status, body }: { status: number; body: ErrorResponse }) => [
  status,
  body.errorType,
  body.code,
];

describe('an update of a scan', () => {
  it('changes the position before the scan starts', async () => {
    expect((await update({ patientPosition: 'STANDING' })).body).toMatchObject({
      patientPosition: 'STANDING',
      version: 2,
    });
  });

  it.each(['I', 'C'] as const)(
    'in state %s rejects another position and names the correction',
    async (state) => {
      await setState(state);
      const rejected = await update({ patientPosition: 'STANDING' });
      expect(errorOf(rejected)).toEqual([409, 'WrongScanState', 'SCAN_POSITION_FIXED']);
      expect(rejected.body.message).toContain('Correct the scan');
      expect(await readScan()).toMatchObject({ patientPosition: 'SUPINE', version: 1 });
    },
  );

  it('under a signed report rejects another position or density', async () => {
    await setState('C');
    await signReport();
    const moved = await update({ patientPosition: 'STANDING' });
    expect(errorOf(moved)).toEqual([409, 'ReportSigned', 'REPORT_SIGNED_CORRECTION']);
    const denser = await update({ breastDensity: 'HETERO' });
    expect(errorOf(denser)).toEqual([409, 'ReportSigned', 'REPORT_SIGNED_DENSITY']);
    expect(await readScan()).toMatchObject({ breastDensity: null, version: 1 });
    expect((await update({ breastVolumeSize: 700 })).status).toBe(200);
  });
});

describe('a new scan of this visit', () => {
  const setStudyAge = (hours: number) =>
    calls.tenants.db
      .updateTable('study')
      .set({ createdAt: new Date(Date.now() - hours * 3_600_000).toISOString() })
      .where('id', '=', scan.studyId)
      .execute();
  const createScan = (fields: object) =>
    calls.as<Scan & ErrorResponse>('OPERATOR', 'POST', '/scans', {
      body: { studyId: scan.studyId, laterality: 'L', ...fields },
    });

  it('is rejected in a study of an earlier visit, and stored after the operator has chosen it', async () => {
    const id = newId();
    await setStudyAge(11);
    expect((await createScan({ id, ofThisVisit: true })).status).toBe(200);
    await setStudyAge(13);
    const rejected = await createScan({ ofThisVisit: true });
    expect(errorOf(rejected)).toEqual([409, 'VisitEnded', 'STUDY_OF_EARLIER_VISIT']);
    expect((await createScan({ id, ofThisVisit: true })).body.id).toBe(id);
    expect((await createScan({ ofThisVisit: false })).status).toBe(200);
  });
});

describe('a repeated creation of a scan', () => {
  it('with another position is rejected, because the stored scan keeps the first', async () => {
    const id = newId();
    const repeat = (patientPosition: string) =>
      calls.as<Scan & ErrorResponse>('OPERATOR', 'POST', '/scans', {
        body: { id, studyId: scan.studyId, laterality: 'L', patientPosition },
      });
    expect((await repeat('STANDING')).body).toMatchObject({ id, patientPosition: 'STANDING' });
    expect((await repeat('STANDING')).status).toBe(200);
    expect(errorOf(await repeat('SUPINE'))).toEqual([409, 'Conflict', 'SCAN_ID_TAKEN']);
  });
});

describe('the density of a scan', () => {
  it('can change only until the report is signed', async () => {
    await setState('C');
    expect((await setDensity('HETERO')).status).toBe(200);
    await signReport();
    const rejected = await setDensity('FATTY');
    expect(errorOf(rejected)).toEqual([409, 'ReportSigned', 'REPORT_SIGNED_DENSITY']);
    expect(await readScan()).toMatchObject({ breastDensity: 'HETERO', version: 2 });
  });

  it('can change while an addendum is open', async () => {
    await setState('C');
    await signReport({ addendum: true });
    expect((await setDensity('FATTY')).body).toMatchObject({ breastDensity: 'FATTY' });
  });
});
