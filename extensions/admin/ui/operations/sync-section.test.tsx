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

/** Answers with this job as the current sync. */
const withSync =
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

it('shows the status colours and the time of the last sync as the specification prescribes', async () => {
  for (const [status, label, colour] of [
    ['DONE', 'Done', 'var(--sync-done)'],
    ['FAILED', 'Failed', 'var(--sync-failed)'],
    ['STOPPING', 'Stopping', 'var(--sync-stopping)'],
    ['CANCELLED', 'Cancelled', 'var(--sync-stopping)'],
  ] as const) {
    await openAdmin(<SyncSection />, { prepare: withSync(job({ status })) });
    await until(() => badge(label) !== undefined);
    expect(badge(label)?.style.color, status).toBe(colour);
    expect(shown()).toContain('11/20/26 @ 10:38 AM');
    await unmountAll();
  }
});

it('stops a running sync', async () => {
  const running = job();
  const stopped: unknown[] = [];
  await openAdmin(<SyncSection />, {
    prepare: (platform) => {
      withSync(running)(platform);
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
});

it('reports that another sync is already running', async () => {
  const platform = await openAdmin(<SyncSection />, {
    prepare: (services) => {
      withSync(job({ status: 'DONE' }))(services);
      services.backend.server.handle('startCloudSync', () =>
        errorResponse(409, 'SyncRunning', 'No'),
      );
    },
  });
  await until(() => button('Start sync') !== null);
  await click(button('Start sync'));
  await until(() => platform.notices.store.getState().length === 1);
  expect(platform.notices.store.getState()[0]?.text).toBe('A sync is already running.');
});

it('shows no buttons to users who can only view', async () => {
  await openAdmin(<SyncSection />, { role: 'VIEWER', prepare: withSync(job({ status: 'DONE' })) });
  await until(() => shown().includes('Your role can’t start or stop a sync.'));
  expect(button('Start sync')).toBeNull();
});
