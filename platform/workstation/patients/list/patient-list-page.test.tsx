// @vitest-environment jsdom
import { act } from 'react';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInLists, type Patient, type Role } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { aPatient } from '#testing';
import { click, focus, press, render, type, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../../test-support/fake-application.tsx';
import { PatientListPage } from './patient-list-page.tsx';

let opened: FakeApplication | null = null;

afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

/** Creates a patient with a study. */
const aListedPatient = (code: string, lastName: string, overrides: Partial<Patient> = {}) =>
  aPatient({
    code,
    lastName,
    firstName: 'Ismay',
    lastStudyAt: '2026-11-20T10:12:00Z',
    lastStudyId: newId(),
    ...overrides,
  });

const VERHOEVEN = aListedPatient('CF-20418', 'Verhoeven');
const ACHTERBERG = aListedPatient('CF-10405', 'Achterberg', {
  lastStudyAt: '2026-11-19T10:00:00Z',
});

/** Navigates to another address. */
let go: (to: string) => void = () => undefined;
/** Navigates back. */
let back: () => void = () => undefined;

function ListPage() {
  const navigate = useNavigate();
  go = (to) => void navigate(to);
  return <PatientListPage />;
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  go = (to) => void navigate(to);
  back = () => void navigate(-1);
  return <p>{`At ${pathname}${search}`}</p>;
}

/** `searchDelay` delays the response to a search for a text. */
async function open(
  role: Role,
  patients: readonly Patient[] = [VERHOEVEN, ACHTERBERG],
  searchDelay: Promise<void> = Promise.resolve(),
) {
  opened = await fakeApplication(role);
  const { server } = opened.platform.backend;
  server.handle('searchPatients', async ({ query }) => {
    const searchText = (query.get('_keywords') ?? '').toLowerCase();
    if (searchText !== '') await searchDelay;
    const items = patients.filter((patient) =>
      `${patient.code} ${patient.lastName}`.toLowerCase().includes(searchText),
    );
    return okResponse({ items, total: items.length, nextCursor: null });
  });
  server.handle('countPatients', () => {
    const byReadingState = { NEW: 1, IN_PROGRESS: 0, PRELIMINARY: 0, SIGNED: 1, ADDENDUM: 0 };
    return okResponse({ total: patients.length, byReadingState });
  });
  server.handle('listLists', () =>
    okResponse({ items: builtInLists, total: builtInLists.length, nextCursor: null }),
  );
  server.handle('listPreferences', () => okResponse({ items: [], total: 0, nextCursor: null }));
  server.handle('listStudiesOfPatient', () =>
    okResponse({ items: [], total: 0, nextCursor: null }),
  );
  return {
    server,
    show: () =>
      render(
        opened?.wrap(
          <MemoryRouter>
            <Routes>
              <Route path="/" element={<ListPage />} />
              <Route path="*" element={<Elsewhere />} />
            </Routes>
          </MemoryRouter>,
        ),
      ),
  };
}

const text = (): string => document.body.textContent ?? '';
const rows = () => [...document.querySelectorAll('tr[aria-selected]')];
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === name);

describe('the patient list', () => {
  it('shows the newest study first and the selected patient beside the list', async () => {
    const { show } = await open('PHYSICIAN');
    await show();
    await until(() => rows().length === 2);
    expect(rows().map((row) => row.textContent?.slice(0, 8))).toEqual(['CF-20418', 'CF-10405']);
    expect(document.querySelector('aside h2')?.textContent).toBe('Verhoeven, Ismay');
    expect(text()).toContain('2 patients');
  });

  it('searches during typing and highlights matches', async () => {
    const { show } = await open('PHYSICIAN');
    await show();
    await until(() => rows().length === 2);
    await type(document.querySelector('input[type=search]'), 'achter');
    await until(() => rows().length === 1);
    expect(document.querySelector('mark')?.textContent).toBe('Achter');
    await type(document.querySelector('input[type=search]'), 'nobody');
    await until(() => text().includes('No patients match “nobody”.'));
  });

  it('offers to clear a search without matches or to create a patient of that name', async () => {
    const { show } = await open('PHYSICIAN');
    await show();
    await until(() => rows().length === 2);
    await type(document.querySelector('input[type=search]'), 'Lund Ida');
    await until(() => button('New patient “Lund Ida”') !== undefined);
    await click(button('New patient “Lund Ida”'));
    const fields = document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=text]');
    expect([...fields].slice(1, 3).map(({ value }) => value)).toEqual(['Lund', 'Ida']);
    await click(button('Cancel'));
    await until(() => document.querySelector('[role=dialog]') === null);
    await click(button('Clear search'));
    await until(() => rows().length === 2);
    expect(document.activeElement).toBe(document.querySelector('input[type=search]'));
    await click(button('New patient'));
    expect(
      document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=text]')[1]?.value,
    ).toBe('');
  });

  it('offers no new patient to viewers', async () => {
    const { show } = await open('VIEWER', []);
    await show();
    await until(() => text().includes('No patients yet.'));
    await type(document.querySelector('input[type=search]'), 'Lund');
    await until(() => button('Clear search') !== undefined);
    expect(text()).not.toContain('New patient');
    await click(
      [...document.querySelectorAll('button')].find((button) =>
        button.textContent?.startsWith('Signed'),
      ),
    );
    await until(() => button('Clear filters') !== undefined);
    await click(button('Clear filters'));
    await click(button('Clear search'));
    await until(
      () => button('Clear filters') === undefined && button('Clear search') === undefined,
    );
    expect(text()).toContain('No patients yet.');
  });

  it('restores search and selection on return, and starts without them from a link', async () => {
    const others = [1, 2].map((nr) => aListedPatient(`CF-3000${nr}`, 'Achter'));
    const { show } = await open('PHYSICIAN', [VERHOEVEN, ACHTERBERG, ...others]);
    await show();
    await until(() => rows().length === 4);
    await type(document.querySelector('input[type=search]'), 'achter');
    await until(() => rows().length === 3);
    await click(rows()[1] ?? null);
    await act(async () => go('/scan?study=1'));
    await until(() => text().includes('At /scan?study=1'));
    await act(async () => back());
    await until(() => rows().length === 3);
    expect(document.querySelector<HTMLInputElement>('input[type=search]')?.value).toBe('achter');
    expect(rows()[1]?.getAttribute('aria-selected')).toBe('true');
    await act(async () => go('/elsewhere'));
    await act(async () => go(`/?patient=${VERHOEVEN.id}`));
    await until(() => rows().length === 4);
    expect(document.querySelector<HTMLInputElement>('input[type=search]')?.value).toBe('');
    expect(document.querySelector('aside h2')?.textContent).toBe('Verhoeven, Ismay');
  });

  it('rejects invalid characters in the search without calling the server', async () => {
    const { show, server } = await open('PHYSICIAN');
    await show();
    await until(() => rows().length === 2);
    await type(document.querySelector('input[type=search]'), 'a%b');
    await until(() => text().includes('Use only letters, digits, spaces'));
    const requests = server.calls.map((call) => call.query.get('_keywords'));
    expect(requests).not.toContain('a%b');
    expect(document.querySelector('footer')?.textContent).not.toContain('match');
  });

  it('opens the study of the selected patient on Enter', async () => {
    const { show } = await open('PHYSICIAN');
    await show();
    await until(() => rows().length === 2);
    await focus(rows()[0]);
    await press('Enter');
    await until(() => text().includes(`At /scan?study=${VERHOEVEN.lastStudyId}`));
  });

  it('opens the match of the search on Enter, even before the search response arrives', async () => {
    const { show } = await open('PHYSICIAN');
    await show();
    await until(() => rows().length === 2);
    // Like a barcode reader: text and Enter at once.
    await type(document.querySelector('input[type=search]'), 'CF-10405');
    await press('Enter', document.querySelector('input[type=search]'));
    await until(() => text().includes('At /scan'));
    expect(text()).toContain(`At /scan?study=${ACHTERBERG.lastStudyId}`);
  });

  it('does not open the patient who was selected before the search changed', async () => {
    const { show } = await open('PHYSICIAN');
    await show();
    await until(() => rows().length === 2);
    await click(rows()[0]);
    await type(document.querySelector('input[type=search]'), 'achter');
    await until(() => document.querySelector('aside h2')?.textContent === 'Achterberg, Ismay');
    await press('Enter', document.querySelector('input[type=search]'));
    await until(() => text().includes(`At /scan?study=${ACHTERBERG.lastStudyId}`));
  });

  it('keeps the selected patient when a newer patient appears at the top', async () => {
    const list = [VERHOEVEN, ACHTERBERG];
    const { show, server } = await open('PHYSICIAN', list);
    server.handle('getPatient', () => okResponse(VERHOEVEN));
    await show();
    await until(() => document.querySelector('aside h2')?.textContent === 'Verhoeven, Ismay');
    list.unshift(aListedPatient('CF-30000', 'Newest'));
    // The list refreshes every 30 s.
    await act(async () => opened?.platform.clock.advance(31_000));
    await until(() => rows().length === 3);
    expect(document.querySelector('aside h2')?.textContent).toBe('Verhoeven, Ismay');
  });

  it.each(['Edit', 'Risk'])(
    'keeps the %s dialog open on its patient while the list behind changes',
    async (dialogName) => {
      const search = Promise.withResolvers<void>();
      const { show } = await open('PHYSICIAN', undefined, search.promise);
      await show();
      await until(() => rows().length === 2);
      await type(document.querySelector('input[type=search]'), 'achter');
      // Opens the dialog before the search response arrives.
      if (dialogName === 'Risk') {
        await click(document.querySelector('[aria-label="More actions"]'));
        await click(document.querySelector('[role=menuitem][data-key=risk]'));
      } else await click(button('Edit patient'));
      const dialog = document.querySelector('[role=dialog]');
      expect(dialog).not.toBeNull();
      search.resolve();
      await until(() => rows().length === 1);
      expect(document.querySelector('[role=dialog]')).toBe(dialog);
      expect(document.querySelector('aside h2')?.textContent).toBe('Verhoeven, Ismay');
      await click(button('Cancel'));
      await until(() => document.querySelector('aside h2')?.textContent === 'Achterberg, Ismay');
    },
  );

  it('keeps a selected patient who no longer matches, then shows the latest version', async () => {
    const list = [VERHOEVEN, ACHTERBERG];
    const { show, server } = await open('PHYSICIAN', list);
    const read = Promise.withResolvers<void>();
    server.handle('getPatient', async () => {
      await read.promise;
      return okResponse({ ...VERHOEVEN, version: 2, firstName: 'Isa' });
    });
    await show();
    await until(() => rows().length === 2);
    const heading = document.querySelector('aside h2');
    list.splice(0, 1);
    await act(async () => opened?.platform.clock.advance(31_000));
    await until(() => rows().length === 1);
    expect(document.querySelector('aside h2'), 'the same panel').toBe(heading);
    expect(heading?.textContent).toBe('Verhoeven, Ismay');
    read.resolve();
    await until(() => heading?.textContent === 'Verhoeven, Isa');
  });

  it('selects the patient of a new address while the list is open', async () => {
    const { show, server } = await open('PHYSICIAN');
    const lund = aListedPatient('CF-77', 'Lund');
    server.handle('getPatient', ({ params }) =>
      params.id === lund.id ? okResponse(lund) : errorResponse(404, 'NotFound', 'No patient'),
    );
    await show();
    await until(() => rows().length === 2);
    await act(async () => go(`/?patient=${ACHTERBERG.id}`));
    await until(() => document.querySelector('aside h2')?.textContent === 'Achterberg, Ismay');
    await act(async () => go(`/?patient=${lund.id}`));
    await until(() => document.querySelector('aside h2')?.textContent === 'Lund, Ismay');
  });

  it('offers no action that the role or site does not support', async () => {
    const { show } = await open('VIEWER');
    await show();
    await until(() => rows().length === 2);
    expect(button('New patient')).toBeUndefined();
    expect(button('Import files…')).toBeUndefined();
    // No extension of this test provides a scanner.
    expect(button('Start scan')).toBeUndefined();
  });

  it('shows studies under aliases to a blind annotator and requests no patients', async () => {
    const { show, server } = await open('BLIND_ANNOTATOR');
    server.handle('listStudies', () => okResponse({ items: [], total: 0, nextCursor: null }));
    server.handle('countStudies', () => errorResponse(404, 'NotFound', 'Not asked'));
    await show();
    await until(() => text().includes('Each study has an alias'));
    const requests = server.calls.map((call) => call.route);
    expect(requests.filter((route) => route.includes('Patient'))).toEqual([]);
  });

  it('shows an error and loads again on Retry', async () => {
    const { show, server } = await open('PHYSICIAN');
    server.once('searchPatients', errorResponse(403, 'Forbidden', 'Not for you'));
    server.once('searchPatients', errorResponse(403, 'Forbidden', 'Not for you'));
    await show();
    await until(() => text().includes('Not for you'));
    await click(button('Retry'));
    await click(button('Retry'));
    await until(() => rows().length === 2);
  });

  it('keeps its rows while the server is unreachable', async () => {
    const { show, server } = await open('PHYSICIAN');
    await show();
    await until(() => rows().length === 2);
    server.reachable = false;
    await act(async () => opened?.platform.clock.advance(31_000));
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(rows().length).toBe(2);
    expect(document.querySelector('[role=alert] button')).toBeNull();
  });

  it('creates a patient, shows a taken code beside its field and opens the next steps', async () => {
    const list = [VERHOEVEN];
    const { show, server } = await open('OPERATOR', list);
    server.once(
      'createPatient',
      errorResponse(409, 'DuplicatePatientCode', 'Another patient has this code'),
    );
    server.handle('createPatient', ({ body }) => {
      const created = aListedPatient('CF-3', (body as { lastName: string }).lastName, {
        lastStudyId: null,
      });
      list.push(created);
      return okResponse(created);
    });
    await show();
    await until(() => rows().length === 1);
    await click(button('New patient'));
    await click(button('Create patient'));
    expect(text()).toContain('Enter the last name');
    const fields = [
      ...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=text]'),
    ];
    await type(fields[0], 'CF-20418');
    await type(fields[1], 'Lund');
    await click(button('Create patient'));
    await until(() => text().includes('Another patient has this code.'));
    expect(fields[0]?.getAttribute('aria-invalid')).toBe('true');
    await type(fields[0], 'CF-3');
    await click(button('Create patient'));
    await until(() => text().includes('At /patient-create-success?patient='));
  });

  it('creates a single patient when the first response is lost', async () => {
    const { show, server } = await open('PHYSICIAN');
    server.handle('createPatient', ({ body }) =>
      okResponse(aListedPatient('CF-3', (body as { lastName: string }).lastName)),
    );
    server.once('createPatient', 'response-lost');
    await show();
    await click(button('New patient'));
    const fields = document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=text]');
    await type(fields[1], 'Lund');
    await click(button('Create patient'));
    const sent = () => server.calls.filter((call) => call.route === 'createPatient');
    await until(() => sent().length === 1 && button('Create patient') !== undefined);
    await click(button('Create patient'));
    await until(() => sent().length === 2);
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).not.toBeNull();
    expect(keys[0]).toBe(keys[1]);
    await until(() => text().includes('At /patient-create-success?patient='));
  });
});
