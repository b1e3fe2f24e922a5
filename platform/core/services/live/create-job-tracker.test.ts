import { describe, expect, it } from 'vitest';
import { type Job, topics } from '#contracts';
import { newId } from '#foundation';
import { fakePlatform, okResponse, type StubResponse, settle } from '../../testing/index.ts';

const AT = '2026-01-05T09:00:00Z';

const aJob = (change: Partial<Job> = {}): Job => ({
  id: newId(),
  jobType: 'R3D',
  entityId: newId(),
  status: 'IN_PROGRESS',
  phase: 'Reconstructing',
  done: 3,
  total: 10,
  attempt: 1,
  problem: null,
  createdAt: AT,
  startedAt: AT,
  endedAt: null,
  ...change,
});

describe('the job tracker', () => {
  it('shows progress and ignores late messages', async () => {
    const { jobs, broker, backend } = await fakePlatform('OPERATOR');
    const job = aJob();
    const organizationId = backend.user.organization.id;
    const publish = (change: Partial<Job>): void =>
      broker.send(topics.job(organizationId, job.id), {
        id: newId(),
        at: AT,
        job: { ...job, ...change },
      });
    publish({ done: 5 });
    publish({ done: 4 });
    expect(jobs.store.getState()[0]?.done).toBe(5);
    publish({ status: 'COMPLETED', done: 10 });
    publish({ done: 9 });
    expect(jobs.store.getState()[0]?.status).toBe('COMPLETED');
  });

  it('finds running jobs after a reload, and the result of a job that ended while disconnected', async () => {
    const { jobs, backend } = await fakePlatform('OPERATOR');
    const job = aJob();
    backend.server.handle('listRunningJobs', () =>
      okResponse({ items: [job], total: 1, nextCursor: null }),
    );
    await jobs.refresh();
    expect(jobs.store.getState()).toEqual([job]);
    const failed = { ...job, status: 'FAILED' as const };
    backend.server.handle('listRunningJobs', () =>
      okResponse({ items: [], total: 0, nextCursor: null }),
    );
    backend.server.handle('getJob', () => okResponse(failed));
    await jobs.refresh();
    expect(jobs.store.getState()).toEqual([failed]);
  });

  it('drops responses that were requested for another organization', async () => {
    const { jobs, session, backend } = await fakePlatform('OPERATOR');
    const job = aJob();
    const running = (items: readonly Job[]) => () =>
      okResponse({ items, total: items.length, nextCursor: null });
    backend.server.handle('listRunningJobs', running([job]));
    await jobs.refresh();
    backend.server.handle('listRunningJobs', running([]));
    const pendingResponses: (() => void)[] = [];
    const delayed = (response: StubResponse) => () =>
      new Promise<StubResponse>((resolve) => pendingResponses.push(() => resolve(response)));
    backend.server.handle('getJob', delayed(okResponse({ ...job, status: 'FAILED' })));
    backend.server.handle('queueJob', delayed(okResponse(aJob())));
    backend.server.handle('stopJob', delayed(okResponse(aJob())));
    const requests = [jobs.refresh(), jobs.queue('R3D', newId()), jobs.stop(job.id)];
    await settle();
    expect(pendingResponses).toHaveLength(requests.length);
    session.update({ ...backend.user, organization: { id: newId(), name: 'Elsewhere' } });
    for (const respond of pendingResponses) respond();
    await Promise.all(requests);
    expect(jobs.store.getState()).toEqual([]);
  });

  it('clears the jobs of an account before another signs in', async () => {
    const { jobs, session, backend } = await fakePlatform('OPERATOR');
    backend.server.handle('queueJob', () => okResponse(aJob({ status: 'NOT_STARTED' })));
    await jobs.queue('R3D', newId());
    expect(jobs.store.getState()).toHaveLength(1);
    await session.signOut();
    await settle();
    expect(jobs.store.getState()).toEqual([]);
  });
});
