// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { errorResponse, okResponse, type StubResponse } from '#core/testing';
import { click, focus, press, unmountAll, until } from '#ui/testing';
import { aCronJob } from '../test-support/a-cron-job.ts';
import { button, openAdmin } from '../test-support/admin-page.tsx';
import { CronDialog } from './cron-form.tsx';

afterEach(unmountAll);

const job = aCronJob();
const shown = () => document.body.textContent ?? '';
const open = (respond: (version: string | null) => StubResponse, onSaved = () => {}) =>
  openAdmin(<CronDialog job={job} onClose={() => undefined} onSaved={onSaved} />, {
    prepare: ({ backend }) =>
      backend.server.handle('updateCronJob', ({ headers }) => respond(headers.get('if-match'))),
  });

it('names only the fields that someone else changed meanwhile', async () => {
  let saved = 0;
  await open(
    (version) =>
      version === '"2"'
        ? okResponse({ ...job, version: 3 })
        : errorResponse(412, 'VersionConflict', 'No', { ...job, version: 2, enabled: false }),
    () => {
      saved += 1;
    },
  );
  await click(button('Save'));
  await until(() => shown().includes('Someone else changed this record'));
  expect(shown()).toContain('State: now Off');
  expect(shown()).not.toContain('When: now');
  await click(button('Save mine'));
  await until(() => saved === 1);
});

it('shows server errors, including those of fields outside the form', async () => {
  const message = 'This time zone is not known';
  await open(() => ({
    status: 400,
    body: {
      errorType: 'ValidationFailed',
      errors: [{ field: 'body.timeZone', code: 'custom', message }],
    },
  }));
  await click(button('Save'));
  await until(() => document.querySelector('[role=alert]') !== null);
  expect(shown()).toContain(message);
});

it('blocks saving after an invalid first day was typed', async () => {
  let sent = 0;
  const startedJob = { ...job, startDate: '2026-10-31' };
  await openAdmin(
    <CronDialog job={startedJob} onClose={() => undefined} onSaved={() => undefined} />,
    {
      prepare: ({ backend }) =>
        backend.server.handle('updateCronJob', () => {
          sent += 1;
          return okResponse({ ...job, version: 2 });
        }),
    },
  );
  await focus(document.querySelector<HTMLElement>('[data-type="month"]'));
  await press('ArrowUp');
  await focus(button('Save') ?? null);
  await click(button('Save'));
  expect([shown().includes('November 2026 has only 30 days'), sent]).toEqual([true, 0]);
});
