import { newId } from '#foundation';
import type { followUpRoutes } from '../../../platform/contracts/routes/records/follow-up-routes.ts';
import { aFinding } from '../support/records.ts';
import { aReportWithFollowUp, aSignedReport } from './report-cases.ts';
import type { Caller, MatrixTenant, RouteCases } from './route-case.ts';

const READERS = { roles: ['OPERATOR', 'PHYSICIAN', 'VIEWER'], principals: [] } as const;
const PHYSICIAN = { roles: ['PHYSICIAN'], principals: [] } as const;
const RANGE = { from: '2026-01-01', to: '2026-12-31' };

const readerOf = ({ base }: MatrixTenant): string => base.accountOf('PHYSICIAN').id;
const anOutcome = () => ({
  ...{ id: newId(), kind: 'BIOPSY', result: 'BENIGN' },
  day: '2026-01-03',
});

/**
 * Creates a finding in a study of its own, because other calls add scans of today to the shared
 * study, and the day of an outcome must not lie before its study.
 */
async function newDatedFinding(tenant: MatrixTenant): Promise<string> {
  const studyId = await tenant.newStudy();
  const scanId = await tenant.newScan('C');
  await tenant.db
    .updateTable('scan')
    .set({ studyId, acquisitionTime: '2026-01-02T03:04:05.678Z' })
    .where('organizationId', '=', tenant.organizationId)
    .where('id', '=', scanId)
    .execute();
  return (await tenant.must('PHYSICIAN', 'POST', '/findings', { body: aFinding(scanId) })).id;
}

async function newOutcome(tenant: MatrixTenant): Promise<string> {
  const path = `/findings/${await newDatedFinding(tenant)}/outcomes`;
  return (await tenant.must('PHYSICIAN', 'POST', path, { body: anOutcome() })).id;
}

const aRequest = () => ({ id: newId(), text: 'State the size' });

/** Returns a request of the caller, or of a physician where the caller can't ask for an addendum. */
async function newRequest(tenant: MatrixTenant, caller: Caller): Promise<string> {
  const path = `/reports/${await aSignedReport(tenant)}/addendumRequests`;
  const isOwn = ['OPERATOR', 'PHYSICIAN', 'VIEWER'].includes(caller.name);
  const by = isOwn && caller.accountId !== null ? caller : 'PHYSICIAN';
  return (await tenant.must(by, 'POST', path, { body: aRequest() })).id;
}

/** Returns a study whose report states an interval, because only such follow-ups can be closed. */
async function newFollowUp(tenant: MatrixTenant): Promise<string> {
  const { studyId } = await tenant.db
    .selectFrom('report')
    .select('studyId')
    .where('organizationId', '=', tenant.organizationId)
    .where('id', '=', await aReportWithFollowUp(tenant))
    .executeTakeFirstOrThrow();
  return studyId;
}

const aClosure = () => ({ id: newId(), sides: ['L'], reason: 'DECLINED' });

async function newClosure(tenant: MatrixTenant): Promise<string> {
  const path = `/studies/${await newFollowUp(tenant)}/followUpClosures`;
  return (await tenant.must('PHYSICIAN', 'POST', path, { body: aClosure() })).id;
}

export const followUpCases: RouteCases<typeof followUpRoutes> = {
  listFollowUps: {
    ...READERS,
    call: (tenant) => ({ query: { readerId: readerOf(tenant) } }),
    foreign: { readerId: 'theirs' },
  },
  downloadFollowUps: {
    ...READERS,
    call: (tenant) => ({ query: { readerId: readerOf(tenant) } }),
    foreign: { readerId: 'theirs' },
  },
  listReportReaders: { ...READERS, call: () => ({}), foreign: 'contains no id' },
  listOutcomes: {
    ...READERS,
    call: ({ findingId }) => ({ params: { id: findingId } }),
    foreign: { id: 'theirs' },
  },
  addOutcome: {
    ...PHYSICIAN,
    call: async (tenant) => ({ params: { id: await newDatedFinding(tenant) }, body: anOutcome() }),
    foreign: { id: 'theirs' },
  },
  deleteOutcome: {
    ...PHYSICIAN,
    call: async (tenant) => ({
      params: { id: await newOutcome(tenant) },
      body: { reason: 'Another patient' },
    }),
    foreign: { id: 'theirs' },
  },
  listFollowUpClosures: {
    ...READERS,
    call: ({ studyId }) => ({ params: { id: studyId } }),
    foreign: { id: 'theirs' },
  },
  closeFollowUp: {
    ...PHYSICIAN,
    call: async (tenant) => ({ params: { id: await newFollowUp(tenant) }, body: aClosure() }),
    foreign: { id: 'theirs' },
  },
  reopenFollowUp: {
    ...PHYSICIAN,
    call: async (tenant) => ({
      params: { id: await newClosure(tenant) },
      body: { reason: 'Another patient' },
    }),
    foreign: { id: 'theirs' },
  },
  listAddendumRequests: {
    ...READERS,
    call: ({ studyId }) => ({ params: { id: studyId } }),
    foreign: { id: 'theirs' },
  },
  requestAddendum: {
    ...READERS,
    call: async (tenant) => ({ params: { id: await aSignedReport(tenant) }, body: aRequest() }),
    foreign: { id: 'theirs' },
  },
  closeAddendumRequest: {
    ...READERS,
    call: async (tenant, caller) => ({
      params: { id: await newRequest(tenant, caller) },
      body: { reason: 'Solved by telephone' },
    }),
    foreign: {
      id: async (_ownOrg, otherOrg) => {
        const path = `/reports/${await aSignedReport(otherOrg)}/addendumRequests`;
        const request = await otherOrg.must('PHYSICIAN', 'POST', path, { body: aRequest() });
        return { params: { id: request.id }, body: { reason: 'Solved by telephone' } };
      },
    },
  },
  getReportStatistics: {
    ...READERS,
    call: (tenant) => ({ query: { ...RANGE, readerId: readerOf(tenant) } }),
    foreign: { readerId: 'theirs' },
  },
  downloadReportStatistics: {
    ...READERS,
    call: (tenant) => ({ query: { ...RANGE, readerId: readerOf(tenant) } }),
    foreign: { readerId: 'theirs' },
  },
};
