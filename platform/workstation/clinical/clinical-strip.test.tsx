// @vitest-environment jsdom
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInLists, type Role, type Study } from '#contracts';
import { okResponse } from '#core/testing';
import { newId } from '#foundation';
import { aScan, aStudy } from '#testing';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { ClinicalStrip } from './clinical-strip.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

const pageOf = (items: readonly unknown[]) =>
  okResponse({ items, total: items.length, nextCursor: null });

/** Opens a study whose first image is on the screen; returns the requested routes. */
async function openStrip(
  change: Partial<Study>,
  { role = 'PHYSICIAN' as Role, priors = [] as readonly Study[], readsCase = false } = {},
): Promise<readonly string[]> {
  opened = await fakeApplication(role);
  const { backend, study, viewState } = opened.platform;
  const stored = { ...aStudy(), id: backend.studyId, ...change };
  const { server } = backend;
  server.handle('getStudy', () => okResponse(stored));
  server.handle('listLists', () => pageOf(builtInLists));
  server.handle('listStudiesOfPatient', () => pageOf([stored, ...priors]));
  server.handle('listScansOfStudy', ({ params }) =>
    pageOf(
      params.studyId === stored.id
        ? backend.scans
        : [aScan({ studyId: params.studyId ?? '', scanState: 'C', acquisitionTime: PRIOR_DAY })],
    ),
  );
  server.handle('listReportsOfStudy', () => pageOf([]));
  server.handle('listAttachmentsOfPatient', () => pageOf([]));
  const scanId = backend.scans[0]?.id ?? '';
  await study.open(backend.studyId, scanId);
  await render(
    opened.wrap(
      <MemoryRouter>
        <ClinicalStrip />
      </MemoryRouter>,
    ),
  );
  await act(async () => viewState.set({ viewedFractions: { [scanId]: 0.1 }, readsCase }));
  return server.calls.map(({ route }) => route);
}

const PRIOR_DAY = '2025-11-20T10:00:00.000Z';
const strip = () => document.querySelector('[data-testid="clinical-strip"]');
const textOf = () => strip()?.textContent ?? '';
const panel = () => document.querySelector('section[aria-label="Clinical information"]');
const buttonOf = (label: string) =>
  document.querySelector<HTMLElement>(`button[aria-label^="${label}"]`);

describe('the clinical strip', () => {
  it('shows indication, history and the days of priors once the images are shown', async () => {
    const prior = aStudy({ id: newId(), createdAt: PRIOR_DAY });
    const before = await openStrip(
      { indications: ['MASS'], imagingHistory: ['MAMMO'] },
      { priors: [prior] },
    );
    expect(before).not.toContain('listStudiesOfPatient');
    await until(() => textOf().includes('2025-11-20'));
    expect(textOf()).toContain('A lump that can be felt');
    expect(textOf()).toContain('Mammography');
  });

  it('says that nothing was entered', async () => {
    await openStrip({});
    await until(() => textOf() === 'No indication or history entered');
  });

  it('unfolds to all information, and Escape folds it', async () => {
    await openStrip({ indications: ['MASS'], menopause: 'PRE', accessionNumber: 'A-17' });
    await until(() => buttonOf('Show all') !== null);
    await click(buttonOf('Show all') ?? undefined);
    await until(() => panel() !== null);
    expect(panel()?.textContent).toContain('A-17');
    expect(panel()?.textContent).toContain('No prior studies.');
    const escapeKey = new KeyboardEvent('keydown', {
      key: 'Escape',
      bubbles: true,
      cancelable: true,
    });
    await act(async () => document.body.dispatchEvent(escapeKey));
    expect(panel()).toBeNull();
    // The tool shortcut of Escape must not run as well.
    expect(escapeKey.defaultPrevented).toBe(true);
  });

  it.each([
    ['blind annotators', { role: 'BLIND_ANNOTATOR' as Role }],
    ['readers of a case', { readsCase: true }],
  ])('shows and requests nothing for %s', async (_who, options) => {
    await openStrip({ indications: ['MASS'], accessionNumber: 'A-17' }, options);
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(document.body.textContent).toBe('');
    const routes = opened?.platform.backend.server.calls.map(({ route }) => route);
    expect(routes).not.toContain('listStudiesOfPatient');
    expect(routes).not.toContain('listAttachmentsOfPatient');
  });

  it('shows nothing until it is known whether a case is open', async () => {
    await openStrip({ indications: ['MASS'] });
    await until(() => textOf().includes('A lump that can be felt'));
    await act(async () => opened?.platform.viewState.set({ awaitsCases: true }));
    expect(document.body.textContent).toBe('');
  });
});
