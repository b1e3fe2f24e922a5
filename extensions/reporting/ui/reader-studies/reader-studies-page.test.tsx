// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { AssignedReaderStudy } from '#contracts';
import { noticesToken, viewStateToken } from '#core';
import { errorResponse, fakePlatform, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, render, unmountAll, until } from '#ui/testing';
import { readCodeLists } from '../../state/code-lists.ts';
import { type ReaderServices, readerServicesToken } from '../../state/reader-services.ts';
import { createReaderSession } from '../../state/reader-session.ts';
import { ReaderStudiesPage } from './reader-studies-page.tsx';

afterEach(unmountAll);

const shown = () => document.body.textContent ?? '';
const buttons = () =>
  [...document.querySelectorAll('button')].map((element) => element.getAttribute('aria-label'));

const anAssignment = (fields: Partial<AssignedReaderStudy> = {}): AssignedReaderStudy => ({
  ...{ id: newId(), name: 'Spring', sessions: 2, session: 1, arm: 'WITHOUT_AI' },
  ...{ completed: 3, skipped: 0, total: 8, opensAt: null, isFinished: false, noReturn: false },
  ...{ reading: null, lastReadingId: null },
  ...fields,
});

/** Opens the page of a blind annotator with these reader studies. */
async function openPage(items: readonly AssignedReaderStudy[]) {
  const platform = await fakePlatform('BLIND_ANNOTATOR');
  const { api, study, session, clock, backend, formDrafts: drafts } = platform;
  backend.server.handle('listAssignedReaderStudies', () => okResponse({ items }));
  const reader = createReaderSession({
    ...{ api, study, session, clock, drafts },
    isPageVisible: () => true,
  });
  const given = new Map<unknown, unknown>(platform.provisions);
  const services = {
    ...{ reader, study, session, lists: readCodeLists(api) },
    navigation: { go: () => undefined },
    notices: given.get(noticesToken),
    view: given.get(viewStateToken),
  } as unknown as ReaderServices;
  const context = { use: (token: unknown) => (token === readerServicesToken ? services : null) };
  await render(<ReaderStudiesPage context={context as never} />);
  return { ...platform, reader };
}

describe('the page of reader studies', () => {
  it('says where reader studies come from while there is none', async () => {
    await openPage([]);
    await until(() => shown().includes('No reader study is assigned to you.'));
  });

  it('offers the next case, and the last one again where permitted', async () => {
    await openPage([anAssignment({ lastReadingId: newId() })]);
    await until(() => shown().includes('Session 1 of 2 · Without AI · 3 of 8 cases completed'));
    expect(buttons()).toEqual(['Continue Spring', 'Open the last case of Spring again']);
  });

  it('counts skipped cases beside the completed ones', async () => {
    await openPage([anAssignment({ completed: 7, skipped: 1, isFinished: true })]);
    await until(() => shown().includes('7 of 8 cases completed · 1 skipped'));
    expect(shown()).toContain('No case is left to read.');
  });

  it('names the end of the washout in place of the next case', async () => {
    await openPage([anAssignment({ session: 2, opensAt: '2026-12-24T10:00:00.000Z' })]);
    await until(() => /Session 2 opens on .*2026/.test(shown()));
    expect(buttons()).toEqual([]);
  });

  it('shows why the next case was not opened, and stays usable', async () => {
    const { backend, notices } = await openPage([anAssignment()]);
    backend.server.handle('startReading', () =>
      errorResponse(409, 'Conflict', 'The reader study is not open.'),
    );
    await until(() => buttons().length === 1);
    await click(document.querySelector('button'));
    await until(() => notices.store.getState().length > 0);
    expect(notices.store.getState()[0]?.text).toContain('not open');
    expect(buttons()).toEqual(['Continue Spring']);
  });
});
