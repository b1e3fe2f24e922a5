import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contracts';
import { linkTo } from '../api/support/mails.ts';
import { runCommand } from '../api/support/run-command.ts';
import { type ApiReader, apiReader } from './support/product/api.ts';
import { axeViolations } from './support/product/axe.ts';
import {
  DEMO_PASSWORD,
  launchBrowser,
  screenshot,
  signIn,
  visit,
} from './support/product/browser.ts';
import { tabTo } from './support/product/keyboard.ts';
import { type Product, startProduct, testSite } from './support/product/product.ts';

const PASSWORD = 'Violet-harbour-7';
const NEXT_PASSWORD = 'Harbour-violet-8';
const IDLE_MINUTES = 5;

let product: Product;
let browser: Browser;
let admin: ApiReader;
beforeAll(async () => {
  product = await startProduct(testSite({ session: { idleMinutes: IDLE_MINUTES } }));
  browser = await launchBrowser();
  admin = await apiReader(product, 'admin');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

async function submitSignIn(page: Page, email: string, password: string): Promise<void> {
  await fill(page, { 'E-mail': email, Password: password });
  await button(page, 'Sign in').click();
}

/** Checks the page for accessibility violations and saves a screenshot. */
async function checkScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await axeViolations(page), name).toEqual([]);
  await screenshot(page, name);
}

/**
 * Saves screenshots on a large and a small screen, and checks that the small one can be scrolled to
 * the first and the last element.
 */
async function checkAtAllSizes(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 3840, height: 2160 });
  await screenshot(page, `${name}-3840`);
  await page.setViewportSize({ width: 1280, height: 560 });
  await screenshot(page, `${name}-1280`);
  for (const element of [page.getByRole('heading', { level: 1 }), page.getByRole('link').last()]) {
    await element.scrollIntoViewIfNeeded();
    const box = await element.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(560);
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
}

const waitForHash = (page: Page, hash: string) =>
  page.waitForURL((address) => address.hash === hash);

/** Ends the session on the server only; the browser still holds its token. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async (key) => {
    const token = localStorage.getItem('clockface.token');
    const headers = { 'x-api-key': key, authorization: `Bearer ${token}` };
    await fetch('api/accounts/actions/logOff', { method: 'POST', headers });
  }, product.apiKey);
}

/** @throws an error with the response unless the call succeeds */
async function accountIn(pending: Promise<Response>): Promise<Account> {
  const response = await pending;
  if (response.status !== 200)
    throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Account;
}

/**
 * Invites an account, which has no password until the invitation is accepted or an administrator
 * sets one.
 */
async function inviteAccount(name: string, role: string): Promise<Account> {
  const roles = [{ id: role }];
  return accountIn(admin.send('POST', '/accounts', { email: `${name}@e2e.example`, roles }));
}

describe('a lost password', () => {
  it('is reset by a link in a mail, which is valid once', async () => {
    const { page, errors, close } = await visit(browser);
    const scriptTexts: string[] = [];
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script') scriptTexts.push(await response.text());
    });
    await page.goto(`${product.url}/#/login`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await button(page, 'Send link').click();
    await page.getByText('Enter a valid e-mail address').waitFor();
    await checkScreen(page, 'reset-password');
    await fill(page, { 'E-mail': 'viewer@demo.clockface.example' });
    await button(page, 'Send link').click();
    await page.getByText('If viewer@demo.clockface.example has an account').waitFor();
    await checkScreen(page, 'reset-password-sent');
    const { link } = await linkTo(product.dataFolder, 'viewer@demo.clockface.example');

    await page.goto(link);
    await fill(page, { 'New password': 'Password1234!' });
    await page.getByText('5 of 6 requirements met').waitFor({ state: 'attached' });
    await button(page, 'Set password').click();
    await page.getByText('This password is too common').waitFor();
    await checkScreen(page, 'confirm-reset-password');
    await fill(page, { 'New password': PASSWORD });
    await button(page, 'Set password').click();
    await page.getByText('All sessions of this account were signed out').waitFor();
    // These pages do not load the code of the viewer and of the broker client.
    expect(scriptTexts.length).toBeGreaterThan(3);
    for (const library of ['vtkOpenGL', 'mqttjs']) {
      expect(
        scriptTexts.filter((text) => text.includes(library)),
        library,
      ).toEqual([]);
    }
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect
      .poll(() => page.getByLabel('E-mail').inputValue())
      .toBe('viewer@demo.clockface.example');
    await fill(page, { Password: PASSWORD });
    await button(page, 'Sign in').click();
    await waitForHash(page, '#/patient-list');

    const again = await visit(browser);
    await again.page.goto(link);
    await fill(again.page, { 'New password': NEXT_PASSWORD });
    await button(again.page, 'Set password').click();
    await again.page.getByText('This link is no longer valid').waitFor();
    await checkScreen(again.page, 'link-invalid');
    await again.page.getByRole('link', { name: 'Request new link' }).click();
    await waitForHash(again.page, '#/reset-password');
    await again.close();
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a new account', () => {
  it('starts from an invitation with names and a password', async () => {
    await inviteAccount('hanne', 'PHYSICIAN');
    const { link } = await linkTo(product.dataFolder, 'hanne@e2e.example');
    const { page, close } = await visit(browser);
    await page.goto(link);
    await button(page, 'Create account').click();
    await page.getByText('Required').first().waitFor();
    expect(
      await page.getByLabel('First name').evaluate((element) => element.matches(':focus')),
    ).toBe(true);
    await checkScreen(page, 'create-account-invited');
    await checkAtAllSizes(page, 'create-account-invited');
    const names = { 'First name': 'Hanne', 'Last name': 'Lund', 'Job title': 'Radiologist' };
    await fill(page, { ...names, 'New password': PASSWORD });
    await button(page, 'Create account').click();
    await page.getByText('Your account is ready').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await submitSignIn(page, 'hanne@e2e.example', PASSWORD);
    await waitForHash(page, '#/study-list');
    await page.getByRole('button', { name: /Account of Hanne Lund/ }).waitFor();
    await close();
  });

  it('starts from a request that waits for its address to be confirmed, then for a role', async () => {
    const { page, close } = await visit(browser);
    await page.goto(`${product.url}/#/login`);
    await page.getByRole('link', { name: 'Create account' }).click();
    await button(page, 'Request account').waitFor();
    await checkScreen(page, 'create-account');
    const names = { 'First name': 'Ines', 'Last name': 'Rautio', 'Job title': 'Sonographer' };
    await fill(page, { ...names, 'E-mail': 'ines@e2e.example' });
    await button(page, 'Request account').click();
    await page.getByText('The account for ines@e2e.example was requested').waitFor();
    const { link } = await linkTo(product.dataFolder, 'ines@e2e.example');
    await page.goto(link);
    await checkScreen(page, 'confirm-account');
    await fill(page, { 'New password': PASSWORD });
    await button(page, 'Confirm').click();
    await page.getByText('ines@e2e.example is confirmed').waitFor();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await submitSignIn(page, 'ines@e2e.example', PASSWORD);
    await page.getByText('This account has no role yet').waitFor();
    await checkScreen(page, 'awaiting-approval');

    const result = (await admin.get('/accounts?_keywords=ines')) as { items: Account[] };
    const account = result.items[0]!;
    const { email, firstName, lastName, jobTitle } = account;
    const body = { email, firstName, lastName, jobTitle, roles: [{ id: 'OPERATOR' }] };
    const version = { 'if-match': `"${account.version}"` };
    expect((await admin.send('PUT', `/accounts/${account.id}`, body, version)).status).toBe(200);
    await button(page, 'Sign in').click();
    await waitForHash(page, '#/patient-list');
    await close();
  });
});

describe('a first sign-in with a password set by an administrator', () => {
  it('requires a new password, then the missing name', async () => {
    const account = await inviteAccount('otto', 'OPERATOR');
    const secret = { id: account.id, newPassword: PASSWORD };
    await accountIn(admin.send('POST', '/accounts/actions/changePasswordByAdmin', secret));
    const { page, errors, close } = await visit(browser);
    await page.goto(`${product.url}/#/home`);
    await submitSignIn(page, 'otto@e2e.example', PASSWORD);
    await waitForHash(page, '#/change-password');
    await page.evaluate(() => {
      window.location.hash = '#/patient-list';
    });
    await waitForHash(page, '#/change-password');
    await checkScreen(page, 'change-password-forced');
    await fill(page, { 'Current password': 'not this one', 'New password': NEXT_PASSWORD });
    await button(page, 'Change password').click();
    await page.getByText('Wrong password').waitFor();
    await fill(page, { 'Current password': PASSWORD });
    await button(page, 'Change password').click();
    await waitForHash(page, '#/welcome');
    await checkScreen(page, 'welcome');
    await fill(page, { 'First name': 'Otto', 'Last name': 'Berg', 'Job title': 'Sonographer' });
    await button(page, 'Continue').click();
    await waitForHash(page, '#/patient-list');
    await page.getByRole('button', { name: /Account of Otto Berg/ }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    await page.getByText('Your other sessions will be signed out').waitFor();
    await checkScreen(page, 'change-password');
    // The browser also logs the rejected password as an error.
    expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
    await close();
  });
});

describe('a host without an organization', () => {
  it('asks for a code, then offers sign-in', async () => {
    const { port } = new URL(product.url);
    const { page, close } = await visit(browser);
    await page.goto(`http://north.localhost:${port}/#/patient-list`);
    await waitForHash(page, '#/activation');
    await page.getByText('No organization is activated for “north.localhost”').waitFor();
    await page.getByLabel('Activation code').pressSequentially('wrngwrngwrng');
    expect(await page.getByLabel('Activation code').inputValue()).toBe('WRNG-WRNG-WRNG');
    await button(page, 'Activate').click();
    await page.getByText('ask your administrator for a new code').waitFor();
    await checkScreen(page, 'activation');
    const result = await runCommand('platform/server/admin/main.ts', ['activation-code'], {
      CLOCKFACE_DATA: product.dataFolder,
      CLOCKFACE_CONFIG: product.dataFolder.replace(/data$/, 'site.json'),
    });
    const code = /[A-Z]{4}-[A-Z]{4}-[A-Z]{4}/.exec(result.out)?.[0];
    expect(code, `${result.out}${result.err}`).toBeDefined();
    await fill(page, { 'Activation code': code ?? '' });
    await button(page, 'Activate').click();
    await page.getByText('was activated for this address.').waitFor();
    await checkScreen(page, 'activation-done');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await submitSignIn(page, 'physician@demo.clockface.example', DEMO_PASSWORD);
    await waitForHash(page, '#/study-list');
    await close();
  });
});

describe('a start without a session', () => {
  const UNKNOWN_HOST = 'south.localhost';

  it('asks for activation on every page and after a session has ended, if the host has no organization', async () => {
    const { port } = new URL(product.url);
    const site = `http://${UNKNOWN_HOST}:${port}`;
    for (const path of ['/reset-password', '/create-account', '/external-link', '/nothing', '/']) {
      const { page, close } = await visit(browser);
      await page.goto(`${site}/#${path}`);
      await waitForHash(page, '#/activation');
      await page.getByText(`No organization is activated for “${UNKNOWN_HOST}”`).waitFor();
      await close();
    }
    const { page, close } = await visit(browser);
    await page.goto(`${site}/#/activation`);
    await page.evaluate(() => localStorage.setItem('clockface.token', 'x'.repeat(43)));
    await page.goto(`${site}/#/patient-list`);
    await page.reload();
    await waitForHash(page, '#/activation');
    await page.getByText(`No organization is activated for “${UNKNOWN_HOST}”`).waitFor();
    await close();
  });

  it('shows an unknown path and an unreadable link, and asks for sign-in on known pages', async () => {
    const { page, close } = await visit(browser, 1280, 800);
    await page.goto(`${product.url}/#/nothing?a=1`);
    await page.getByText('There is no page at this address.').waitFor();
    await checkScreen(page, 'unknown-path-signed-out');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await waitForHash(page, '#/login');
    await page.goto(`${product.url}/#/external-link?action=openStudy`);
    await page.getByText('Failed to open the provided URL.').first().waitFor();
    await checkScreen(page, 'link-failed-signed-out');
    for (const path of ['/study-list', '/admin-dashboard', '/preferences']) {
      await page.goto(`${product.url}/#${path}`);
      await waitForHash(page, `#/login?redirect=${encodeURIComponent(path)}`);
    }
    await close();
  });
});

describe('an idle browser', () => {
  it('warns, stays signed in on request, otherwise signs out, and returns to the same page after sign-in', async () => {
    const { page, close } = await visit(browser);
    await page.clock.install();
    await signIn(page, product.url, 'physician');
    await page.evaluate(() => {
      window.location.hash = '#/home';
    });
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.clock.fastForward((IDLE_MINUTES - 1) * 60_000);
    const warning = page.getByRole('dialog', { name: 'Are you still there?' });
    await warning.waitFor();
    await checkScreen(page, 'idle-warning');
    await button(page, 'Stay signed in').click();
    await warning.waitFor({ state: 'hidden' });
    await page.clock.fastForward((IDLE_MINUTES - 1) * 60_000);
    await warning.waitFor();
    await page.clock.fastForward(60_000);
    await page.getByText('You were signed out due to inactivity').waitFor();
    expect(new URL(page.url()).hash).toBe('#/login?redirect=%2Fhome');
    await checkScreen(page, 'idle-signed-out');
    await submitSignIn(page, 'physician@demo.clockface.example', DEMO_PASSWORD);
    await waitForHash(page, '#/home');
    await close();
  });

  it('is signed out when opened on the next day', async () => {
    const { page, context, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.evaluate(() => {
      const yesterday = new Date(Date.now() - 86_400_000).toISOString();
      localStorage.setItem('clockface.lastActivity', yesterday);
    });
    const nextDayPage = await context.newPage();
    await nextDayPage.goto(`${product.url}/#/home`);
    await nextDayPage.getByText('You were signed out due to inactivity').waitFor();
    await page.waitForURL((address) => address.hash.startsWith('#/login'));
    await close();
  });
});

describe('a session that ends during data entry', () => {
  it('restores the form after the next sign-in', async () => {
    const { page, close } = await visit(browser);
    await signIn(page, product.url, 'operator');
    await page.getByRole('button', { name: 'New patient' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Last name').fill('Achterberg');
    await form.getByLabel('Code').fill('CF-5001');
    await endSession(page);
    // A further character starts the check for a duplicate code, unless a call in the background
    // has reported the end of the session before.
    await page.keyboard.type('2');
    await page.getByText('Your session has ended').waitFor();
    await submitSignIn(page, 'operator@demo.clockface.example', DEMO_PASSWORD);
    await page.getByText('Your unsaved entries were restored.').waitFor();
    expect(await form.getByLabel('Last name').inputValue()).toBe('Achterberg');
    expect(await form.getByLabel('Code').inputValue()).toMatch(/^CF-5001/);
    await checkScreen(page, 'form-restored');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard entries' }).click();
    await page.getByRole('button', { name: 'New patient' }).first().click();
    await expect.poll(() => form.getByLabel('Last name').inputValue()).toBe('');
    await close();
  });
});

describe('the keyboard alone', () => {
  it('is enough to request a reset link, return and sign in', async () => {
    const { page, close } = await visit(browser, 1280, 800);
    await page.goto(`${product.url}/#/login`);
    await page.getByLabel('E-mail').waitFor();
    await tabTo(page, /Forgot password/);
    await page.keyboard.press('Enter');
    await page.getByText('This site sends no e-mail').waitFor();
    await page.keyboard.type('nobody@e2e.example');
    await page.keyboard.press('Enter');
    await page.getByText('If nobody@e2e.example has an account').waitFor();
    await tabTo(page, /Back to sign in/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Password', { exact: true }).waitFor();
    await page.keyboard.type('admin@demo.clockface.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await waitForHash(page, '#/admin-dashboard');
    await close();
  });
});

describe('two tabs', () => {
  it("sign in and out together and clear the browser's storage, even while the server is offline", async () => {
    const { page, context, close } = await visit(browser);
    const other = await context.newPage();
    await page.goto(`${product.url}/#/login`);
    await other.goto(`${product.url}/#/home`);
    await other.getByLabel('E-mail').waitFor();
    await submitSignIn(page, 'operator@demo.clockface.example', DEMO_PASSWORD);
    await waitForHash(page, '#/patient-list');
    await waitForHash(other, '#/home');
    await page.evaluate(() => localStorage.setItem('clockface.left-over', 'a name'));
    await page.route('**/accounts/actions/logOff', (route) => route.abort());
    await page.bringToFront();
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((address) => address.hash === '#/login');
    await other.waitForURL((address) => address.hash === '#/login');
    await page.getByLabel('E-mail').waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
    await close();
  });

  it('return to their pages after the session has ended', async () => {
    const { page, context, close } = await visit(browser);
    await signIn(page, product.url, 'operator');
    const other = await context.newPage();
    await other.goto(`${product.url}/#/home`);
    await other.getByRole('heading', { name: 'Home' }).waitFor();
    await endSession(page);
    await page.reload();
    // Either tab can detect the ended session first; the tab that reloads is then signed out.
    await page.waitForURL((address) => address.hash === '#/login?redirect=%2Fpatient-list');
    await other.waitForURL((address) => address.hash === '#/login?redirect=%2Fhome');
    await submitSignIn(page, 'operator@demo.clockface.example', DEMO_PASSWORD);
    await waitForHash(page, '#/patient-list');
    await waitForHash(other, '#/home');
    await close();
  });
});
