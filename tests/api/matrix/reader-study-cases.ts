import type { CaseReading, ReaderStudy } from '#contracts';
import { newId } from '#foundation';
import type { readerStudyRoutes } from '../../../platform/contracts/routes/administration/reader-study-routes.ts';
import type { Caller, MatrixTenant, RouteCases } from './route-case.ts';
import { ifMatch } from './route-case.ts';

const ADMINISTRATORS = { roles: ['ADMIN'], principals: [] } as const;
const READERS = { roles: ['PHYSICIAN', 'BLIND_ANNOTATOR'], principals: [] } as const;

/** Returns a study with a completed scan and its volume; other calls may change that of the tenant. */
async function newCase(tenant: MatrixTenant): Promise<string> {
  const scanId = await tenant.newScan('C');
  await tenant.newVolume(scanId);
  const scan = await tenant.must<{ studyId: string }>('PHYSICIAN', 'GET', `/scans/${scanId}`);
  return scan.studyId;
}

async function newBody(tenant: MatrixTenant, readerId?: string) {
  return {
    name: `Reader study ${newId()}`,
    filter: { studyIds: [await newCase(tenant)] },
    readerIds: [readerId ?? (await tenant.newAccount('BLIND_ANNOTATOR'))],
    noReturn: false,
  };
}

const newDraft = async (tenant: MatrixTenant, readerId?: string): Promise<string> =>
  (await tenant.must('ADMIN', 'POST', '/reader-studies', { body: await newBody(tenant, readerId) }))
    .id;

async function newOpen(tenant: MatrixTenant, readerId?: string): Promise<string> {
  const id = await newDraft(tenant, readerId);
  return (await tenant.must<ReaderStudy>('ADMIN', 'POST', `/reader-studies/${id}/actions/open`)).id;
}

/** Callers that may not read cases get a reader study of another reader. */
const readerOf = ({ name, accountId }: Caller): string | undefined =>
  accountId !== null && ['PHYSICIAN', 'BLIND_ANNOTATOR', 'BLIND_PHYSICIAN'].includes(name)
    ? accountId
    : undefined;

/** A reading that was not opened, for callers who may not read cases. */
const NO_READING: Pick<CaseReading, 'id' | 'sides'> = { id: newId(), sides: ['R'] };

async function newReading(tenant: MatrixTenant, caller: Caller) {
  const readerId = readerOf(caller);
  if (readerId === undefined) return NO_READING;
  const id = await newOpen(tenant, readerId);
  const path = `/reader-studies/${id}/actions/start`;
  return tenant.must<CaseReading>(caller, 'POST', path);
}

const ratingsOf = ({ sides }: Pick<CaseReading, 'sides'>) => ({
  breasts: sides.map((laterality) => ({ laterality, biradsScore: 2, suspicion: 10 })),
  findings: [],
  activeMs: 0,
});

async function newCompleted(tenant: MatrixTenant, caller: Caller): Promise<string> {
  const reading = await newReading(tenant, caller);
  if (readerOf(caller) === undefined) return reading.id;
  const path = `/reader-studies/readings/${reading.id}/actions/complete`;
  await tenant.must(caller, 'POST', path, { body: ratingsOf(reading) });
  return reading.id;
}

/** Reading of a reader of the tenant that is not the caller. */
async function foreignReading(otherOrg: MatrixTenant): Promise<string> {
  const reader = otherOrg.base.accountOf('PHYSICIAN').id;
  const id = newId();
  const readerStudyId = await newOpen(otherOrg, reader);
  await otherOrg.db
    .insertInto('caseReading')
    .values({
      ...{ id, organizationId: otherOrg.organizationId, readerStudyId, readerId: reader },
      ...{ studyId: otherOrg.studyId, session: 1, position: 1, arm: 'WITHOUT_AI' },
      ...{ endedAt: new Date().toISOString(), ratings: null, findings: null },
    })
    .execute();
  return id;
}

const ofDraft = {
  ...ADMINISTRATORS,
  call: async (tenant: MatrixTenant) => ({ params: { id: await newDraft(tenant) } }),
  foreign: { id: 'theirs' },
} as const;

export const readerStudyCases: RouteCases<typeof readerStudyRoutes> = {
  listAssignedReaderStudies: {
    ...READERS,
    call: () => ({}),
    foreign: 'The reader studies of the caller; no id is named.',
  },
  startReading: {
    ...READERS,
    call: async (tenant, caller) => ({ params: { id: await newOpen(tenant, readerOf(caller)) } }),
    foreign: { id: async (_, otherOrg) => ({ params: { id: await newOpen(otherOrg) } }) },
  },
  reportReadingTime: {
    ...READERS,
    call: async (tenant, caller) => ({
      params: { id: (await newReading(tenant, caller)).id },
      body: { activeMs: 0 },
    }),
    foreign: {
      id: async (_, otherOrg) => ({
        params: { id: await foreignReading(otherOrg) },
        body: { activeMs: 0 },
      }),
    },
  },
  completeReading: {
    ...READERS,
    call: async (tenant, caller) => {
      const reading = await newReading(tenant, caller);
      return { params: { id: reading.id }, body: ratingsOf(reading) };
    },
    foreign: {
      id: async (_, otherOrg) => ({
        params: { id: await foreignReading(otherOrg) },
        body: ratingsOf(NO_READING),
      }),
      findingId: async (tenant, otherOrg, caller) => {
        const reading = await newReading(tenant, caller);
        const findings = [{ findingId: otherOrg.findingId, suspicion: 1 }];
        return { params: { id: reading.id }, body: { ...ratingsOf(reading), findings } };
      },
    },
  },
  leaveReading: {
    ...READERS,
    call: async (tenant, caller) => ({
      params: { id: (await newReading(tenant, caller)).id },
      body: { activeMs: 0 },
    }),
    foreign: {
      id: async (_, otherOrg) => ({
        params: { id: await foreignReading(otherOrg) },
        body: { activeMs: 0 },
      }),
    },
  },
  reopenReading: {
    ...READERS,
    call: async (tenant, caller) => ({ params: { id: await newCompleted(tenant, caller) } }),
    foreign: { id: async (_, otherOrg) => ({ params: { id: await foreignReading(otherOrg) } }) },
  },
  createReaderStudy: {
    ...ADMINISTRATORS,
    call: async (tenant) => ({ body: await newBody(tenant) }),
    foreign: {
      studyIds: async (tenant, otherOrg) => ({
        body: { ...(await newBody(tenant)), filter: { studyIds: [otherOrg.studyId] } },
      }),
      readerIds: async (tenant, otherOrg) => ({
        body: await newBody(tenant, await otherOrg.newAccount('BLIND_ANNOTATOR')),
      }),
    },
  },
  listReaderStudies: {
    ...ADMINISTRATORS,
    call: () => ({}),
    foreign: 'The reader studies of the caller’s organization; no id is named.',
  },
  getReaderStudy: ofDraft,
  updateReaderStudy: {
    ...ADMINISTRATORS,
    call: async (tenant) => ({
      params: { id: await newDraft(tenant) },
      headers: ifMatch(1),
      body: await newBody(tenant),
    }),
    foreign: {
      id: async (ownOrg, otherOrg) => ({
        params: { id: await newDraft(otherOrg) },
        headers: ifMatch(1),
        body: await newBody(ownOrg),
      }),
      studyIds: async (tenant, otherOrg) => ({
        params: { id: await newDraft(tenant) },
        headers: ifMatch(1),
        body: { ...(await newBody(tenant)), filter: { studyIds: [otherOrg.studyId] } },
      }),
      readerIds: async (tenant, otherOrg) => ({
        params: { id: await newDraft(tenant) },
        headers: ifMatch(1),
        body: await newBody(tenant, await otherOrg.newAccount('BLIND_ANNOTATOR')),
      }),
    },
  },
  deleteReaderStudy: {
    ...ADMINISTRATORS,
    call: async (tenant) => ({
      params: { id: await newDraft(tenant) },
      headers: ifMatch(1),
    }),
    foreign: { id: 'theirs' },
  },
  openReaderStudy: ofDraft,
  closeReaderStudy: {
    ...ADMINISTRATORS,
    call: async (tenant) => ({ params: { id: await newOpen(tenant) } }),
    foreign: { id: 'theirs' },
  },
  readerStudyResults: {
    ...ADMINISTRATORS,
    call: async (tenant) => ({
      params: { id: await newOpen(tenant) },
      query: { referenceId: tenant.base.accountOf('PHYSICIAN').id },
    }),
    foreign: {
      id: 'theirs',
      referenceId: async (tenant, otherOrg) => ({
        params: { id: await newOpen(tenant) },
        query: { referenceId: otherOrg.base.accountOf('PHYSICIAN').id },
      }),
    },
  },
  downloadReaderStudy: ofDraft,
};
