import { createHash } from 'node:crypto';
import { newId } from '#foundation';
import type { operationRoutes } from '../../../platform/contracts/routes/operation-routes.ts';
import { makeActivationCode } from '../../../platform/server/operations/index.ts';
import {
  type Caller,
  ifMatch,
  type MatrixClinic,
  type RouteCase,
  type RouteCases,
} from './route-case.ts';

const ADMIN = { roles: ['ADMIN'], principals: [] } as const;
const EVERYONE = {
  roles: ['ADMIN', 'OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'],
  principals: [],
} as const;
const READERS = { roles: ['OPERATOR', 'PHYSICIAN', 'VIEWER'], principals: [] } as const;
const MAKERS = { roles: ['OPERATOR', 'PHYSICIAN'], principals: [] } as const;
const PUBLIC = { roles: 'public', principals: [] } as const;
const SYNC_LOOKERS = {
  roles: ['ADMIN', 'OPERATOR', 'PHYSICIAN', 'VIEWER'],
  principals: [],
} as const;
const SYNC_ACTORS = { roles: ['ADMIN', 'OPERATOR', 'PHYSICIAN'], principals: [] } as const;
const NOTHING = { call: () => ({}), foreign: 'names nothing' } as const;

/** A call about something that was made for it. */
const about = (
  make: (clinic: MatrixClinic) => Promise<string>,
  more: (id: string) => object = () => ({}),
): Pick<RouteCase, 'call' | 'foreign'> => ({
  call: async (clinic) => {
    const id = await make(clinic);
    return { params: { id }, ...more(id) };
  },
  foreign: { id: 'theirs' },
});

const TIMES = { cronJobType: 'TEST_JOB', recurrence: 'DAILY', timeOfDay: '03:30' };
const aCronJob = async (clinic: MatrixClinic): Promise<string> =>
  (await clinic.must('ADMIN', 'POST', '/cronjobs', { body: TIMES })).id;

const aSyncJob = async (clinic: MatrixClinic): Promise<string> =>
  (await clinic.must('OPERATOR', 'POST', '/cloudsyncjobs/actions/start', { body: {} })).id;

const BYTES = 'a report of before';
export const ATTACHMENT_FILE = 'before.pdf';
const anAttachment = (patientId: string): object => ({
  patientId,
  patientAttachmentTypeCode: 'REPORT',
  filesInfo: [
    { name: ATTACHMENT_FILE, checksum: createHash('sha256').update(BYTES).digest('hex') },
  ],
});
const announced = async (clinic: MatrixClinic): Promise<string> => {
  const body = anAttachment(clinic.patientId);
  return (await clinic.must('PHYSICIAN', 'POST', '/patientattachments', { body })).id;
};

/** One whose file has the bytes of the clinic's volume. */
export async function filledAttachment(clinic: MatrixClinic): Promise<string> {
  const id = await announced(clinic);
  const { organizationId, db, fileId } = clinic;
  const stored = await db
    .selectFrom('scanFile')
    .select(['storagePath', 'checksum', 'byteLength', 'storedAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('patientAttachmentFile')
    .set({ ...stored, checksum: stored.checksum ?? '' })
    .where('organizationId', '=', organizationId)
    .where('attachmentId', '=', id)
    .execute();
  return id;
}

/** Whoever has no account has no preferences; the id is then one that is none. */
const own = ({ accountId }: Caller): string => accountId ?? newId();
const aPreference = (userId: string) => ({ userId, prefCode: 'reading.layout', value: 'four' });

export const operationCases: RouteCases<typeof operationRoutes> = {
  listOrganizations: { ...ADMIN, ...NOTHING },
  getOrganization: {
    ...ADMIN,
    call: ({ organizationId }) => ({ params: { id: organizationId } }),
    foreign: { id: 'theirs' },
  },
  createOrganization: {
    ...ADMIN,
    status: 403,
    foreign: 'names nothing',
    call: () => ({ body: { name: 'New', hosts: [] } }),
  },
  updateOrganization: {
    ...ADMIN,
    call: async ({ db, organizationId, host }) => {
      const { version } = await db
        .selectFrom('organization')
        .select('version')
        .where('id', '=', organizationId)
        .executeTakeFirstOrThrow();
      const body = { name: 'Renamed', hosts: [host] };
      return { params: { id: organizationId }, headers: ifMatch(version), body };
    },
    foreign: { id: 'theirs' },
  },
  deleteOrganization: {
    ...ADMIN,
    status: 403,
    call: ({ organizationId }) => ({ params: { id: organizationId }, headers: ifMatch(1) }),
    foreign: { id: 'theirs' },
  },
  activateOrganization: {
    // The host of the test is the demonstration's.
    ...PUBLIC,
    status: 409,
    foreign: 'names nothing',
    call: async ({ db, organizationId }) => ({
      body: { code: await makeActivationCode(db, organizationId) },
    }),
  },
  listSwitches: {
    ...ADMIN,
    call: ({ organizationId }) => ({ params: { id: organizationId } }),
    foreign: { id: 'theirs' },
  },
  changeSwitch: {
    ...ADMIN,
    call: ({ organizationId }) => ({
      params: { id: organizationId },
      body: { kind: 'mode', name: 'reading', enabled: false },
    }),
    foreign: { id: 'theirs' },
  },
  siteFile: { ...ADMIN, ...NOTHING },
  systemInfo: { ...ADMIN, ...NOTHING },
  writeExternalLogs: {
    ...PUBLIC,
    foreign: 'names nothing',
    call: () => ({ body: { entries: [{ message: 'It failed' }] } }),
  },
  listExternalLogs: { ...ADMIN, ...NOTHING },
  listCronJobs: { ...ADMIN, ...NOTHING },
  getCronJob: { ...ADMIN, ...about(aCronJob) },
  listCronJobsOfType: {
    ...ADMIN,
    foreign: 'names nothing',
    call: () => ({ params: { type: 'TEST_JOB' } }),
  },
  listCronRuns: { ...ADMIN, ...about(aCronJob) },
  createCronJob: { ...ADMIN, call: () => ({ body: TIMES }), foreign: 'names nothing' },
  updateCronJob: { ...ADMIN, ...about(aCronJob, () => ({ headers: ifMatch(1), body: TIMES })) },
  deleteCronJob: { ...ADMIN, ...about(aCronJob, () => ({ headers: ifMatch(1) })) },
  cloudSyncState: { ...SYNC_LOOKERS, ...NOTHING },
  listCloudSyncJobs: { ...SYNC_LOOKERS, ...NOTHING },
  getCloudSyncJob: { ...SYNC_LOOKERS, ...about(aSyncJob) },
  startCloudSync: {
    ...SYNC_ACTORS,
    call: ({ patientId }) => ({ body: { jobType: 'SYNC_PATIENT', patientId } }),
    foreign: { patientId: 'theirs' },
  },
  stopCloudSync: {
    ...SYNC_ACTORS,
    call: async (clinic) => ({ body: { id: await aSyncJob(clinic) } }),
    foreign: { id: 'theirs' },
  },
  listAttachments: { ...READERS, ...NOTHING },
  listAttachmentsOfPatient: {
    ...READERS,
    call: ({ patientId }) => ({ params: { id: patientId } }),
    foreign: { id: 'theirs' },
  },
  getAttachment: { ...READERS, ...about(announced) },
  createAttachment: {
    ...MAKERS,
    call: ({ patientId }) => ({ body: anAttachment(patientId) }),
    foreign: { patientId: 'theirs' },
  },
  updateAttachment: {
    ...MAKERS,
    ...about(announced, (id) => ({
      headers: ifMatch(1),
      body: { id, patientAttachmentTypeCode: 'MRI' },
    })),
  },
  deleteAttachment: {
    roles: ['PHYSICIAN'],
    principals: [],
    ...about(announced, () => ({ headers: ifMatch(1) })),
  },
  putAttachmentFile: {
    ...MAKERS,
    ...about(announced, (id) => ({ params: { id, name: ATTACHMENT_FILE }, form: BYTES })),
  },
  downloadAttachmentFile: {
    ...READERS,
    ...about(filledAttachment, (id) => ({ params: { id, name: ATTACHMENT_FILE } })),
  },
  listPreferences: {
    ...EVERYONE,
    call: (_clinic, caller) => ({ params: { userId: own(caller) } }),
    foreign: {
      userId: (_ours, { clinic }) => ({ params: { userId: clinic.accountOf('VIEWER').id } }),
    },
  },
  savePreference: {
    ...EVERYONE,
    call: (_clinic, caller) => ({ body: aPreference(own(caller)) }),
    foreign: {
      userId: (_ours, { clinic }) => ({ body: aPreference(clinic.accountOf('VIEWER').id) }),
    },
  },
  deletePreference: {
    ...EVERYONE,
    call: (_clinic, caller) => ({ params: { userId: own(caller), prefCode: 'reading.layout' } }),
    foreign: {
      userId: (_ours, { clinic }) => ({
        params: { userId: clinic.accountOf('VIEWER').id, prefCode: 'reading.layout' },
      }),
    },
  },
};
