// @vitest-environment jsdom
import { act } from 'react';
import { RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { aPageExtension } from '../test-support/fake-extensions.tsx';
import { createAppRouter } from './create-router.tsx';

let opened: FakeApplication | null = null;

afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
  vi.restoreAllMocks();
});

async function open(hash: string, role: Parameters<typeof fakeApplication>[0], signedOut = false) {
  window.location.hash = hash;
  opened = await fakeApplication(role, {
    sources: [
      aPageExtension('admin', '/admin-dashboard', () => <p>All accounts</p>),
      aPageExtension('broken', '/broken', () => {
        throw new Error('no accounts');
      }),
    ],
  });
  if (signedOut) await opened.platform.session.signOut();
  const router = createAppRouter(opened);
  const page = await render(opened.around(<RouterProvider router={router} />));
  const go = (path: string): Promise<void> => act(async () => router.navigate(path));
  return { host: page.host, go, application: opened };
}

/** The page that is open, once it shows this text. */
async function arrives(hash: string, text: string): Promise<void> {
  await until(() => window.location.hash === hash && pageText().includes(text));
}

const pageText = (): string => document.body.textContent ?? '';

describe('moving between pages', () => {
  it('a typed address asks for sign-in and comes back afterwards', async () => {
    const page = await open('#/home', 'PHYSICIAN', true);
    await arrives('#/login?redirect=%2Fhome', 'After sign-in you return to Home');
    await act(async () => {
      await page.application.platform.session.signIn('ada@example.org', 'secret');
    });
    await page.go('/login?redirect=%2Fhome');
    await arrives('#/home', 'Welcome, Ada');
  });

  it('who may not open the typed address lands on an own page after signing in', async () => {
    const page = await open('#/admin-dashboard', 'PHYSICIAN', true);
    await arrives('#/login?redirect=%2Fadmin-dashboard', 'Sign in');
    await act(async () => {
      await page.application.platform.session.signIn('ada@example.org', 'secret');
    });
    await page.go('/login?redirect=%2Fadmin-dashboard');
    await arrives('#/patient-list', 'Patients');
    expect(pageText()).not.toContain('All accounts');
  });

  it('the way to a page without its feature is cancelled, and the page before stays', async () => {
    const page = await open('#/home', 'PHYSICIAN');
    await arrives('#/home', 'Welcome, Ada');
    await page.go('/admin-dashboard');
    await arrives('#/home', 'Welcome, Ada');
    expect(pageText()).not.toContain('All accounts');
  });

  it('an administrator lands on the dashboard that an extension brings', async () => {
    const page = await open('#/', 'ADMIN');
    await arrives('#/admin-dashboard', 'All accounts');
    expect(page.host.querySelector('h1')?.textContent).toBe('Test page');
  });

  it('an administrator who types a page of patients stays on what is allowed', async () => {
    await open('#/patient-list', 'ADMIN');
    await arrives('#/admin-dashboard', 'All accounts');
  });

  it('an unknown path says so and shows the way home', async () => {
    await open('#/nothing', 'PHYSICIAN');
    await arrives('#/nothing', 'There is no page at this address.');
    expect(pageText()).toContain('Unknown path');
  });

  it('a page of an extension that throws is named, and the bar stays', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const page = await open('#/broken', 'ADMIN');
    await arrives('#/broken', 'Test page has failed');
    expect(pageText()).toContain('no accounts');
    expect(page.host.querySelector('header')).not.toBeNull();
  });

  it('signing out leads to the sign-in page and remembers no place', async () => {
    const page = await open('#/home', 'PHYSICIAN');
    await arrives('#/home', 'Welcome, Ada');
    await act(async () => page.application.platform.session.signOut());
    await arrives('#/login', 'Sign in');
  });

  it('a session that has ended comes back to where it was', async () => {
    const page = await open('#/home', 'PHYSICIAN');
    await arrives('#/home', 'Welcome, Ada');
    const { session, clinic } = page.application.platform;
    clinic.server.once('me', { status: 401, body: { message: 'Not signed in' } });
    await act(async () => session.restore());
    await arrives('#/login?redirect=%2Fhome', 'Your session has ended');
  });
});
