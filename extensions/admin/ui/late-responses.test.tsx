// @vitest-environment jsdom

import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { ListedJob } from '#contracts';
import { errorResponse, okResponse, type StubResponse } from '#core/testing';
import { newId } from '#foundation';
import { anAccount } from '#testing';
import { click, type, unmountAll, until } from '#ui/testing';
import { AccountsSection } from './accounts/accounts-section.tsx';
import { CronSection } from './operations/cron-section.tsx';
import { JobsSection } from './operations/jobs-section.tsx';
import { useAdmin } from './shared/admin-context.ts';
import { aCronJob } from './test-support/a-cron-job.ts';
import { button, field, openAdmin, pageOf, row } from './test-support/admin-page.tsx';

afterEach(unmountAll);

const AT = '2026-11-20T10:00:00.000Z';
const shown = () => document.body.textContent ?? '';
const aJob = (phase: string): ListedJob => ({
  id: newId(),
  jobType: 'R3D',
  entityId: newId(),
  status: 'IN_PROGRESS',
  phase,
  done: 1,
  total: 4,
  attempt: 1,
  createdAt: AT,
  startedAt: AT,
  endedAt: null,
  problem: null,
  scan: { label: 'R', studyId: newId(), patient: { id: newId(), code: 'CF-1', name: null } },
});

/** Creates responses that the test resolves in any order. */
function createDeferred() {
  const pending: ((response: StubResponse) => void)[] = [];
  return {
    pending,
    respond: () => new Promise<StubResponse>((resolve) => pending.push(resolve)),
    resolveAt: (index: number, response: StubResponse) =>
      act(async () => pending[index]?.(response)),
  };
}

function Count() {
  const { counts, refreshCounts } = useAdmin();
  return (
    <button type="button" aria-label="Count" onClick={refreshCounts}>
      {`${counts.jobs?.length ?? 'no'} jobs`}
    </button>
  );
}

it('keeps late jobs of the previous organization out of the list of the current organization', async () => {
  const jobs = createDeferred();
  const { session, backend } = await openAdmin(<JobsSection />, {
    prepare: ({ backend: { server } }) => server.handle('listJobs', jobs.respond),
  });
  await until(() => jobs.pending.length === 1);
  await act(async () =>
    session.update({ ...backend.user, organization: { id: newId(), name: 'Elsewhere' } }),
  );
  await until(() => jobs.pending.length === 2);
  await jobs.resolveAt(1, pageOf([aJob('Theirs')]));
  await jobs.resolveAt(0, pageOf([aJob('Of the previous clinic')]));
  await until(() => shown().includes('Theirs'));
  expect(shown()).not.toContain('Of the previous clinic');
});

it('clears the lists of the previous organization in every section', async () => {
  const { session, backend } = await openAdmin(
    <>
      <AccountsSection />
      <CronSection />
    </>,
    {
      prepare: ({ backend: { server } }) => {
        server.handle('listAccounts', () => pageOf([anAccount({ lastName: 'Before' })]));
        server.handle('listCronJobs', () => pageOf([aCronJob()]));
      },
    },
  );
  await until(() => shown().includes('Before') && shown().includes('Every day at 02:00'));
  for (const route of ['listAccounts', 'listCronJobs'] as const) {
    backend.server.handle(route, () => errorResponse(500, 'Internal', 'It broke'));
  }
  await act(async () =>
    session.update({ ...backend.user, organization: { id: newId(), name: 'Elsewhere' } }),
  );
  await until(() => shown().match(/Retry/g)?.length === 2);
  expect(shown()).not.toContain('Before');
  expect(shown()).not.toContain('Every day at 02:00');
});

it('shows the count of the newest request when an older response arrives later', async () => {
  const counts = createDeferred();
  await openAdmin(<Count />, {
    prepare: ({ backend: { server } }) => server.handle('listRunningJobs', counts.respond),
  });
  await until(() => counts.pending.length > 0);
  const previousCount = counts.pending.length;
  await act(async () => button('Count')?.click());
  await until(() => counts.pending.length > previousCount);
  await counts.resolveAt(previousCount, pageOf([]));
  await until(() => shown() === '0 jobs');
  await counts.resolveAt(previousCount - 1, pageOf([aJob('Ended since')]));
  // Gives a wrongly applied response the time to be drawn.
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(shown()).toBe('0 jobs');
});

it('keeps a form open when the response to a previously closed form arrives', async () => {
  const saving = createDeferred();
  const accounts = ['First', 'Second'].map((lastName) =>
    anAccount({ id: newId(), lastName, email: `${lastName}@clinic.example` }),
  );
  const platform = await openAdmin(<AccountsSection />, {
    prepare: ({ backend: { server } }) => {
      server.handle('listAccounts', () => pageOf(accounts));
      server.handle('updateAccount', saving.respond);
    },
  });
  await until(() => shown().includes('Second, Ada'));
  await click(row('First, Ada'));
  await click(button('Edit First, Ada'));
  await click(button('Save'));
  await until(() => saving.pending.length === 1);
  await click(button('Cancel'));
  await click(row('Second, Ada'));
  await click(button('Edit Second, Ada'));
  await type(field('Job title'), 'Radiologist');
  await saving.resolveAt(0, okResponse(accounts[0]));
  await until(() => platform.notices.store.getState().length > 0);
  expect(field('Job title')?.value).toBe('Radiologist');
});
