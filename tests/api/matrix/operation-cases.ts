import { createHash } from 'node:crypto';
import { newId } from '#foundation';
import type { operationRoutes } from '../../../platform/contracts/routes/operation-routes.ts';
import { createActivationCode } from '../../../platform/server/operations/index.ts';
import {
  type Caller,
  ifMatch,
  type MatrixTenant,
  type RouteCase,
  type RouteCases,
} from './route-case.ts';

const ADMIN = { roles: ['ADMIN'], principals: [] } as const;
const FOR_ALL_ROLES = {
  roles: ['ADMIN', 'OPERATOR', 'PHYSICIAN', 'VIEWER', 'BLIND_ANNOTATOR'],
  principals: [],
} as const;
const READERS = { roles: ['OPERATOR', 'PHYSICIAN', 'VIEWER'], principals: [] } as const;
const EDITORS = { roles: ['OPERATOR', 'PHYSICIAN'], principals: [] } as const;
const PUBLIC = { roles: 'public', principals: [] } as const;
const SYNC_VIEWERS = {
  roles: ['ADMIN', 'OPERATOR', 'PHYSICIAN', 'VIEWER'],
  principals: [],
} as const;
const SYNC_EDITORS = { roles: ['ADMIN', 'OPERATOR', 'PHYSICIAN'], principals: [] } as const;
const NO_INPUT = { call: () => ({}), foreign: 'contains no id' } as const;

/** Builds a case for a call on a fresh object. */
const onNew = (
  create: (tenant: MatrixTenant) => Promise<string>,
  inputOf: (id: string) => object = () => ({}),
): Pick<RouteCase, 'call' | 'foreign'> => ({
  call: async (tenant) => {
    const id = await create(tenant);
    return { params: { id }, ...inputOf(id) };
  },
  foreign: { id: 'theirs' },
});

const CRON_JOB = { cronJobType: 'TEST_JOB', recurrence: 'DAILY', timeOfDay: '03:30' };
const newCronJob = async (tenant: MatrixTenant): Promise<string> =>
  (await tenant.must('ADMIN', 'POST', '/cronjobs', { body: CRON_JOB })).id;

const newSyncJob = async (tenant: MatrixTenant): Promise<string> =>
  (await tenant.must('OPERATOR', 'POST', '/cloudsyncjobs/actions/start', { body: {} })).id;

const BYTES = 'an older report';
export const ATTACHMENT_FILE = 'before.pdf';
const anAttachment = (patientId: string): object => ({
  patientId,
  patientAttachmentTypeCode: 'REPORT',
  filesInfo: [
    { name: ATTACHMENT_FILE, checksum: createHash('sha256').update(BYTES).digest('hex') },
  ],
});
const newAttachment = async (tenant: MatrixTenant): Promise<string> => {
  const body = anAttachment(tenant.patientId);
  return (await tenant.must('PHYSICIAN', 'POST', '/patientattachments', { body })).id;
};

/** Creates an attachment whose file has the bytes of the tenant's volume. */
export async function filledAttachment(tenant: MatrixTenant): Promise<string> {
  const id = await newAttachment(tenant);
  const { organizationId, db, fileId } = tenant;
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

/** Returns an unknown id for callers without an account, who have no preferences. */
const accountIdOf = ({ accountId }: Caller): string => accountId ?? newId();
const aPreference = (userId: string) => ({ userId, prefCode: 'reading.layout', value: 'four' });

export const operationCases: RouteCases<typeof operationRoutes> = {
  listOrganizations: { ...ADMIN, ...NO_INPUT },
  getOrganization: {
    ...ADMIN,
    call: ({ organizationId }) => ({ params: { id: organizationId } }),
    foreign: { id: 'theirs' },
  },
  createOrganization: {
    ...ADMIN,
    status: 403,
    foreign: 'contains no id',
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
    // The test host belongs to the demonstration.
    ...PUBLIC,
    status: 409,
    foreign: 'contains no id',
    call: async ({ db, organizationId }) => ({
      body: { code: await createActivationCode(db, organizationId) },
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
  siteFile: { ...ADMIN, ...NO_INPUT },
  systemInfo: { ...ADMIN, ...NO_INPUT },
  writeExternalLogs: {
    ...PUBLIC,
    foreign: 'contains no id',
    call: () => ({ body: { entries: [{ message: 'It failed' }] } }),
  },
  listExternalLogs: { ...ADMIN, ...NO_INPUT },
  listCronJobs: { ...ADMIN, ...NO_INPUT },
  getCronJob: { ...ADMIN, ...onNew(newCronJob) },
  listCronJobsOfType: {
    ...ADMIN,
    foreign: 'contains no id',
    call: () => ({ params: { type: 'TEST_JOB' } }),
  },
  listCronRuns: { ...ADMIN, ...onNew(newCronJob) },
  createCronJob: { ...ADMIN, call: () => ({ body: CRON_JOB }), foreign: 'contains no id' },
  updateCronJob: {
    ...ADMIN,
    ...onNew(newCronJob, () => ({ headers: ifMatch(1), body: CRON_JOB })),
  },
  deleteCronJob: { ...ADMIN, ...onNew(newCronJob, () => ({ headers: ifMatch(1) })) },
  cloudSyncState: { ...SYNC_VIEWERS, ...NO_INPUT },
  listCloudSyncJobs: { ...SYNC_VIEWERS, ...NO_INPUT },
  getCloudSyncJob: { ...SYNC_VIEWERS, ...onNew(newSyncJob) },
  startCloudSync: {
    ...SYNC_EDITORS,
    call: ({ patientId }) => ({ body: { jobType: 'SYNC_PATIENT', patientId } }),
    foreign: { patientId: 'theirs' },
  },
  stopCloudSync: {
    ...SYNC_EDITORS,
    call: async (tenant) => ({ body: { id: await newSyncJob(tenant) } }),
    foreign: { id: 'theirs' },
  },
  listAttachments: { ...READERS, ...NO_INPUT },
  listAttachmentsOfPatient: {
    ...READERS,
    call: ({ patientId }) => ({ params: { id: patientId } }),
    foreign: { id: 'theirs' },
  },
  getAttachment: { ...READERS, ...onNew(newAttachment) },
  createAttachment: {
    ...EDITORS,
    call: ({ patientId }) => ({ body: anAttachment(patientId) }),
    foreign: { patientId: 'theirs' },
  },
  updateAttachment: {
    ...EDITORS,
    ...onNew(newAttachment, (id) => ({
      headers: ifMatch(1),
      body: { id, patientAttachmentTypeCode: 'MRI' },
    })),
  },
  deleteAttachment: {
    roles: ['PHYSICIAN'],
    principals: [],
    ...onNew(newAttachment, () => ({ headers: ifMatch(1) })),
  },
  putAttachmentFile: {
    ...EDITORS,
    ...onNew(newAttachment, (id) => ({ params: { id, name: ATTACHMENT_FILE }, form: BYTES })),
  },
  downloadAttachmentFile: {
    ...READERS,
    ...onNew(filledAttachment, (id) => ({ params: { id, name: ATTACHMENT_FILE } })),
  },
  listPreferences: {
    ...FOR_ALL_ROLES,
    call: (_tenant, caller) => ({ params: { userId: accountIdOf(caller) } }),
    foreign: {
      userId: (_ownOrg, { base }) => ({ params: { userId: base.accountOf('VIEWER').id } }),
    },
  },
  savePreference: {
    ...FOR_ALL_ROLES,
    call: (_tenant, caller) => ({ body: aPreference(accountIdOf(caller)) }),
    foreign: {
      userId: (_ownOrg, { base }) => ({ body: aPreference(base.accountOf('VIEWER').id) }),
    },
  },
  deletePreference: {
    ...FOR_ALL_ROLES,
    call: (_tenant, caller) => ({
      params: { userId: accountIdOf(caller), prefCode: 'reading.layout' },
    }),
    foreign: {
      userId: (_ownOrg, { base }) => ({
        params: { userId: base.accountOf('VIEWER').id, prefCode: 'reading.layout' },
      }),
    },
  },
};
