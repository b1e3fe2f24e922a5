// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import type { ListedJob } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, unmountAll, until } from '#ui/testing';
import { button, openAdmin, pageOf, row } from '../test-support/admin-page.tsx';
import { JobsSection } from './jobs-section.tsx';

afterEach(unmountAll);

const AT = '2026-11-20T10:00:00.000Z';
const scanId = '0198a0c0-0000-7000-8000-0000deadbeef';
const scan = { label: 'R', studyId: newId(), patient: { id: newId(), code: 'P-1', name: null } };
const job = (change: Partial<ListedJob> = {}): ListedJob => ({
  scan,
  id: newId(),
  jobType: 'R3D',
  entityId: scanId,
  status: 'FAILED',
  phase: null,
  done: 0,
  total: 0,
  attempt: 3,
  createdAt: AT,
  startedAt: AT,
  endedAt: AT,
  problem: {
    code: 'WORKER_DIED',
    title: 'The worker died',
    detail: 'Three times.',
    next: 'Free some memory, then queue it again.',
  },
  ...change,
});
const shown = () => document.body.textContent ?? '';

it('shows why a job failed and what to do, and queues the job again for the same scan', async () => {
  const failed = job();
  const queued: unknown[] = [];
  const platform = await openAdmin(<JobsSection />, {
    prepare: ({ backend }) => {
      backend.server.handle('listJobs', () => pageOf([failed]));
      backend.server.handle('queueJob', ({ body }) => {
        queued.push(body);
        return queued.length === 1
          ? errorResponse(409, 'JobAlreadyQueued', 'No')
          : okResponse(job({ status: 'NOT_STARTED', problem: null }));
      });
    },
  });
  await until(() => shown().includes('The worker died'));
  await click(row('The worker died'));
  await until(() => shown().includes('Free some memory, then queue it again.'));
  const queueAgain = 'Queue again: 3D reconstruction of scan R (P-1)';
  await click(button(queueAgain));
  await until(() => platform.notices.store.getState().length === 1);
  expect(platform.notices.store.getState()[0]?.text).toBe(
    'This job is already queued or running for the scan.',
  );
  await click(button(queueAgain));
  await until(() => queued.length === 2);
  expect(queued[1]).toEqual({ jobType: 'R3D', entityId: scanId });
});

it('shows the progress of a job, asks before stopping, and shows Stopping until the job has ended', async () => {
  const stopped: unknown[] = [];
  const running = job({
    status: 'IN_PROGRESS',
    phase: 'Reconstructing',
    done: 3,
    total: 8,
    attempt: 1,
    problem: null,
    endedAt: null,
  });
  await openAdmin(<JobsSection />, {
    prepare: ({ backend }) => {
      backend.server.handle('listJobs', () => pageOf([running]));
      backend.server.handle('stopJob', ({ params }) => {
        stopped.push(params.id);
        return okResponse(running);
      });
    },
  });
  await until(() => shown().includes('3 of 8'));
  await click(row('Reconstructing'));
  await click(button('Stop: 3D reconstruction of scan R (P-1)'));
  expect(shown()).toContain('its progress is discarded');
  expect(stopped).toEqual([]);
  await click(button('Stop 3D reconstruction'));
  await until(() => stopped.length === 1);
  expect(stopped).toEqual([running.id]);
  await until(() => shown().includes('Stopping…'));
  expect(row('Stopping…')?.textContent).not.toContain('Running');
});

it('names patient and side of a job, and opens scans only for users who may', async () => {
  const patient = { id: newId(), code: 'A-7', name: 'Example, Ann' };
  const listed = job({ scan: { label: 'R2', studyId: newId(), patient } });
  await openAdmin(<JobsSection />, {
    prepare: ({ backend }) => backend.server.handle('listJobs', () => pageOf([listed, job()])),
  });
  await until(() => shown().includes('Example, Ann'));
  expect(row('Example, Ann')?.textContent).toContain('R2');
  await click(row('Example, Ann'));
  expect(button('Queue again: 3D reconstruction of scan R2 (Example, Ann)')).not.toBeNull();
  // The role ADMIN may not open scans.
  expect(shown()).not.toContain('Open');
});
