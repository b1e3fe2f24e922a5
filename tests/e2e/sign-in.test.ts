import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/product/axe.ts';
import {
  DEMO_PASSWORD,
  launchBrowser,
  screenshot,
  signIn,
  visit,
} from './support/product/browser.ts';
import { createPatient } from './support/product/patients.ts';
import { type Product, startProduct } from './support/product/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('sign-in', () => {
  it('loads neither the viewer nor the broker client before a user has signed in', async () => {
    const { page, scripts, errors, close } = await visit(browser);
    const scriptTexts: string[] = [];
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script') scriptTexts.push(await response.text());
    });
    await page.goto(product.url);
    await page.getByLabel('E-mail').waitFor();
    await page.waitForLoadState('networkidle');
    expect(scripts.length).toBeGreaterThan(0);
    expect(scriptTexts.length).toBe(scripts.length);
    for (const library of ['cornerstone', 'vtkOpenGL', 'mqttjs']) {
      expect(
        scriptTexts.filter((text) => text.includes(library)),
        library,
      ).toEqual([]);
    }
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'sign-in');
    expect(errors).toEqual([]);
    await close();
  });

  it('states the next step after a wrong password, but not whether the account exists', async () => {
    const { page, close } = await visit(browser);
    await page.goto(`${product.url}/#/login`);
    const failureText = async (email: string): Promise<string> => {
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('not-the-password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      return (await alert.textContent()) ?? '';
    };
    const knownAccount = await failureText('viewer@demo.clockface.example');
    await page.reload();
    const unknownAccount = await failureText('nobody@demo.clockface.example');
    expect(knownAccount).toMatch(/E-mail and password don.t match/);
    expect(unknownAccount).toBe(knownAccount);
    await screenshot(page, 'sign-in-failed');
    await close();
  });

  it('returns to the requested page, and only to pages of the product', async () => {
    const { page, close } = await visit(browser);
    await page.goto(`${product.url}/#/home`);
    await page.waitForURL((address) => address.hash.startsWith('#/login'));
    expect(page.url()).toContain('redirect=%2Fhome');
    await page.getByLabel('E-mail').fill('viewer@demo.clockface.example');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((address) => address.hash === '#/home');
    await close();

    const anonymous = await visit(browser);
    await anonymous.page.goto(`${product.url}/#/login?redirect=https%3A%2F%2Fexample.org`);
    await anonymous.page.getByLabel('E-mail').fill('viewer@demo.clockface.example');
    await anonymous.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await anonymous.page.getByRole('button', { name: 'Sign in' }).click();
    await anonymous.page.waitForURL((address) => address.hash === '#/patient-list');
    expect(new URL(anonymous.page.url()).origin).toBe(product.url);
    await anonymous.close();
  });

  it('is possible after too many wrong passwords in a browser where the user has signed in before', async () => {
    const { page, context, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((address) => address.hash.startsWith('#/login'));
    // The page reloads after sign-out; waits until the reload is complete.
    await page.waitForFunction(() => localStorage.length === 0);
    const [device] = await context.cookies(`${product.url}/api/accounts/actions/login`);
    expect(device).toMatchObject({ name: 'clockface-device', httpOnly: true, sameSite: 'Strict' });
    expect(await context.cookies(product.url)).toEqual([]);
    const attempt = (password: string) =>
      fetch(`${product.url}/api/accounts/actions/login`, {
        method: 'POST',
        headers: { 'x-api-key': product.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'physician@demo.clockface.example', password }),
      });
    // The tenth wrong password locks the account for other browsers.
    for (let i = 0; i < 10; i += 1) expect((await attempt('a guess')).status).toBe(401);
    expect((await attempt(DEMO_PASSWORD)).status).toBe(429);
    await signIn(page, product.url, 'physician');
    await close();
  });

  it("leads an administrator to administration and cancels pages that the role can't open", async () => {
    const { page, close } = await visit(browser);
    await signIn(page, product.url, 'admin');
    await page.waitForURL((address) => address.hash === '#/admin-dashboard');
    await page.getByText('Breast planes').first().waitFor();
    await page.evaluate(() => {
      window.location.hash = '#/patient-list';
    });
    const hash = () => page.evaluate(() => window.location.hash);
    await expect.poll(hash).toBe('#/admin-dashboard');
    await page.waitForTimeout(500);
    expect(await page.getByRole('searchbox', { name: 'Search patients' }).count()).toBe(0);
    expect(await hash()).toBe('#/admin-dashboard');
    await close();
  });
});

describe('the patient list', () => {
  it('finds patients while typing, without accessibility violations in list and form', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'operator');
    await createPatient(page, 'CF-20418', 'Verhoeven');
    await createPatient(page, 'CF-30001', 'Rautio');
    const search = page.getByRole('searchbox', { name: 'Search patients' });
    await search.fill('cf-204');
    await page.getByRole('row', { name: /Rautio/ }).waitFor({ state: 'detached' });
    expect(await page.locator('mark').first().textContent()).toBe('CF-204');
    expect(await axeViolations(page)).toEqual([]);
    await search.fill('');
    await page.getByRole('row', { name: /Rautio/ }).waitFor();
    await screenshot(page, 'patient-list');
    await page.getByRole('button', { name: 'New patient' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('dialog').getByLabel('Code').fill('CF-20418');
    await page.getByRole('dialog').getByLabel('Last name').fill('Again');
    await page.getByRole('dialog').getByRole('button', { name: 'Create patient' }).click();
    await page.getByRole('dialog').getByText('Another patient has this code').first().waitFor();
    await screenshot(page, 'new-patient-duplicate');
    expect(errors.filter((error) => !error.includes('409'))).toEqual([]);
    await close();
  });
});
