import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contracts';
import { unwrap } from '#foundation';
import { axeViolations } from './support/product/axe.ts';
import {
  DEMO_PASSWORD,
  launchBrowser,
  screenshot,
  signInGerman,
  visit,
} from './support/product/browser.ts';
import { demoApi } from './support/product/demo-api.ts';
import { findClipped } from './support/product/find-clipped.ts';
import { type Product, startProduct, testSite } from './support/product/product.ts';

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

const languageOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.lang);

/** Opens the sign-in page and selects German. */
async function openGerman(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/login`);
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await page.getByLabel('E-Mail').waitFor();
}

describe('the language', () => {
  it('can be selected on the sign-in page and remains after sign-out', async () => {
    const { page, scripts, errors, close } = await visit(browser);
    await page.goto(`${product.url}/#/login`);
    await page.getByLabel('E-mail').waitFor();
    expect(await languageOf(page)).toBe('en');
    expect(scripts.filter((path) => /\/de-/.test(path))).toEqual([]);
    await page.getByLabel('E-mail').fill('operator@demo.clockface.example');
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await page.getByLabel('E-Mail').waitFor();
    expect(await languageOf(page)).toBe('de');
    expect(await page.getByLabel('E-Mail').inputValue()).toBe('operator@demo.clockface.example');
    await page.getByLabel('E-Mail').fill('');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('E-Mail-Adresse eingeben').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'sign-in-german');
    await signInGerman(page, 'operator');
    expect(await languageOf(page)).toBe('de');
    await page.evaluate(() => {
      window.location.hash = '/preferences';
    });
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
    await page.getByRole('button', { name: /Account of|Konto von/ }).click();
    await page.getByRole('menuitem', { name: /Sign out|Abmelden/ }).click();
    // The page reloads after sign-out.
    await expect.poll(() => languageOf(page).catch(() => null)).toBe('de');
    await page.getByLabel('E-Mail').waitFor();
    expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
    await close();
  });

  it('applies to the errors of form fields', async () => {
    const { page, close } = await visit(browser);
    await openGerman(page);
    await page.goto(`${product.url}/#/reset-password`);
    await page.locator('input[type=password]').waitFor({ state: 'detached' });
    await page.locator('form button[type=submit]').click();
    await page.getByText('Geben Sie eine gültige E-Mail-Adresse ein').waitFor();
    await close();
  });

  it('applies to messages of the server and the values in them', async () => {
    const { page, close } = await visit(browser);
    await openGerman(page);
    await page.getByLabel('E-Mail').fill('viewer@demo.clockface.example');
    await page.getByLabel('Passwort', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('E-Mail und Passwort passen nicht zusammen').waitFor();
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      const response = page.waitForResponse(/\/api\/.*login/);
      await page.getByLabel('Passwort', { exact: true }).press('Enter');
      await response;
    }
    await page.getByLabel('Passwort', { exact: true }).press('Enter');
    await page
      .getByText(/Dieses Konto ist gesperrt. Versuchen Sie es in 1\d Minuten erneut/)
      .waitFor();
    await close();
  });

  it('applies to rejected entries and files', async () => {
    const api = await demoApi(product, 'physician');
    const names = { code: 'CF-9', firstName: null, lastName: 'Öztürk', birthDate: null, sex: null };
    unwrap(await api.call(routes.createPatient, { body: names }));
    const { page, close } = await visit(browser);
    await openGerman(page);
    await signInGerman(page, 'physician');
    await page.evaluate(() => {
      window.location.hash = '/patient-list';
    });
    await page.getByRole('button', { name: 'Neue Patientin' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Nummer').fill('CF-9');
    await form.getByText('Eine andere Patientin hat diese Nummer').waitFor();
    await form.getByLabel('Nummer').fill('CF 9');
    await form.getByRole('button', { name: 'Patientin anlegen' }).click();
    await form.getByText('Verwenden Sie nur Buchstaben, Ziffern und . _ ~ ! @ # $ -').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Eingaben verwerfen' }).click();

    await page.getByRole('row', { name: /Öztürk/ }).click();
    await page.getByRole('button', { name: 'Dateien importieren …' }).click();
    await form.getByLabel('Zu importierende Datei').setInputFiles({
      name: 'notes.mha',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('This is not an image.'.repeat(20)),
    });
    await form.getByText('Rechts').click();
    await form.getByText('Der Tag ist unbekannt').click();
    await form.getByRole('button', { name: 'Importieren', exact: true }).click();
    await form.getByText('Unbekanntes Dateiformat').waitFor();
    await form.getByText(/^Wählen Sie ein Volumen/).waitFor();
    await screenshot(page, 'import-rejected-german');
    await close();
  });

  it('follows the account to another browser', async () => {
    const first = await visit(browser);
    await first.page.goto(`${product.url}/#/login`);
    await first.page.getByLabel('E-mail').fill('physician@demo.clockface.example');
    await first.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await first.page.getByRole('button', { name: 'Sign in' }).click();
    await first.page.waitForURL((address) => !address.hash.includes('/login'));
    await first.page.evaluate(() => {
      window.location.hash = '/preferences';
    });
    await first.page.getByRole('button', { name: /Language of texts/ }).click();
    await first.page.getByRole('option', { name: 'Deutsch' }).click();
    await expect.poll(() => languageOf(first.page).catch(() => null)).toBe('de');
    await first.close();

    const second = await visit(browser);
    await second.page.goto(`${product.url}/#/login`);
    await second.page.getByLabel('E-mail').fill('physician@demo.clockface.example');
    await second.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await second.page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => languageOf(second.page).catch(() => null)).toBe('de');
    expect(await second.page.evaluate(() => location.hash)).not.toContain('/login');
    await second.close();
  });

  it('applies to the lists, without clipped German texts', async () => {
    const { page, errors, close } = await visit(browser);
    await openGerman(page);
    await signInGerman(page, 'physician');
    await page.evaluate(() => {
      window.location.hash = '/study-list';
    });
    await page.getByRole('heading', { level: 1, name: 'Studien' }).waitFor();
    await page.getByRole('columnheader', { name: 'Priorität' }).waitFor();
    expect(await findClipped(page)).toEqual([]);
    await screenshot(page, 'studies-german');
    await page.evaluate(() => {
      window.location.hash = '/patient-list';
    });
    await page.getByRole('columnheader', { name: 'Geburtsdatum' }).waitFor();
    expect(await findClipped(page)).toEqual([]);
    await screenshot(page, 'patients-german');
    expect(errors.filter((error) => !error.includes('401'))).toEqual([]);
    await close();
  });

  it('is that of the site, else of the browser, for users without a choice', async () => {
    const context = await browser.newContext({ locale: 'de-AT' });
    const page = await context.newPage();
    await page.goto(`${product.url}/#/login`);
    await page.getByLabel('E-Mail').waitFor();
    await context.close();
    const german = await startProduct(testSite({ locale: 'de' }));
    try {
      const other = await visit(browser);
      await other.page.goto(`${german.url}/#/login`);
      await other.page.getByLabel('E-Mail').waitFor();
      expect(await languageOf(other.page)).toBe('de');
      await other.close();
    } finally {
      await german.stop();
    }
  });
});
