// @vitest-environment jsdom
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { type ListedStudy, listedStudySchema, type Role } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { newId } from '#foundation';
import { click, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { HomePage } from './home-page.tsx';

let opened: FakeApplication | null = null;
afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
});

async function open(role: Role) {
  opened = await fakeApplication(role);
  const { server } = opened.platform.backend;
  const emptyPage = { items: [], total: 0, nextCursor: null };
  server.handle('countStudies', () => {
    const byReadingState = { NEW: 3, IN_PROGRESS: 1, PRELIMINARY: 0, SIGNED: 2, ADDENDUM: 0 };
    return okResponse({ total: 6, byReadingState });
  });
  server.handle('listStudies', () => okResponse(emptyPage));
  server.handle('searchPatients', () => okResponse(emptyPage));
  server.handle('systemInfo', () => errorResponse(503, 'Unavailable', 'The server starts'));
  const show = () =>
    render(
      opened?.wrap(
        <MemoryRouter>
          <HomePage />
        </MemoryRouter>,
      ),
    );
  return { server, show, requestedRoutes: () => server.calls.map((call) => call.route) };
}

const text = (): string => document.body.textContent ?? '';
const links = () =>
  [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));

const AT = '2026-11-20T10:12:00Z';
function aStudy(lastName: string, changes: Partial<ListedStudy> = {}): ListedStudy {
  const [id, patientId] = [newId(), newId()];
  const stored = { version: 1, createdAt: AT, createdBy: null, updatedAt: AT, updatedBy: null };
  const unknown = { menopause: null, pregnancy: null, smoking: null, accessionNumber: null };
  return listedStudySchema.parse({
    ...{ ...stored, ...unknown, id, patientId, patient: { id: patientId }, state: 'C' },
    ...{
      indications: [],
      imagingHistory: [],
      palpable: [],
      followUp: [],
      deletedAt: null,
      deletedBy: null,
    },
    ...{ sides: ['R'], scanCount: 1, acquisitionTime: AT },
    who: { code: 'CF-1', firstName: 'Ismay', lastName, birthDate: null, sex: null },
    ...changes,
  });
}

describe('the home page', () => {
  it('shows a reader the next cases with priority and waiting time', async () => {
    const { server, show } = await open('PHYSICIAN');
    const waitingSince = new Date(Date.now() - 125 * 60_000).toISOString();
    const cases = [aStudy('Verhoeven', { priority: 'STAT', waitingSince }), aStudy('Osei')];
    server.handle('listStudies', ({ query }) => {
      const items = query.get('report') === 'none' ? cases : [];
      return okResponse({ items, total: items.length, nextCursor: null });
    });
    await show();
    await until(() => text().includes('2 h 5 min'));
    for (const part of ['Read next', 'Verhoeven', 'STAT', 'Osei']) expect(text()).toContain(part);
    expect(links()).toContain(`/scan?study=${cases[1]?.id}`);
    await click([...document.querySelectorAll('a')].find((a) => a.textContent?.includes('Osei')));
    const { readingList } = opened?.services ?? {};
    expect(readingList?.store.getState()).toEqual({ studyId: cases[1]?.id, number: 2, total: 2 });
  });

  it('shows a reader the own reports that are to be signed', async () => {
    const { server, show } = await open('PHYSICIAN');
    const report = aStudy('Verhoeven', { readingState: 'PRELIMINARY' });
    server.handle('listStudies', ({ query }) => {
      const items = query.get('unsigned') === 'mine' ? [report] : [];
      return okResponse({ items, total: items.length, nextCursor: null });
    });
    await show();
    await until(() => links().includes(`/scan?study=${report.id}`));
    expect(text()).toContain('Reports to sign');
    expect(text()).toContain('Preliminary');
  });

  it('shows an operator scans of today, failed jobs and incomplete scans', async () => {
    const { server, show } = await open('OPERATOR');
    const job = { id: newId(), scanId: newId(), scanLabel: 'R', progress: null };
    const failed = { ...job, jobType: 'R3D', status: 'FAILED' } as const;
    server.handle('listStudies', ({ query }) => {
      const items =
        query.get('jobs') === 'failed'
          ? [aStudy('Amsalem', { jobs: [failed] })]
          : query.get('state') === 'I'
            ? [aStudy('Rautio', { state: 'I' })]
            : [aStudy('Osei', { sides: [], scanCount: 0 })];
      return okResponse({ items, total: items.length, nextCursor: null });
    });
    await show();
    await until(() => text().includes('3D reconstruction R failed'));
    await until(() => text().includes('not scanned yet'));
    for (const part of ['Needs attention', 'Rautio', 'Scan incomplete', 'Osei']) {
      expect(text()).toContain(part);
    }
  });

  it('links a physician to the studies of each reading state', async () => {
    const { show } = await open('PHYSICIAN');
    await show();
    await until(() => text().includes('To read'));
    for (const state of ['NEW', 'IN_PROGRESS', 'PRELIMINARY', 'SIGNED', 'ADDENDUM']) {
      expect(links()).toContain(`/study-list?state=${state}`);
    }
    expect(text()).toContain('No completed studies to read.');
    await until(() => text().includes('No exams today.'));
  });

  it('shows an operator the patients of today and no worklist', async () => {
    const { show, requestedRoutes } = await open('OPERATOR');
    await show();
    await until(() => text().includes('Today’s patients'));
    expect(requestedRoutes()).not.toContain('countStudies');
  });

  it('requests no patients for a blind annotator', async () => {
    const { show, requestedRoutes } = await open('BLIND_ANNOTATOR');
    await show();
    await until(() => text().includes('6 studies to annotate'));
    expect(requestedRoutes().filter((route) => route.includes('Patient'))).toEqual([]);
    expect(links()).toEqual(['/study-list']);
  });

  it('shows a load error in its place and loads again on Retry', async () => {
    const { server, show } = await open('ADMIN');
    await show();
    await until(() => text().includes('The server starts'));
    server.handle('systemInfo', () => errorResponse(403, 'Forbidden', 'Not for you'));
    const retry = [...document.querySelectorAll('button')].find((button) =>
      button.textContent?.includes('Retry'),
    );
    await click(retry);
    await until(() => text().includes('Not for you'));
    expect(links()).toEqual([]);
  });
});
