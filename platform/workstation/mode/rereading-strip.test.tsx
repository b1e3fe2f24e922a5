// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { Rereading } from '#contracts';
import { okResponse } from '#core/testing';
import { newId } from '#foundation';
import { aStudy } from '#testing';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { RereadingStrip } from './rereading-strip.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const button = () =>
  [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Confirm: read again',
  );

const correctionAt = (at: string): Rereading => ({
  scanId: newId(),
  laterality: 'L',
  at,
  by: 'Oona Demonstration',
  reason: 'The file names the other breast',
});

/** Opens a study whose side was corrected; returns the notices after its confirmation. */
async function confirm(remaining: Rereading | null) {
  opened = await fakeApplication('PHYSICIAN');
  const { backend, study, notices } = opened.platform;
  const stored = { ...aStudy(), id: backend.studyId };
  const first = correctionAt('2026-11-23T10:00:00Z');
  backend.server.handle('getStudy', () => okResponse({ ...stored, rereading: first }));
  backend.server.handle('confirmReread', () => okResponse({ ...stored, rereading: remaining }));
  await study.open(backend.studyId, backend.scans[0]?.id ?? null);
  await render(opened.wrap(<RereadingStrip />));
  await until(() => button() !== undefined);
  await click(button());
  await until(() => notices.store.getState().length > 0);
  const [sent] = backend.server.calls.filter(({ route }) => route === 'confirmReread');
  expect(sent?.body).toEqual({ at: first.at });
  return notices.store.getState().map(({ kind, text }) => [kind, text]);
}

describe('the confirmation of a new reading', () => {
  it('is shown as done', async () => {
    expect(await confirm(null)).toEqual([['success', 'Re-reading confirmed']]);
  });

  it('says that the study must be read again after a correction that was made meanwhile', async () => {
    expect(await confirm(correctionAt('2026-11-23T10:05:00Z'))).toEqual([
      ['warning', 'Another correction was made meanwhile. Read the study again.'],
    ]);
  });
});
