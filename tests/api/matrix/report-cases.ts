import { newId } from '#foundation';
import type { reportRoutes } from '../../../platform/contracts/routes/records/report-routes.ts';
import { PASSWORD } from '../support/start-test-server.ts';
import {
  type Caller,
  ifMatch,
  type MatrixClinic,
  type RouteCase,
  type RouteCases,
} from './route-case.ts';

const READERS = { roles: ['OPERATOR', 'PHYSICIAN', 'VIEWER'], principals: [] } as const;
const PHYSICIAN = { roles: ['PHYSICIAN'], principals: [] } as const;

const aReport = (studyId: string): { id: string; studyId: string; content: object } => ({
  id: newId(),
  studyId,
  content: { left: { biradsScore: 2 }, impression: 'Negative' },
});

/** A study of its own with one completed scan of the left side. */
async function studyToReport(clinic: MatrixClinic): Promise<string> {
  const studyId = await clinic.newStudy();
  const scanId = await clinic.newScan('C');
  await clinic.db
    .updateTable('scan')
    .set({ studyId })
    .where('organizationId', '=', clinic.organizationId)
    .where('id', '=', scanId)
    .execute();
  return studyId;
}

type Author = Caller | 'PHYSICIAN';

/** Only its author changes a draft: whoever may write is the author, for the others someone is. */
const authorOf = (caller: Caller): Author => (caller.name === 'PHYSICIAN' ? caller : 'PHYSICIAN');

async function aDraft(clinic: MatrixClinic, by: Author): Promise<string> {
  const body = aReport(await studyToReport(clinic));
  return (await clinic.must(by, 'POST', '/reports', { body })).id;
}

async function aPreliminary(clinic: MatrixClinic): Promise<string> {
  const id = await aDraft(clinic, 'PHYSICIAN');
  await clinic.must('PHYSICIAN', 'POST', `/reports/${id}/actions/preliminary`);
  return id;
}

/** Signed as a report is, but past the password: lasting accounts have none. */
async function aSigned(clinic: MatrixClinic): Promise<string> {
  const id = await aPreliminary(clinic);
  await clinic.db
    .updateTable('report')
    .set({
      state: 'SIGNED',
      signedAt: new Date().toISOString(),
      contentHash: 'x',
      frozen: JSON.stringify({ content: {}, findings: [], signer: { name: 'x', jobTitle: null } }),
    })
    .where('organizationId', '=', clinic.organizationId)
    .where('id', '=', id)
    .execute();
  return id;
}

/** A call about a report that was made for it, by someone of the clinic it is made in. */
const about = (
  make: (clinic: MatrixClinic, by: Author) => Promise<string>,
  more: object = {},
): Pick<RouteCase, 'call' | 'foreign'> => ({
  call: async (clinic, caller) => ({
    params: { id: await make(clinic, authorOf(caller)) },
    ...more,
  }),
  foreign: {
    id: async (_ours, theirs) => ({ params: { id: await make(theirs, 'PHYSICIAN') }, ...more }),
  },
});

export const reportCases: RouteCases<typeof reportRoutes> = {
  listReports: { ...READERS, call: () => ({}), foreign: 'names nothing' },
  getReport: { ...READERS, ...about(aDraft) },
  saveReport: {
    ...PHYSICIAN,
    call: async (clinic) => ({ body: aReport(await clinic.newStudy()) }),
    foreign: { studyId: 'theirs' },
  },
  deleteReport: { ...PHYSICIAN, ...about(aDraft, { headers: ifMatch(1) }) },
  listReportsOfStudy: {
    ...READERS,
    call: ({ studyId }) => ({ params: { id: studyId } }),
    foreign: { id: 'theirs' },
  },
  latestReportOfStudy: {
    ...READERS,
    call: async (clinic) => {
      const body = aReport(await studyToReport(clinic));
      await clinic.must('PHYSICIAN', 'POST', '/reports', { body });
      return { params: { id: body.studyId } };
    },
    foreign: { id: 'theirs' },
  },
  makeReportPreliminary: { ...PHYSICIAN, ...about(aDraft, { body: {} }) },
  signReport: { ...PHYSICIAN, ...about(aPreliminary, { body: { password: PASSWORD } }) },
  addAddendum: {
    ...PHYSICIAN,
    call: async (clinic) => ({
      params: { id: await aSigned(clinic) },
      body: { id: newId(), text: 'One more word' },
    }),
    foreign: { id: 'theirs' },
  },
};
