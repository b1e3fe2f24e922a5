import type { ErrorResponse, Report, Scan, ScanSide, Study } from '#contracts';
import { newId } from '#foundation';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { aPatient } from './records.ts';
import { startTenantCalls, type TenantCalls } from './tenant-calls.ts';

const SIGNING_PASSWORD = 'Correct-horse-1!';

/** Starts two tenants whose physician can sign reports. */
export async function startSigningTenants(): Promise<TenantCalls> {
  const calls = await startTenantCalls();
  const { id } = calls.tenants.ownOrg.accountOf('PHYSICIAN');
  const passwordHash = await hashPassword(SIGNING_PASSWORD);
  await calls.tenants.db
    .updateTable('account')
    .set({ passwordHash, lastName: 'Reader', jobTitle: 'MD' })
    .where('id', '=', id)
    .execute();
  return calls;
}

/** Creates a patient with an empty study. */
export async function addStudy(calls: TenantCalls): Promise<Study> {
  const patient = await create<{ id: string }>(calls, '/patients', aPatient());
  return create<Study>(calls, '/studies', { patientId: patient.id, accessionNumber: null });
}

/** Adds a completed scan without files to a study. */
export async function addCompletedScan(
  calls: TenantCalls,
  { id: studyId }: Pick<Study, 'id'>,
  laterality: ScanSide = 'R',
): Promise<Scan> {
  const scan = await create<Scan>(calls, '/scans', { studyId, laterality });
  await calls.tenants.db
    .updateTable('scan')
    .set({ scanState: 'C', acquisitionTime: '2026-11-01T10:00:00.000Z' })
    .where('id', '=', scan.id)
    .execute();
  return { ...scan, scanState: 'C' };
}

/** Signs a report on one breast of a study as the physician. */
export async function signReport(
  calls: TenantCalls,
  study: Pick<Study, 'id'>,
  side: 'left' | 'right',
): Promise<void> {
  const response = await trySigning(calls, await addPreliminaryReport(calls, study, side));
  if (response.status !== 200) throw new Error(`Not signed: ${JSON.stringify(response.body)}`);
}

/** Writes a preliminary report on one breast of a study as the physician and returns its id. */
export async function addPreliminaryReport(
  calls: TenantCalls,
  { id: studyId }: Pick<Study, 'id'>,
  side: 'left' | 'right',
): Promise<string> {
  const post = (path: string, body: object) =>
    calls.must<Report>('PHYSICIAN', 'POST', path, { body });
  const assessment = { biradsScore: 2, breastDensity: 'FATTY', text: { text: '' } };
  const content = { [side]: assessment, impression: { text: 'Benign' } };
  const { id } = await post('/reports', { id: newId(), studyId, content });
  await post(`/reports/${id}/actions/preliminary`, {});
  return id;
}

/** Sends the signature of a preliminary report as the physician. */
export const trySigning = (calls: TenantCalls, reportId: string) =>
  calls.as<Report & ErrorResponse>('PHYSICIAN', 'POST', `/reports/${reportId}/actions/sign`, {
    body: { password: SIGNING_PASSWORD },
  });

const create = <T>(calls: TenantCalls, path: string, body: object): Promise<T> =>
  calls.must<T>('OPERATOR', 'POST', path, { body });
