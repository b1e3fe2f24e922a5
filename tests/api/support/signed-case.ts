import type { Finding, Mark } from '#contracts';
import { newId } from '#foundation';
import { hashPassword } from '../../../platform/server/accounts/passwords.ts';
import { aFinding, aMark } from './records.ts';
import type { TenantCalls } from './tenant-calls.ts';
import type { TwoTenants } from './two-tenants.ts';

/** Password with which the physician signs after `allowSigning`. */
export const SIGNING_PASSWORD = 'Correct-horse-1!';

/** Gives the physician of `ownOrg` the password with which reports are signed. */
export async function allowSigning({ db, ownOrg }: TwoTenants, more: object = {}): Promise<void> {
  const passwordHash = await hashPassword(SIGNING_PASSWORD);
  await db
    .updateTable('account')
    .set({ passwordHash, ...more })
    .where('id', '=', ownOrg.accountOf('PHYSICIAN').id)
    .execute();
}

export interface SignedCaseOptions {
  readonly day?: string;
  readonly score?: number;
  readonly months?: number | null;
  readonly indications?: readonly string[];
  /** Adds a scan of the right breast, with the same category and without findings. */
  readonly hasRight?: boolean;
  /** Number of findings. */
  readonly findings?: number;
  /** Adds an arrow, which is an annotation and no finding. */
  readonly hasArrow?: boolean;
  /** Ids of the list RECOMM_TYPE. */
  readonly codes?: readonly string[];
}

interface DatedStudy {
  readonly patientId: string;
  /** Day of the scan, yyyy-mm-dd. */
  readonly day: string;
  readonly indications?: readonly string[];
}

/** Creates a study with a completed scan of the left breast at noon of a day. */
export async function addDatedStudy(
  { must, tenants }: TenantCalls,
  { patientId, day, indications = [] }: DatedStudy,
) {
  const body = { patientId, accessionNumber: null, indications };
  const { id: studyId } = await must<{ id: string }>('PHYSICIAN', 'POST', '/studies', { body });
  const scanId = await tenants.ownOrg.addScan();
  await tenants.db
    .updateTable('scan')
    .set({ studyId, patientId, acquisitionTime: `${day}T12:00:00.000Z` })
    .where('id', '=', scanId)
    .execute();
  return { studyId, scanId };
}

/** Adds a scan of the right breast at the time of another scan. */
async function addRightScan(
  { tenants: { db, ownOrg } }: TenantCalls,
  studyId: string,
  leftScanId: string,
): Promise<void> {
  const { patientId, acquisitionTime } = await db
    .selectFrom('scan')
    .select(['patientId', 'acquisitionTime'])
    .where('id', '=', leftScanId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('scan')
    .set({ studyId, patientId, acquisitionTime, laterality: 'R' })
    .where('id', '=', await ownOrg.addScan())
    .execute();
}

/** Signs a study with findings of the category, by default one of 3 with a follow-up in 6 months. */
export async function addSignedCase(
  calls: TenantCalls,
  patientId: string,
  options: SignedCaseOptions = {},
) {
  const { day = '2026-01-31', score = 4, months = 6, indications = [] } = options;
  const { codes = score < 5 ? [] : ['BIRAD_4'], findings = 1, hasRight = false } = options;
  const post = <T>(path: string, body: object) =>
    calls.must<T>('PHYSICIAN', 'POST', path, { body });
  const { studyId, scanId } = await addDatedStudy(calls, { patientId, day, indications });
  if (hasRight) await addRightScan(calls, studyId, scanId);
  const newFinding = async (): Promise<string> =>
    (await post<Finding>('/findings', { ...aFinding(scanId), biradsScore: score })).id;
  const findingId = await newFinding();
  for (let index = 1; index < findings; index++) await newFinding();
  if (options.hasArrow === true) {
    const arrow: Mark = { ...aMark(), markType: 'ARROW' };
    await post('/findings', { ...aFinding(scanId, [arrow]), massLengthUm: null });
  }
  const side = { biradsScore: score, breastDensity: 'HETERO', text: { text: 'A mass' } };
  const content = {
    left: side,
    ...(hasRight ? { right: side } : {}),
    impression: { text: 'See above' },
    recommendations: codes.map((code) => ({ code, side: 'L' })),
    followUpMonths: months,
  };
  const reportId = newId();
  await post('/reports', { id: reportId, studyId, content });
  await post(`/reports/${reportId}/actions/preliminary`, {});
  await post(`/reports/${reportId}/actions/sign`, { password: SIGNING_PASSWORD });
  return { studyId, scanId, findingId, reportId };
}
