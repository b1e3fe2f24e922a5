// @vitest-environment jsdom
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '#contracts';
import { errorResponse, okResponse } from '#core/testing';
import { click, render, type, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { ActivationPage } from './activation-page.tsx';
import { ChangePasswordPage } from './change-password-page.tsx';
import { ConfirmAccountPage } from './confirm-account-page.tsx';
import { ConfirmResetPage } from './confirm-reset-page.tsx';
import { CreateAccountPage } from './create-account-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { WelcomePage } from './welcome-page.tsx';

const VALID_PASSWORD = 'Violet-harbour-7';
let application: FakeApplication;

afterEach(async () => {
  await unmountAll();
  application.dispose();
});

/** Opens `Page` at an address, signed in when `role` is given. */
async function open(
  Page: ComponentType,
  address: string,
  role: Role | null = null,
  sendsMail = true,
) {
  application = await fakeApplication(role ?? 'PHYSICIAN');
  Object.assign(application, { config: { ...application.config, sendsMail } });
  const { server } = application.platform.backend;
  server.handle('organizationByHost', () => errorResponse(404, 'NotFound', 'Not found'));
  if (role === null) await application.platform.session.signOut();
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: [address],
  });
  const { host } = await render(application.wrap(<RouterProvider router={router} />));
  const field = (name: string) => host.querySelector(`input[name=${name}]`);
  return {
    host,
    server,
    router,
    field,
    text: () => host.textContent ?? '',
    fill: async (values: Readonly<Record<string, string>>) => {
      for (const [name, value] of Object.entries(values)) await type(field(name), value);
    },
    submit: () => click(host.querySelector('button[type=submit]')),
    /** Returns the request bodies sent to a route. */
    sent: (route: string) =>
      server.calls.filter((call) => call.route === route).map((call) => call.body),
  };
}

const fieldErrorResponse = (field: string, message: string) => ({
  status: 400,
  body: { errorType: 'ValidationFailed', errors: [{ field, code: 'X', message }] },
});
const INVALID = errorResponse(422, 'LinkInvalid', 'This link is no longer valid');

describe('an account form with invalid input', () => {
  it('shows the error beside an invalid e-mail address and focuses the field', async () => {
    const page = await open(ResetPasswordPage, '/reset-password');
    await page.fill({ email: 'nobody' });
    await page.submit();
    expect(page.text()).toContain('Enter a valid e-mail address');
    expect(document.activeElement).toBe(page.field('email'));
    expect(page.sent('sendResetPasswordEmail')).toEqual([]);
  });

  it('rejects a password that breaks a rule', async () => {
    const page = await open(ConfirmResetPage, '/confirm-reset-password?token=t');
    await page.fill({ password: 'short' });
    await page.submit();
    expect(page.text()).toContain('The password needs at least 12 characters');
    expect(page.sent('confirmResetPassword')).toEqual([]);
  });

  it('rejects an account without a last name', async () => {
    const page = await open(CreateAccountPage, '/create-account');
    await page.fill({ firstName: 'Ada', email: 'ada@example.org' });
    await page.submit();
    expect(page.text()).toContain('Required');
    expect(page.sent('createAccount')).toEqual([]);
  });

  it('rejects an incomplete code', async () => {
    const page = await open(ActivationPage, '/activation');
    await page.fill({ code: 'abcdef' });
    expect(page.field('code')).toHaveProperty('value', 'ABCD-EF');
    await page.submit();
    expect(page.text()).toContain('three groups of four letters');
    expect(page.sent('activateOrganization')).toEqual([]);
  });
});

describe('an account page after a server error', () => {
  it('explains an invalid link and links to a new one', async () => {
    for (const [Page, path, route, linkPath] of [
      [ConfirmResetPage, '/confirm-reset-password', 'confirmResetPassword', '/reset-password'],
      [ConfirmAccountPage, '/confirm-account', 'confirmAccount', '/create-account'],
    ] as const) {
      const page = await open(Page, `${path}?token=old`);
      page.server.once(route, INVALID);
      await page.fill({ password: VALID_PASSWORD });
      await page.submit();
      await until(() => page.text().includes('This link is no longer valid'));
      expect(page.host.querySelector(`a[href="${linkPath}"]`)).not.toBeNull();
      await unmountAll();
    }
    const invited = await open(CreateAccountPage, '/create-account?token=old');
    invited.server.once('createAccount', INVALID);
    await invited.fill({ firstName: 'A', lastName: 'B', jobTitle: 'C', password: VALID_PASSWORD });
    await invited.submit();
    await until(() => invited.text().includes('Ask the administrator who invited you'));
  });

  it('reports an invalid link at once when the address has no token', async () => {
    const page = await open(ConfirmResetPage, '/confirm-reset-password');
    expect(page.text()).toContain('This link is no longer valid');
  });

  it('shows the waiting time after too many attempts', async () => {
    const page = await open(ResetPasswordPage, '/reset-password');
    const busy = errorResponse(429, 'TooManyRequests', 'Too many', { retryAfterSeconds: 1_500 });
    page.server.once('sendResetPasswordEmail', busy);
    await page.fill({ email: 'ada@example.org' });
    await page.submit();
    await until(() => page.text().includes('Try again in 25 minutes'));
  });

  it('shows a wrong current password beside its field', async () => {
    const page = await open(ChangePasswordPage, '/change-password', 'PHYSICIAN');
    const error = fieldErrorResponse('currentPassword', 'Wrong password');
    page.server.once('changePasswordByUser', error);
    await page.fill({ currentPassword: 'not it', newPassword: VALID_PASSWORD });
    await page.submit();
    await until(() => page.text().includes('Wrong password'));
    expect(page.field('currentPassword')?.getAttribute('aria-invalid')).toBe('true');
  });

  it('explains how to proceed after a wrong code or a host that is taken', async () => {
    const page = await open(ActivationPage, '/activation');
    page.server.once('activateOrganization', errorResponse(400, 'BadRequest', 'wrong'));
    await page.fill({ code: 'ABCDEFGHIJKL' });
    await page.submit();
    await until(() => page.text().includes('ask your administrator for a new code'));
    page.server.once('activateOrganization', errorResponse(409, 'HostTaken', 'taken'));
    await page.submit();
    await until(() => page.text().includes('Another organization is activated'));
  });
});

describe('the password rules', () => {
  it('are ticked off during typing, and their number is announced', async () => {
    const page = await open(ConfirmResetPage, '/confirm-reset-password?token=t');
    const met = (): number => page.host.querySelectorAll('li[data-met]').length;
    expect(met()).toBe(0);
    await page.fill({ password: 'violet' });
    expect(met()).toBe(2);
    await page.fill({ password: VALID_PASSWORD });
    expect(met()).toBe(6);
    expect(page.host.querySelector('[role=status]')?.textContent).toBe('6 of 6 requirements met');
  });

  it('include the e-mail address of the signed-in user', async () => {
    const page = await open(ChangePasswordPage, '/change-password', 'PHYSICIAN');
    await page.fill({ newPassword: 'Reader@example.org-1' });
    expect(page.text()).toContain('The password can’t be your e-mail address');
  });
});

describe('an account page after success', () => {
  it('confirms a reset with the same text for every address and shows a returned link', async () => {
    const page = await open(ResetPasswordPage, '/reset-password');
    page.server.handle('sendResetPasswordEmail', () => okResponse({ link: 'http://here/#/x' }));
    await page.fill({ email: ' ada@example.org ' });
    await page.submit();
    await until(() => page.text().includes('If ada@example.org has an account'));
    expect(page.host.querySelector('a[href="http://here/#/x"]')).not.toBeNull();
  });

  it('says that a site without a mail server sends no e-mail', async () => {
    const page = await open(ResetPasswordPage, '/reset-password', null, false);
    expect(page.text()).toContain('This site sends no e-mail');
    page.server.handle('sendResetPasswordEmail', () => okResponse({ link: null }));
    await page.fill({ email: 'ada@example.org' });
    await page.submit();
    await until(() =>
      page.text().includes('If ada@example.org has an account, a link was created'),
    );
    expect(page.text()).toContain('ask your administrator for the link');
    expect(page.text()).not.toContain('spam');
  });

  it('links to sign-in after a new password is set', async () => {
    const page = await open(ConfirmResetPage, '/confirm-reset-password?token=t');
    page.server.handle('confirmResetPassword', () => okResponse({ email: 'ada@example.org' }));
    await page.fill({ password: VALID_PASSWORD });
    await page.submit();
    await until(() => page.text().includes('The password of ada@example.org was changed'));
    expect(page.sent('confirmResetPassword')).toEqual([{ token: 't', password: VALID_PASSWORD }]);
    await click(page.host.querySelector('a[href="/login"]'));
    expect(page.router.state.location.pathname).toBe('/login');
  });

  it('confirms an account request and announces the mail', async () => {
    const page = await open(CreateAccountPage, '/create-account');
    page.server.handle('createAccount', () => okResponse({ link: null }));
    const person = { firstName: 'Ada', lastName: 'Lund', jobTitle: 'Radiologist' };
    await page.fill({ ...person, email: 'ada@example.org' });
    await page.submit();
    await until(() => page.text().includes('An e-mail to ada@example.org is on its way'));
    expect(page.sent('createAccount')).toEqual([{ ...person, email: 'ada@example.org' }]);
  });

  it('opens the application after a forced password change, with the new token', async () => {
    const page = await open(ChangePasswordPage, '/change-password', 'PHYSICIAN');
    const { user } = application.platform.backend;
    const response = { accessToken: 'the next', organization: user.organization, userInfo: user };
    page.server.handle('changePasswordByUser', () => okResponse(response));
    await page.fill({ currentPassword: 'x', newPassword: VALID_PASSWORD });
    await page.submit();
    await until(() => page.router.state.location.pathname === '/');
    expect(application.platform.storage.getItem('clockface.token')).toBe('the next');
  });

  it('opens the application after a name is saved and updates the session user', async () => {
    const page = await open(WelcomePage, '/welcome', 'PHYSICIAN');
    const { user } = application.platform.backend;
    page.server.handle('updateMe', ({ body }) => okResponse({ ...user, ...(body as object) }));
    await page.fill({ firstName: 'Hanne', lastName: 'Lund', jobTitle: 'Head' });
    await page.submit();
    await until(() => page.router.state.location.pathname === '/');
    expect(application.services.session.store.getState().user?.firstName).toBe('Hanne');
  });

  it('names the organization of the activated host', async () => {
    const page = await open(ActivationPage, '/activation');
    const organization = { id: application.platform.backend.user.organization.id, name: 'North' };
    page.server.handle('activateOrganization', () => okResponse(organization));
    page.server.handle('organizationByHost', () => okResponse(organization));
    await page.fill({ code: 'abcd efgh ijkl' });
    await page.submit();
    await until(() => page.text().includes('North was activated for this address.'));
    expect(page.sent('activateOrganization')).toEqual([{ code: 'ABCD-EFGH-IJKL' }]);
  });
});
