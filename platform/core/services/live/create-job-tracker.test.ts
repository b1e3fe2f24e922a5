import { describe, expect, it } from 'vitest';
import { type Job, topics } from '#contracts';
import { newId } from '#foundation';
import { type Answer, answered, fakePlatform, settle } from '../../testing/index.ts';

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
  it('shows progress as it is told and ignores late hints', async () => {
    const { jobs, broker, clinic } = await fakePlatform('OPERATOR');
    const job = aJob();
    const organizationId = clinic.user.organization.id;
    const tell = (change: Partial<Job>): void =>
      broker.send(topics.job(organizationId, job.id), {
        id: newId(),
        at: AT,
        job: { ...job, ...change },
      });
    tell({ done: 5 });
    tell({ done: 4 });
    expect(jobs.store.getState()[0]?.done).toBe(5);
    tell({ status: 'COMPLETED', done: 10 });
    tell({ done: 9 });
    expect(jobs.store.getState()[0]?.status).toBe('COMPLETED');
  });

  it('finds running jobs after a reload and learns how one ended while the link was lost', async () => {
    const { jobs, clinic } = await fakePlatform('OPERATOR');
    const job = aJob();
    clinic.server.handle('listRunningJobs', () =>
      answered({ items: [job], total: 1, nextCursor: null }),
    );
    await jobs.refresh();
    expect(jobs.store.getState()).toEqual([job]);
    const failed = { ...job, status: 'FAILED' as const };
    clinic.server.handle('listRunningJobs', () =>
      answered({ items: [], total: 0, nextCursor: null }),
    );
    clinic.server.handle('getJob', () => answered(failed));
    await jobs.refresh();
    expect(jobs.store.getState()).toEqual([failed]);
  });

  it('keeps what was asked for one organization out of the list of the next', async () => {
    const { jobs, session, clinic } = await fakePlatform('OPERATOR');
    const job = aJob();
    const running = (items: readonly Job[]) => () =>
      answered({ items, total: items.length, nextCursor: null });
    clinic.server.handle('listRunningJobs', running([job]));
    await jobs.refresh();
    clinic.server.handle('listRunningJobs', running([]));
    const late: (() => void)[] = [];
    const slowly = (answer: Answer) => () =>
      new Promise<Answer>((resolve) => late.push(() => resolve(answer)));
    clinic.server.handle('getJob', slowly(answered({ ...job, status: 'FAILED' })));
    clinic.server.handle('queueJob', slowly(answered(aJob())));
    clinic.server.handle('stopJob', slowly(answered(aJob())));
    const asked = [jobs.refresh(), jobs.queue('R3D', newId()), jobs.stop(job.id)];
    await settle();
    expect(late).toHaveLength(asked.length);
    session.update({ ...clinic.user, organization: { id: newId(), name: 'Elsewhere' } });
    for (const answer of late) answer();
    await Promise.all(asked);
    expect(jobs.store.getState()).toEqual([]);
  });

  it('forgets the jobs of one account before another signs in', async () => {
    const { jobs, session, clinic } = await fakePlatform('OPERATOR');
    clinic.server.handle('queueJob', () => answered(aJob({ status: 'NOT_STARTED' })));
    await jobs.queue('R3D', newId());
    expect(jobs.store.getState()).toHaveLength(1);
    await session.signOut();
    await settle();
    expect(jobs.store.getState()).toEqual([]);
  });
});
