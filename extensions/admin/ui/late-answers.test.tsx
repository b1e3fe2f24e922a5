// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Job } from '#contracts';
import { type StubResponse, okResponse, errorResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, type, unmountAll, until } from '#ui/testing';
import { AccountsSection } from './accounts/accounts-section.tsx';
import { CronSection } from './operations/cron-section.tsx';
import { JobsSection } from './operations/jobs-section.tsx';
import { useAdmin } from './shared/admin-context.ts';
import { anAccount, button, field, openAdmin, pageOf, row } from './test-support/admin-page.tsx';

afterEach(unmountAll);

const AT = '2026-11-20T10:00:00.000Z';
const shown = () => document.body.textContent ?? '';
const aJob = (phase: string): Job => ({
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
});

/** Answers in the order in which a test lets them go. */
function held() {
  const waiting: ((answer: StubResponse) => void)[] = [];
  return {
    waiting,
    answer: () => new Promise<StubResponse>((resolve) => waiting.push(resolve)),
    land: (at: number, answer: StubResponse) => act(async () => waiting[at]?.(answer)),
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

it('never brings the jobs of one organization into the list of the next', async () => {
  const jobs = held();
  const { session, backend: clinic } = await openAdmin(<JobsSection />, {
    prepare: ({ backend: { server } }) => server.handle('listJobs', jobs.answer),
  });
  await until(() => jobs.waiting.length === 1);
  await act(async () =>
    session.update({ ...clinic.user, organization: { id: newId(), name: 'Elsewhere' } }),
  );
  await until(() => jobs.waiting.length === 2);
  await jobs.land(1, pageOf([aJob('Theirs')]));
  await jobs.land(0, pageOf([aJob('Of the clinic before')]));
  expect(shown()).toContain('Theirs');
  expect(shown()).not.toContain('Of the clinic before');
});

it('shows no list of the organization before, whatever the section', async () => {
  const { session, backend: clinic } = await openAdmin(
    <>
      <AccountsSection />
      <CronSection />
    </>,
    {
      prepare: ({ backend: { server } }) =>
        server.handle('listAccounts', () => pageOf([anAccount({ lastName: 'Before' })])),
    },
  );
  await until(() => shown().includes('Before'));
  clinic.server.handle('listAccounts', () => errorResponse(500, 'Internal', 'It broke'));
  await act(async () =>
    session.update({ ...clinic.user, organization: { id: newId(), name: 'Elsewhere' } }),
  );
  await until(() => shown().includes('Try again'));
  expect(shown()).not.toContain('Before');
});

it('counts what the newest answer says, not the one that came last', async () => {
  const counted = held();
  await openAdmin(<Count />, {
    prepare: ({ backend: { server } }) => server.handle('listRunningJobs', counted.answer),
  });
  await until(() => counted.waiting.length > 0);
  const before = counted.waiting.length;
  await act(async () => button('Count')?.click());
  await until(() => counted.waiting.length > before);
  await counted.land(before, pageOf([]));
  await counted.land(before - 1, pageOf([aJob('Ended since')]));
  expect(shown()).toBe('0 jobs');
});

it('closes the form that it answers, and not the one that was opened meanwhile', async () => {
  const saving = held();
  const accounts = ['First', 'Second'].map((lastName) =>
    anAccount({ id: newId(), lastName, email: `${lastName}@clinic.example` }),
  );
  const platform = await openAdmin(<AccountsSection />, {
    prepare: ({ backend: { server } }) => {
      server.handle('listAccounts', () => pageOf(accounts));
      server.handle('updateAccount', saving.answer);
    },
  });
  await until(() => shown().includes('Second, Ada'));
  await click(row('First, Ada'));
  await click(button('Edit First, Ada'));
  await click(button('Save'));
  await until(() => saving.waiting.length === 1);
  await click(button('Cancel'));
  await click(row('Second, Ada'));
  await click(button('Edit Second, Ada'));
  await type(field('Job title'), 'Radiologist');
  await saving.land(0, okResponse(accounts[0]));
  await until(() => platform.notices.store.getState().length > 0);
  expect(field('Job title')?.value).toBe('Radiologist');
});
