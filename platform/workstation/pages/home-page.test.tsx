// @vitest-environment jsdom
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
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

describe('the home page', () => {
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
