// @vitest-environment jsdom
import { act } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInLists, type ListedStudy, listedStudySchema, type Role } from '#contracts';
import { errorResponse, okResponse, settle } from '#core/testing';
import { newId } from '#foundation';
import { click, focus, press, render, type, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { StudyListPage } from './study-list-page.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const AT = '2026-11-20T10:12:00Z';
function aStudy(lastName: string | null, changes: Partial<ListedStudy> = {}): ListedStudy {
  const id = newId();
  const patientId = newId();
  return listedStudySchema.parse({
    id,
    version: 4,
    createdAt: AT,
    createdBy: null,
    updatedAt: AT,
    updatedBy: null,
    patientId,
    patient: { id: patientId },
    accessionNumber: 'A-1',
    state: 'C',
    indications: ['DENSE'],
    imagingHistory: [],
    palpable: [],
    followUp: [],
    menopause: 'PERI',
    pregnancy: null,
    smoking: null,
    deletedAt: null,
    deletedBy: null,
    who:
      lastName === null
        ? null
        : { code: 'CF-1', firstName: 'Ismay', lastName, birthDate: '1974-03-09', sex: 'FEMALE' },
    sides: ['R', 'L'],
    scanCount: 2,
    acquisitionTime: AT,
    ...changes,
  });
}

const URGENT = aStudy('Verhoeven', {
  priority: 'URGENT',
  readingState: 'IN_PROGRESS',
  claimedBy: { accountId: newId(), name: 'M. Okafor', since: AT },
  jobs: [
    {
      id: newId(),
      scanId: newId(),
      scanLabel: 'R',
      jobType: 'AUTO_DETECTION',
      status: 'IN_PROGRESS',
      progress: 0.62,
    },
  ],
});
const ROUTINE = aStudy('Achterberg');

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`At ${pathname}${search}`}</p>;
}

async function open(
  role: Role,
  studies: readonly ListedStudy[] = [URGENT, ROUTINE],
  preferences: Readonly<Record<string, string>> = {},
) {
  opened = await fakeApplication(role);
  const { server } = opened.platform.backend;
  const page = (items: readonly unknown[]) =>
    okResponse({ items, total: items.length, nextCursor: null });
  server.handle('listStudies', () => page(studies));
  server.handle('countStudies', () => {
    const byReadingState = { NEW: 1, IN_PROGRESS: 1, PRELIMINARY: 0, SIGNED: 0, ADDENDUM: 0 };
    return okResponse({ total: studies.length, byReadingState });
  });
  server.handle('listScansOfStudy', () => page([]));
  server.handle('listLists', () => page(builtInLists));
  server.handle('listPreferences', () => page([]));
  server.handle('savePreference', ({ body }) => okResponse({ ...(body as object), updatedAt: AT }));
  for (const [code, value] of Object.entries(preferences)) {
    await opened.services.preferences.save(code, value);
  }
  await render(
    opened.wrap(
      <MemoryRouter initialEntries={['/?state=NEW']}>
        <Routes>
          <Route path="/" element={<StudyListPage />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </MemoryRouter>,
    ),
  );
  await until(() => rows().length === studies.length);
  const callsOf = (route: string) => server.calls.filter((call) => call.route === route);
  return { server, callsOf };
}

const lastListQuery = () =>
  opened?.platform.backend.server.calls.findLast(({ route }) => route === 'listStudies')?.query;
const text = (): string => document.body.textContent ?? '';
const rows = () => [...document.querySelectorAll('tr[aria-selected]')];
const checkedPriority = () =>
  document.querySelector<HTMLInputElement>('aside input[type=radio]:checked')?.value;
const focusedMenuItem = () => document.querySelector('[role=menu] [data-focused]');
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent?.startsWith(name));

describe('the worklist', () => {
  it('shows priority, reading state, claimant and jobs of a study', async () => {
    await open('PHYSICIAN');
    const [firstRow] = rows();
    for (const label of ['Urgent', 'In progress', 'M. Okafor', 'Auto detection R 62 %']) {
      expect(firstRow?.textContent).toContain(label);
    }
  });

  it('lists the longest waiting time first, and keeps another order for the user', async () => {
    const { callsOf } = await open('PHYSICIAN');
    const lastQuery = () => callsOf('listStudies').at(-1)?.query;
    expect([lastQuery()?.get('sort'), lastQuery()?.get('direction')]).toEqual(['waiting', 'desc']);
    await type(document.querySelector('input[type=search]'), 'Ver');
    await click(document.querySelector('th[data-column=acquisitionTime]'));
    await until(() => lastQuery()?.get('sort') === 'acquisitionTime');
    await until(() => callsOf('savePreference').length === 1);
    expect(callsOf('savePreference')[0]?.body).toMatchObject({
      prefCode: 'studies.sort',
      value: 'acquisitionTime ascending',
    });
    await unmountAll();
    const value = 'acquisitionTime ascending';
    await open('PHYSICIAN', undefined, { 'studies.sort': value });
    await until(() => lastListQuery()?.get('sort') === 'acquisitionTime');
    expect(document.querySelector<HTMLInputElement>('input[type=search]')?.value).toBe('');
  });

  it('ignores a stored order that the list does not offer', async () => {
    await open('PHYSICIAN', undefined, { 'studies.sort': 'shoeSize ascending' });
    expect(lastListQuery()?.get('sort')).toBe('waiting');
  });

  it('shows age, indication, priors and waiting time', async () => {
    const waiting = aStudy('Verhoeven', {
      waitingSince: new Date(Date.now() - 62 * 60_000).toISOString(),
      priorScans: 3,
    });
    await open('PHYSICIAN', [waiting]);
    const cells = [...(rows()[0]?.querySelectorAll('td, th') ?? [])].map(
      (cell) => cell.textContent,
    );
    await until(() => text().includes('Dense'));
    expect(cells).toContain('1 h 2 min');
    expect(cells).toContain('3');
    expect(cells.some((cell) => /^\d\d y$/.test(cell ?? ''))).toBe(true);
  });

  it('starts with the reading state of the address, which a tab can change', async () => {
    const { callsOf } = await open('PHYSICIAN');
    expect(callsOf('listStudies')[0]?.query.get('readingState')).toBe('NEW');
    await click(button('All'));
    await until(() => callsOf('listStudies').at(-1)?.query.get('readingState') === null);
  });

  it('moves the focus from the search field to the list and opens the selected study on Enter', async () => {
    await open('PHYSICIAN');
    await focus(document.querySelector<HTMLElement>('input[type=search]'));
    await press('ArrowDown');
    expect(document.activeElement).toBe(rows()[0]);
    await press('Enter');
    await until(() => text().includes(`At /scan?study=${URGENT.id}`));
  });

  it('opens nothing on Enter while the search text is invalid', async () => {
    await open('PHYSICIAN');
    await type(document.querySelector('input[type=search]'), 'a%b');
    await until(() => text().includes('Use only letters, digits, spaces'));
    await press('Enter', document.querySelector('input[type=search]'));
    expect(text()).not.toContain('At /scan');
  });

  it('changes only the priority, and only of the version shown', async () => {
    const { server, callsOf } = await open('PHYSICIAN');
    server.handle('updateStudy', () => okResponse({ ...URGENT, version: 5, priority: 'STAT' }));
    await click(document.querySelector('aside input[value=STAT]'));
    await until(() => callsOf('updateStudy').length === 1);
    const [sent] = callsOf('updateStudy');
    expect(sent?.body).toMatchObject({
      priority: 'STAT',
      menopause: 'PERI',
      indications: ['DENSE'],
    });
    expect(sent?.headers.get('if-match')).toBe('"4"');
    await until(() => callsOf('listStudies').length > 1);
  });

  it('changes a priority in its row by mouse', async () => {
    const { server, callsOf } = await open('OPERATOR');
    server.handle('updateStudy', () => okResponse({ ...ROUTINE, version: 5, priority: 'STAT' }));
    const secondRow = rows()[1];
    await click(secondRow?.querySelector('button'));
    expect(document.querySelector('[role=menu]')?.getAttribute('aria-label')).toBe(
      'Priority of Achterberg, Ismay',
    );
    // The popover around the menu has the role dialog and needs a name too.
    expect(document.querySelector('[role=dialog]')?.getAttribute('aria-label')).toBe(
      'Priority of Achterberg, Ismay',
    );
    await click(document.querySelector('[role=menuitem][data-key=STAT]'));
    await until(() => callsOf('updateStudy').length === 1);
    expect(callsOf('updateStudy')[0]?.params.id).toBe(ROUTINE.id);
    expect(callsOf('updateStudy')[0]?.body).toMatchObject({ priority: 'STAT', menopause: 'PERI' });
    expect(text()).not.toContain('At /scan');
  });

  it('changes a priority in its row by keyboard and restores the focus', async () => {
    const { server, callsOf } = await open('PHYSICIAN');
    server.handle('updateStudy', () => okResponse({ ...URGENT, version: 5, priority: 'ROUTINE' }));
    await focus(rows()[0]);
    await press('ArrowRight');
    const button = document.activeElement;
    expect(button?.getAttribute('aria-haspopup')).toBe('menu');
    await click(button);
    await until(() => focusedMenuItem() !== null && document.activeElement !== button);
    await press('Escape');
    await until(() => document.querySelector('[role=menu]') === null);
    await until(() => document.activeElement === button);
    expect(callsOf('updateStudy')).toEqual([]);
    await click(button);
    // The most urgent priority is first.
    await until(() => focusedMenuItem() !== null && document.activeElement === focusedMenuItem());
    await press('End');
    await press('Enter');
    await until(() => callsOf('updateStudy').length === 1);
    expect(callsOf('updateStudy')[0]?.body).toMatchObject({ priority: 'ROUTINE' });
  });

  it('shows the saved priority after an edit conflict', async () => {
    const { server, callsOf } = await open('PHYSICIAN');
    server.once(
      'updateStudy',
      errorResponse(412, 'VersionConflict', 'Someone else changed it', URGENT),
    );
    await click(document.querySelector('aside input[value=STAT]'));
    await until(() => callsOf('listStudies').length > 1);
    const [notice] = opened?.services.notices.store.getState() ?? [];
    expect(notice?.text).toContain('Someone else changed it');
  });

  it('keeps a study in the panel when its new priority removes it from the list', async () => {
    const list = [URGENT, ROUTINE];
    const { server, callsOf } = await open('PHYSICIAN', list);
    server.handle('updateStudy', () => {
      list.splice(0, 1);
      return okResponse({ ...URGENT, version: 5, priority: 'STAT' });
    });
    server.handle('getStudy', () => okResponse({ ...URGENT, version: 5, priority: 'STAT' }));
    await click(document.querySelector('aside input[value=STAT]'));
    await until(() => rows().length === 1);
    expect(document.querySelector('aside h2')?.textContent).toBe('Verhoeven, Ismay');
    await until(() => checkedPriority() === 'STAT');
    server.handle('getStudy', () => okResponse({ ...URGENT, version: 6 }));
    await click(document.querySelector('aside input[value=URGENT]'));
    await until(() => callsOf('updateStudy').length === 2);
    expect(callsOf('updateStudy')[1]?.headers.get('if-match')).toBe('"5"');
    await until(() => checkedPriority() === 'URGENT');
  });

  it('removes a deleted study from the panel', async () => {
    const list = [URGENT, ROUTINE];
    const { server } = await open('PHYSICIAN', list);
    server.handle('getStudy', () => errorResponse(404, 'NotFound', 'Deleted'));
    list.splice(0, 1);
    await act(async () => opened?.platform.clock.advance(31_000));
    await until(() => document.querySelector('aside h2')?.textContent === 'Achterberg, Ismay');
  });

  it('keeps an open form when a refresh removes its study', async () => {
    const list = [URGENT, ROUTINE];
    const { server, callsOf } = await open('PHYSICIAN', list);
    await click(button('Edit study'));
    const form = document.querySelector('[role=dialog] form');
    expect(form).not.toBeNull();
    list.splice(0, 1);
    server.handle('getStudy', () => errorResponse(404, 'NotFound', 'Deleted meanwhile'));
    await act(async () => opened?.platform.clock.advance(31_000));
    await until(() => callsOf('getStudy').length > 0);
    await act(async () => settle());
    expect(rows()).toHaveLength(1);
    expect(document.querySelector('[role=dialog] form')).toBe(form);
    expect(text()).toContain('Verhoeven');
    await click(button('Cancel'));
    await until(() => document.querySelector('aside h2')?.textContent === 'Achterberg, Ismay');
  });

  it('offers no changes to viewers', async () => {
    await open('VIEWER');
    expect(document.querySelector('aside input[type=radio]')).toBeNull();
    expect(document.querySelector('tr button')).toBeNull();
    expect(button('Edit study')).toBeUndefined();
  });

  it('shows a failed call with the body of the response, or without one the call', async () => {
    const { server } = await open('PHYSICIAN');
    server.handle('listStudies', () => ({ status: 500, body: 'The disk is on fire' }));
    await type(document.querySelector('input[type=search]'), 'Verhoeven');
    await until(() => text().includes('Error calling GET API: The disk is on fire'));
    server.handle('listStudies', () => ({ status: 500, body: '' }));
    await type(document.querySelector('input[type=search]'), 'Achterberg');
    await until(() => /Error calling GET API(?!:)/.test(text()));
  });

  it('rejects invalid characters in the search without calling the server', async () => {
    const { callsOf } = await open('PHYSICIAN');
    await type(document.querySelector('input[type=search]'), 'a%b');
    await until(() => text().includes('Use only letters, digits, spaces'));
    expect(callsOf('listStudies').map(({ query }) => query.get('_keywords'))).not.toContain('a%b');
  });
});

describe('the worklist of a blind annotator', () => {
  it('shows aliases and sides, without search, priority or claimants', async () => {
    const study = aStudy(null, { accessionNumber: null });
    const { callsOf } = await open('BLIND_ANNOTATOR', [study]);
    expect(rows()[0]?.textContent).toContain(`Study ${study.id.slice(-6).toUpperCase()}`);
    expect(document.querySelector('input[type=search]')).toBeNull();
    for (const label of ['Priority', 'Claim', 'In progress', 'Notes', 'Indication']) {
      expect(text()).not.toContain(label);
    }
    expect(callsOf('countStudies')).toEqual([]);
    expect(callsOf('listStudies')[0]?.query.get('readingState')).toBeNull();
  });
});
