// @vitest-environment jsdom
import { act } from 'react';
import { RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { click, render, type, unmountAll, until } from '#ui/testing';
import { storePrefill, takePrefill } from '../navigation/link-credentials.ts';
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

async function open(
  hash: string,
  role: Parameters<typeof fakeApplication>[0],
  { signedOut = false } = {},
) {
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
  const page = await render(opened.wrap(<RouterProvider router={router} />));
  const go = (path: string): Promise<void> => act(async () => router.navigate(path));
  return { host: page.host, go, application: opened };
}

/** Waits until the page at `hash` shows this text. */
async function expectPage(hash: string, text: string): Promise<void> {
  await until(() => window.location.hash === hash && pageText().includes(text));
}

const pageText = (): string => document.body.textContent ?? '';

describe('the router', () => {
  it('requires sign-in at a typed address and returns to that address afterwards', async () => {
    const page = await open('#/home', 'PHYSICIAN', { signedOut: true });
    await expectPage('#/login?redirect=%2Fhome', 'After sign-in you return to Home');
    await act(async () => {
      await page.application.platform.session.signIn('ada@example.org', 'secret');
    });
    await page.go('/login?redirect=%2Fhome');
    await expectPage('#/home', 'Welcome, Ada');
  });

  it('opens the landing page when the user may not open the typed address', async () => {
    const page = await open('#/admin-dashboard', 'PHYSICIAN', { signedOut: true });
    await expectPage('#/login?redirect=%2Fadmin-dashboard', 'Sign in');
    await act(async () => {
      await page.application.platform.session.signIn('ada@example.org', 'secret');
    });
    await page.go('/login?redirect=%2Fadmin-dashboard');
    await expectPage('#/study-list', 'Studies');
    expect(pageText()).not.toContain('All accounts');
  });

  it('cancels navigation to a page without permission and stays on the current page', async () => {
    const page = await open('#/home', 'PHYSICIAN');
    await expectPage('#/home', 'Welcome, Ada');
    await page.go('/admin-dashboard');
    await expectPage('#/home', 'Welcome, Ada');
    expect(pageText()).not.toContain('All accounts');
  });

  it('opens the dashboard of an extension for an administrator', async () => {
    const page = await open('#/', 'ADMIN');
    await expectPage('#/admin-dashboard', 'All accounts');
    expect(page.host.querySelector('h1')?.textContent).toBe('Test page');
  });

  it('redirects an administrator from a patient page to the dashboard', async () => {
    await open('#/patient-list', 'ADMIN');
    await expectPage('#/admin-dashboard', 'All accounts');
  });

  it('reports an unknown path and links to home', async () => {
    await open('#/nothing', 'PHYSICIAN');
    await expectPage('#/nothing', 'There is no page at this address.');
    expect(pageText()).toContain('Unknown path');
  });

  it('reports an unknown path to a signed-out user and offers sign-in', async () => {
    const page = await open('#/nothing', 'PHYSICIAN', { signedOut: true });
    await expectPage('#/nothing', 'There is no page at this address.');
    expect(pageText()).toContain('Unknown path');
    const link = [...page.host.querySelectorAll('a')].find((a) => a.textContent === 'Sign in');
    expect(link?.getAttribute('href')).toBe('#/login');
  });

  it('reports a link that names nothing to open to a signed-out user', async () => {
    await open('#/external-link?action=openPatient', 'PHYSICIAN', { signedOut: true });
    await expectPage('#/external-link?action=openPatient', 'Failed to open the provided URL.');
  });

  it('asks for sign-in before a link is looked up and returns to the link', async () => {
    const page = await open('#/external-link?action=openPatient&mrn=CF-1', 'PHYSICIAN', {
      signedOut: true,
    });
    const redirect = encodeURIComponent('/external-link?action=openPatient&mrn=CF-1');
    await expectPage(`#/login?redirect=${redirect}`, 'Sign in');
    const { calls } = page.application.platform.backend.server;
    expect(calls.some(({ route }) => route === 'getPatientByCode')).toBe(false);
  });

  it('names a failed extension page and keeps the app bar', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const page = await open('#/broken', 'ADMIN');
    await expectPage('#/broken', 'Test page failed');
    expect(pageText()).toContain('no accounts');
    expect(page.host.querySelector('header')).not.toBeNull();
  });

  it('opens anonymous pages with and without a session', async () => {
    const page = await open('#/reset-password', 'PHYSICIAN', { signedOut: true });
    await expectPage('#/reset-password', 'Send link');
    await page.go('/create-account');
    await expectPage('#/create-account', 'Request account');
    await act(async () => {
      await page.application.platform.session.signIn('ada@example.org', 'secret');
    });
    await expectPage('#/create-account', 'Request account');
    await page.go('/reset-password');
    await expectPage('#/reset-password', 'Send link');
  });

  it('redirects the root path to sign-in or to the landing page of the role', async () => {
    const page = await open('#/', 'PHYSICIAN', { signedOut: true });
    await expectPage('#/login', 'Sign in');
    await act(async () => {
      await page.application.platform.session.signIn('ada@example.org', 'secret');
    });
    await expectPage('#/study-list', 'Studies');
  });

  it('opens only the password page while a new password is required', async () => {
    const page = await open('#/home', 'PHYSICIAN');
    await expectPage('#/home', 'Welcome, Ada');
    const { session, backend } = page.application.platform;
    await act(async () => session.update({ ...backend.user, askedForResetPassword: true }));
    for (const path of ['/home', '/patient-list', '/nothing']) {
      await page.go(path);
      await expectPage('#/change-password', 'An administrator set your password');
    }
  });

  it('opens the requested page after a sign-in from any tab', async () => {
    const page = await open('#/home', 'PHYSICIAN', { signedOut: true });
    await expectPage('#/login?redirect=%2Fhome', 'Sign in');
    const { session, storage } = page.application.platform;
    storage.setItem('clockface.token', 'token-of-a-test');
    await act(async () => session.restore());
    await expectPage('#/home', 'Welcome, Ada');
  });

  it('leaves the previous user’s page when another user signs in from another tab', async () => {
    const page = await open('#/home', 'PHYSICIAN');
    await expectPage('#/home', 'Welcome, Ada');
    const { session, backend } = page.application.platform;
    const otherUser = {
      ...backend.user,
      id: '0190a0b0-0000-7000-8000-000000000001',
      firstName: 'Eva',
    };
    await act(async () => session.update(otherUser));
    await expectPage('#/study-list', 'Studies');
  });

  it('drops the previous user’s input when another user signs in from another tab', async () => {
    const page = await open('#/patient-list', 'PHYSICIAN');
    await expectPage('#/patient-list', 'Patients');
    await until(() => page.host.querySelector('input[type=search]') !== null);
    await type(page.host.querySelector('input[type=search]'), 'Rautio');
    const { session, backend } = page.application.platform;
    const otherUser = {
      ...backend.user,
      id: '0190a0b0-0000-7000-8000-000000000001',
      firstName: 'Eva',
    };
    await act(async () => session.update(otherUser));
    await expectPage('#/study-list', 'Studies');
    expect(page.host.querySelector('input[type=search]')).toHaveProperty('value', '');
  });

  it('ignores a redirect to an address that is no page of the application', async () => {
    const page = await open('#/home', 'PHYSICIAN');
    await expectPage('#/home', 'Welcome, Ada');
    for (const requestedPath of [
      '//evil.example',
      '/\\evil.example',
      'https:evil.example',
      '%2f%2fevil.example',
      'javascript:alert(1)',
      '/nothing',
      '/%2f%2fevil.example',
    ]) {
      await page.go(`/login?redirect=${encodeURIComponent(requestedPath)}`);
      await expectPage('#/study-list', 'Studies');
      await page.go('/home');
      await expectPage('#/home', 'Welcome, Ada');
    }
  });

  it('removes credentials of a link from the address before rendering', async () => {
    const page = await open('#/home', 'PHYSICIAN', { signedOut: true });
    await expectPage('#/login?redirect=%2Fhome', 'Sign in');
    await page.go('/external-link?action=openPatient&mrn=CF-1&username=ada&password=S3cret');
    await until(() => pageText().includes('A link filled in this form'));
    expect(window.location.hash).not.toContain('S3cret');
    const requestedPath = '/external-link?action=openPatient&mrn=CF-1';
    expect(window.location.hash).toBe(`#/login?redirect=${encodeURIComponent(requestedPath)}`);
    const field = (name: string) => page.host.querySelector(`input[name=${name}]`);
    expect(field('email')).toHaveProperty('value', 'ada');
    expect(field('password')).toHaveProperty('value', 'S3cret');
    expect(
      page.application.platform.backend.server.calls.some((call) => call.route === 'login'),
    ).toBe(false);
  });

  it('removes the password of a sign-in link from the address and does not prefill it for the next user', async () => {
    const page = await open('#/home', 'PHYSICIAN', { signedOut: true });
    await expectPage('#/login?redirect=%2Fhome', 'Sign in');
    await page.go('/login?username=ada&password=S3cret');
    await until(() => pageText().includes('A link filled in this form'));
    expect(window.location.hash).toBe('#/login');
    await page.go('/reset-password');
    await page.go('/external-link?action=openPatient&mrn=CF-1&username=eva&password=S3cret');
    await expectPage(
      '#/login?redirect=%2Fexternal-link%3Faction%3DopenPatient%26mrn%3DCF-1',
      'Sign in',
    );
    const { session } = page.application.platform;
    storePrefill({ email: 'ada', password: 'S3cret' });
    await act(async () => void (await session.signIn('ada@example.org', 'secret')));
    expect(takePrefill()).toBeNull();
  });

  it('opens sign-in without a redirect after signing out', async () => {
    const page = await open('#/home', 'PHYSICIAN');
    await expectPage('#/home', 'Welcome, Ada');
    await act(async () => page.application.platform.session.signOut());
    await expectPage('#/login', 'Sign in');
  });

  it('returns to the current page after the session has ended', async () => {
    const page = await open('#/home', 'PHYSICIAN');
    await expectPage('#/home', 'Welcome, Ada');
    const { session, backend } = page.application.platform;
    backend.server.once('me', { status: 401, body: { message: 'Not signed in' } });
    await act(async () => session.restore());
    await expectPage('#/login?redirect=%2Fhome', 'Your session has ended');
  });
});

describe('leaving a page with running work', () => {
  const warning = { title: 'A scan is running', text: 'It goes on.', stay: 'Stay', leave: 'Leave' };

  async function openWithWork() {
    const page = await open('#/home', 'PHYSICIAN');
    await expectPage('#/home', 'Welcome, Ada');
    const { leaveGuard } = page.application.services;
    const work = leaveGuard.add((path) => (path === '/home' ? null : warning));
    return { ...page, work };
  }
  const pressButton = async (name: string): Promise<void> => {
    const buttons = [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')];
    await click(buttons.find(({ textContent }) => textContent === name));
  };
  const isAsked = (): boolean => document.querySelector('[role=alertdialog]') !== null;

  it('asks first and stays or leaves as answered', async () => {
    const page = await openWithWork();
    await page.go('/patient-list');
    await until(isAsked);
    expect(window.location.hash).toBe('#/home');
    await pressButton('Stay');
    await until(() => !isAsked());
    expect(window.location.hash).toBe('#/home');
    await page.go('/patient-list');
    await until(isAsked);
    await pressButton('Leave');
    await expectPage('#/patient-list', 'Patients');
    expect(isAsked()).toBe(false);
  });

  it('closes the question when the work ends or the address changes', async () => {
    const page = await openWithWork();
    await page.go('/patient-list');
    await until(isAsked);
    page.work.dispose();
    await until(() => !isAsked());
    expect(window.location.hash).toBe('#/home');
    const { leaveGuard } = page.application.services;
    leaveGuard.add((path) => (path === '/study-list' ? null : warning));
    await page.go('/patient-list');
    await until(isAsked);
    await page.go('/study-list');
    await until(() => window.location.hash === '#/study-list' && !isAsked());
    await page.go('/home');
    await until(isAsked);
    await pressButton('Stay');
    expect(window.location.hash).toBe('#/study-list');
  });

  it('offers the way back after a step in the history or a typed address', async () => {
    const page = await openWithWork();
    const { navigation } = page.application;
    const go = vi.spyOn(navigation, 'go');
    await act(async () => {
      window.location.hash = '/patient-list';
    });
    await until(isAsked);
    await pressButton('Stay');
    expect(go.mock.calls).toEqual([['/home']]);
  });

  it('does not ask after the work or the session has ended', async () => {
    const page = await openWithWork();
    page.work.dispose();
    await page.go('/patient-list');
    await expectPage('#/patient-list', 'Patients');
    page.application.services.leaveGuard.add(() => warning);
    await act(async () => page.application.platform.session.endIdle());
    await until(() => window.location.hash.startsWith('#/login'));
    expect(isAsked()).toBe(false);
  });

  it('lets the browser ask before the window closes', async () => {
    const page = await openWithWork();
    const isHeld = (): boolean =>
      !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isHeld()).toBe(true);
    page.work.dispose();
    expect(isHeld()).toBe(false);
  });
});
