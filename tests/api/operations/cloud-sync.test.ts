import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACTIVE_SYNC_STATUSES,
  type CloudSyncJob,
  type CloudSyncState,
  cloudSyncStatus,
  type ErrorResponse,
} from '#contracts';
import { newId } from '#foundation';
import {
  canTransition,
  statusAfterStop,
} from '../../../platform/server/operations/cloud-sync/sync-state.ts';
import { startTwoTenants, type TwoTenants } from '../support/two-tenants.ts';

type Body = CloudSyncJob & ErrorResponse & { items: CloudSyncJob[] };

let tenants: TwoTenants;
let operator = '';
beforeAll(async () => {
  tenants = await startTwoTenants();
  operator = tenants.ownOrg.tokenOf('OPERATOR');
});
afterAll(() => tenants?.[Symbol.asyncDispose]());

const call = <T = Body>(method: string, path: string, body?: object, token = operator) =>
  tenants.server.call<T>(method, path, { token, body });
const startSync = (body: object = {}, token = operator) =>
  call('POST', '/cloudsyncjobs/actions/start', body, token);
const stopSync = (id: string) => call('POST', '/cloudsyncjobs/actions/stopSync', { id });
const readState = async () => (await call<CloudSyncState>('GET', '/cloud-sync/sync-status')).body;
/** Inserts a job with a status that no call can set. */
async function addJob(status: CloudSyncJob['status']): Promise<string> {
  const id = newId();
  const { organizationId } = tenants.ownOrg;
  await tenants.db
    .insertInto('cloudSyncJob')
    .values({
      id,
      organizationId,
      title: 'Everything, by hand',
      jobType: 'SYNC_ALL_MANUAL',
      status,
      patientId: null,
      message: null,
      startedAt: null,
      endedAt: null,
      createdBy: null,
      updatedBy: null,
    })
    .execute();
  return id;
}

describe('the cloud sync', () => {
  it('is ready before the first job', async () => {
    expect(await readState()).toEqual({
      status: 'NOT_STARTED',
      message: null,
      lastSyncAt: null,
      configured: false,
      job: null,
    });
    expect(cloudSyncStatus.labels.NOT_STARTED).toBe('Ready');
  });

  it('ends as offline with the reason if no cloud is configured', async () => {
    const { status, body } = await startSync();
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      jobType: 'SYNC_ALL_MANUAL',
      title: 'Everything, by hand',
      status: 'OFFLINE',
      message: 'No cloud server is configured',
    });
    expect(body.endedAt).not.toBeNull();
    expect(await readState()).toMatchObject({ status: 'OFFLINE', job: body });
    expect((await call('GET', `/cloudsyncjobs/${body.id}`)).body).toEqual(body);
    expect((await call('GET', '/cloudsyncjobs?limit=1')).body.items).toEqual([body]);
  });

  it('requires a patient of the tenant for a sync of one patient, and rejects a patient otherwise', async () => {
    const { patientId } = tenants.ownOrg;
    expect((await startSync({ jobType: 'SYNC_PATIENT' })).status).toBe(400);
    expect((await startSync({ jobType: 'DOWNLOAD_ALL', patientId })).status).toBe(400);
    expect((await startSync({ jobType: 'SYNC_EVERYTHING' })).status).toBe(400);
    const foreign = tenants.otherOrg.patientId;
    expect((await startSync({ jobType: 'SYNC_PATIENT', patientId: foreign })).status).toBe(404);
    const ownJob = await startSync({ jobType: 'SYNC_PATIENT', patientId });
    expect(ownJob.body).toMatchObject({ patientId, status: 'OFFLINE' });
  });

  it('allows one run at a time and stops on request', async () => {
    const id = await addJob('SYNCING');
    const second = await startSync();
    expect([second.status, second.body.errorType]).toEqual([409, 'SyncRunning']);
    expect((await stopSync(id)).body.status).toBe('STOPPING');
    expect((await stopSync(id)).body.status).toBe('STOPPING');
    await tenants.db
      .updateTable('cloudSyncJob')
      .set({ status: 'CANCELLED' })
      .where('id', '=', id)
      .execute();
    expect((await stopSync(id)).body.status).toBe('CANCELLED');
    const pendingJob = await addJob('NOT_STARTED');
    expect((await stopSync(pendingJob)).body).toMatchObject({ status: 'CANCELLED' });
    expect((await stopSync(newId())).status).toBe(404);
  });

  it('is hidden from blind annotators and other tenants, and can’t be started by viewers', async () => {
    const { id } = (await startSync()).body;
    const blind = tenants.ownOrg.tokenOf('BLIND_ANNOTATOR');
    const paths = ['/cloud-sync/sync-status', '/cloudsyncjobs', `/cloudsyncjobs/${id}`];
    for (const path of paths) {
      expect((await call('GET', path, undefined, blind)).status, path).toBe(403);
    }
    expect((await startSync({}, tenants.ownOrg.tokenOf('VIEWER'))).status).toBe(403);
    const otherToken = tenants.otherOrg.tokenOf('OPERATOR');
    expect((await call('GET', `/cloudsyncjobs/${id}`, undefined, otherToken)).status).toBe(404);
    expect((await call('GET', '/cloudsyncjobs', undefined, otherToken)).body.items).toEqual([]);
  });
});

describe('the sync states', () => {
  it('lead from ready through syncing to a final state, which never changes', () => {
    expect(canTransition('NOT_STARTED', 'SYNCING')).toBe(true);
    expect(canTransition('SYNCING', 'DONE')).toBe(true);
    expect(canTransition('STOPPING', 'CANCELLED')).toBe(true);
    expect(canTransition('STOPPING', 'DONE')).toBe(false);
    for (const from of ACTIVE_SYNC_STATUSES) expect(canTransition(from, 'OFFLINE')).toBe(true);
    for (const end of ['CANCELLED', 'OFFLINE', 'FAILED', 'DONE'] as const) {
      expect(statusAfterStop(end)).toBe(end);
      for (const to of cloudSyncStatus.codes) expect(canTransition(end, to)).toBe(false);
    }
  });
});
