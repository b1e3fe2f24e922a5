// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import type { CloudSyncJob } from '#contracts';
import { errorResponse, type FakePlatform, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, unmountAll, until } from '#ui/testing';
import { button, openAdmin, pageOf } from '../test-support/admin-page.tsx';
import { SyncSection } from './sync-section.tsx';

afterEach(unmountAll);

const AT = new Date(2026, 10, 20, 10, 38).toISOString();
const job = (change: Partial<CloudSyncJob> = {}): CloudSyncJob => ({
  id: newId(),
  version: 1,
  createdAt: AT,
  createdBy: null,
  updatedAt: AT,
  updatedBy: null,
  title: 'Everything, by hand',
  jobType: 'SYNC_ALL_MANUAL',
  status: 'SYNCING',
  patientId: null,
  message: null,
  startedAt: AT,
  endedAt: null,
  ...change,
});
const shown = () => document.body.textContent ?? '';
const badge = (text: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('span[style]')].find(
    (element) => element.textContent === text,
  );

const syncing =
  (running: CloudSyncJob, change: object = {}) =>
  ({ backend }: FakePlatform): void => {
    backend.server.handle('cloudSyncState', () =>
      okResponse({
        status: running.status,
        message: null,
        lastSyncAt: AT,
        configured: true,
        job: running,
        ...change,
      }),
    );
    backend.server.handle('listCloudSyncJobs', () => pageOf([running]));
  };

it('shows status colours and the last sync as specified', async () => {
  for (const [status, label, colour] of [
    ['DONE', 'Done', 'var(--sync-done)'],
    ['FAILED', 'Failed', 'var(--sync-failed)'],
    ['STOPPING', 'Stopping', 'var(--sync-stopping)'],
    ['CANCELLED', 'Cancelled', 'var(--sync-stopping)'],
  ] as const) {
    await openAdmin(<SyncSection />, { prepare: syncing(job({ status })) });
    await until(() => badge(label) !== undefined);
    expect(badge(label)?.style.color, status).toBe(colour);
    expect(shown()).toContain('11/20/26 @ 10:38 AM');
    await unmountAll();
  }
});

it('stops a running sync, and reports when another sync is already running', async () => {
  const running = job();
  const stopped: unknown[] = [];
  await openAdmin(<SyncSection />, {
    prepare: (platform) => {
      syncing(running)(platform);
      platform.backend.server.handle('stopCloudSync', ({ body }) => {
        stopped.push(body);
        return okResponse({ ...running, status: 'STOPPING' });
      });
    },
  });
  await until(() => button('Stop sync') !== null);
  await click(button('Stop sync'));
  await until(() => stopped.length === 1);
  expect(stopped).toEqual([{ id: running.id }]);
  await unmountAll();

  const platform = await openAdmin(<SyncSection />, {
    prepare: (other) => {
      syncing(job({ status: 'DONE' }))(other);
      other.backend.server.handle('startCloudSync', () => errorResponse(409, 'SyncRunning', 'No'));
    },
  });
  await until(() => button('Start sync') !== null);
  await click(button('Start sync'));
  await until(() => platform.notices.store.getState().length === 1);
  expect(platform.notices.store.getState()[0]?.text).toBe('A sync is already running.');
});

it('shows no controls to users who can only view', async () => {
  await openAdmin(<SyncSection />, { role: 'VIEWER', prepare: syncing(job({ status: 'DONE' })) });
  await until(() => shown().includes('Your role can’t start or stop a sync.'));
  expect(button('Start sync')).toBeNull();
});
