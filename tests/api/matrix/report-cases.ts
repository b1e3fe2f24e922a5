import { sql, type UpdateObject } from 'kysely';
import { newId } from '#foundation';
import type { reportRoutes } from '../../../platform/contracts/routes/records/report-routes.ts';
import type { Database } from '../../../platform/server/database/schema.ts';
import { PASSWORD } from '../support/start-test-server.ts';
import {
  type Caller,
  ifMatch,
  type MatrixTenant,
  type RouteCase,
  type RouteCases,
} from './route-case.ts';

const READERS = { roles: ['OPERATOR', 'PHYSICIAN', 'VIEWER'], principals: [] } as const;
const PHYSICIAN = { roles: ['PHYSICIAN'], principals: [] } as const;

const aReport = (studyId: string): { id: string; studyId: string; content: object } => ({
  id: newId(),
  studyId,
  content: { left: { biradsScore: 2 }, impression: { text: 'Negative' } },
});

/** Creates a study with a completed scan of the left side. */
async function studyToReport(tenant: MatrixTenant): Promise<string> {
  const studyId = await tenant.newStudy();
  const scanId = await tenant.newScan('C');
  await tenant.db
    .updateTable('scan')
    .set({ studyId })
    .where('organizationId', '=', tenant.organizationId)
    .where('id', '=', scanId)
    .execute();
  return studyId;
}

type Author = Caller | 'PHYSICIAN';

/**
 * Returns the draft's author, because only the author may change a draft: the caller if permitted
 * to write, else a physician.
 */
const authorOf = (caller: Caller): Author => (caller.name === 'PHYSICIAN' ? caller : 'PHYSICIAN');

async function aDraftReport(tenant: MatrixTenant, by: Author): Promise<string> {
  const body = aReport(await studyToReport(tenant));
  return (await tenant.must(by, 'POST', '/reports', { body })).id;
}

async function aPreliminaryReport(tenant: MatrixTenant): Promise<string> {
  const id = await aDraftReport(tenant, 'PHYSICIAN');
  await tenant.must('PHYSICIAN', 'POST', `/reports/${id}/actions/preliminary`);
  return id;
}

/**
 * Creates a report and signs it without a password, because the accounts of the base tenant have
 * none.
 */
export const aSignedReport = (tenant: MatrixTenant): Promise<string> => sign(tenant, {});

/** Creates a signed report with an interval until the follow-up. */
export const aReportWithFollowUp = (tenant: MatrixTenant): Promise<string> =>
  sign(tenant, {
    content: sql<string>`content || '{"followUpMonths": 6}'`,
    signedBy: tenant.base.accountOf('PHYSICIAN').id,
  });

async function sign(tenant: MatrixTenant, more: UpdateObject<Database, 'report'>): Promise<string> {
  const id = await aPreliminaryReport(tenant);
  await tenant.db
    .updateTable('report')
    .set({
      state: 'SIGNED',
      signedAt: new Date().toISOString(),
      ...more,
      contentHash: 'x',
      frozen: JSON.stringify({ content: {}, findings: [], signer: { name: 'x', jobTitle: null } }),
    })
    .where('organizationId', '=', tenant.organizationId)
    .where('id', '=', id)
    .execute();
  return id;
}

/** Builds a case for a call on a fresh report of an account in the same tenant. */
const caseOnReport = (
  create: (tenant: MatrixTenant, by: Author) => Promise<string>,
  more: object = {},
): Pick<RouteCase, 'call' | 'foreign'> => ({
  call: async (tenant, caller) => ({
    params: { id: await create(tenant, authorOf(caller)) },
    ...more,
  }),
  foreign: {
    id: async (_ownOrg, otherOrg) => ({
      params: { id: await create(otherOrg, 'PHYSICIAN') },
      ...more,
    }),
  },
});

export const reportCases: RouteCases<typeof reportRoutes> = {
  listReports: { ...READERS, call: () => ({}), foreign: 'contains no id' },
  getReport: { ...READERS, ...caseOnReport(aDraftReport) },
  getReportPdf: { ...READERS, ...caseOnReport(aDraftReport) },
  // Without a real signature the report is not intact, which permitted callers learn by 409.
  getReportLetter: { ...READERS, ...caseOnReport(aSignedReport), status: 409 },
  getReportLetterText: { ...READERS, ...caseOnReport(aSignedReport), status: 409 },
  saveReport: {
    ...PHYSICIAN,
    call: async (tenant) => ({ body: aReport(await tenant.newStudy()) }),
    foreign: { studyId: 'theirs' },
  },
  deleteReport: { ...PHYSICIAN, ...caseOnReport(aDraftReport, { headers: ifMatch(1) }) },
  listReportsOfStudy: {
    ...READERS,
    call: ({ studyId }) => ({ params: { id: studyId } }),
    foreign: { id: 'theirs' },
  },
  latestReportOfStudy: {
    ...READERS,
    call: async (tenant) => {
      const body = aReport(await studyToReport(tenant));
      await tenant.must('PHYSICIAN', 'POST', '/reports', { body });
      return { params: { id: body.studyId } };
    },
    foreign: { id: 'theirs' },
  },
  makeReportPreliminary: { ...PHYSICIAN, ...caseOnReport(aDraftReport, { body: {} }) },
  signReport: {
    ...PHYSICIAN,
    ...caseOnReport(aPreliminaryReport, { body: { password: PASSWORD } }),
  },
  addAddendum: {
    ...PHYSICIAN,
    call: async (tenant) => ({
      params: { id: await aSignedReport(tenant) },
      body: { id: newId(), text: 'One more word' },
    }),
    foreign: { id: 'theirs' },
  },
};
