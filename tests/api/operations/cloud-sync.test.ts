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
const start = (body: object = {}, token = operator) =>
  call('POST', '/cloudsyncjobs/actions/start', body, token);
const stop = (id: string) => call('POST', '/cloudsyncjobs/actions/stopSync', { id });
const state = async () => (await call<CloudSyncState>('GET', '/cloud-sync/sync-status')).body;
/** Inserts a job with this status, as an engine would leave the job. */
async function aJob(status: CloudSyncJob['status']): Promise<string> {
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
    expect(await state()).toEqual({
      status: 'NOT_STARTED',
      message: null,
      lastSyncAt: null,
      configured: false,
      job: null,
    });
    expect(cloudSyncStatus.labels.NOT_STARTED).toBe('Ready');
  });

  it('ends as offline with the reason if no cloud is configured', async () => {
    const { status, body } = await start();
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      jobType: 'SYNC_ALL_MANUAL',
      title: 'Everything, by hand',
      status: 'OFFLINE',
      message: 'No cloud server is configured',
    });
    expect(body.endedAt).not.toBeNull();
    expect(await state()).toMatchObject({ status: 'OFFLINE', job: body });
    expect((await call('GET', `/cloudsyncjobs/${body.id}`)).body).toEqual(body);
    expect((await call('GET', '/cloudsyncjobs?limit=1')).body.items).toEqual([body]);
  });

  it('requires a patient of the tenant for the scope of a single patient, and none otherwise', async () => {
    const { patientId } = tenants.ownOrg;
    expect((await start({ jobType: 'SYNC_PATIENT' })).status).toBe(400);
    expect((await start({ jobType: 'DOWNLOAD_ALL', patientId })).status).toBe(400);
    expect((await start({ jobType: 'SYNC_EVERYTHING' })).status).toBe(400);
    const foreign = tenants.otherOrg.patientId;
    expect((await start({ jobType: 'SYNC_PATIENT', patientId: foreign })).status).toBe(404);
    const ownJob = await start({ jobType: 'SYNC_PATIENT', patientId });
    expect(ownJob.body).toMatchObject({ patientId, status: 'OFFLINE' });
  });

  it('allows one run at a time and stops on request', async () => {
    const id = await aJob('SYNCING');
    const second = await start();
    expect([second.status, second.body.errorType]).toEqual([409, 'SyncRunning']);
    expect((await stop(id)).body.status).toBe('STOPPING');
    expect((await stop(id)).body.status).toBe('STOPPING');
    await tenants.db
      .updateTable('cloudSyncJob')
      .set({ status: 'CANCELLED' })
      .where('id', '=', id)
      .execute();
    expect((await stop(id)).body.status).toBe('CANCELLED');
    const pendingJob = await aJob('NOT_STARTED');
    expect((await stop(pendingJob)).body).toMatchObject({ status: 'CANCELLED' });
    expect((await stop(newId())).status).toBe(404);
  });

  it('is denied to blind annotators and to other tenants', async () => {
    const { id } = (await start()).body;
    const blind = tenants.ownOrg.tokenOf('BLIND_ANNOTATOR');
    const paths = ['/cloud-sync/sync-status', '/cloudsyncjobs', `/cloudsyncjobs/${id}`];
    for (const path of paths) {
      expect((await call('GET', path, undefined, blind)).status, path).toBe(403);
    }
    expect((await start({}, tenants.ownOrg.tokenOf('VIEWER'))).status).toBe(403);
    const otherToken = tenants.otherOrg.tokenOf('OPERATOR');
    expect((await call('GET', `/cloudsyncjobs/${id}`, undefined, otherToken)).status).toBe(404);
    expect((await call('GET', '/cloudsyncjobs', undefined, otherToken)).body.items).toEqual([]);
  });
});

describe('the sync states', () => {
  it('lead from ready through syncing to an end state, and never back', () => {
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
