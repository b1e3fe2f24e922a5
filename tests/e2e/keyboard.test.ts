import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiReader } from './support/product/api.ts';
import { axeViolations } from './support/product/axe.ts';
import {
  DEMO_PASSWORD,
  launchBrowser,
  screenshot,
  signIn,
  visit,
} from './support/product/browser.ts';
import { tabTo } from './support/product/keyboard.ts';
import { inAddress } from './support/product/patients.ts';
import { type Product, startProduct, testSite } from './support/product/product.ts';
import { planesComplete, planesDrawn } from './support/reading/reading.ts';

const scanner = {
  speedFactor: 1_000,
  frameWidth: 32,
  frameHeight: 64,
  rf: false,
  seed: 4711,
  voxelMm: 1,
};

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct(testSite({ extensions: { scanner: { settings: scanner } } }));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('the keyboard alone', () => {
  it('leads from sign-in through a new patient and a scan to the planes', async () => {
    const { page, errors, close } = await visit(browser);
    const { keyboard } = page;
    await page.goto(`${product.url}/#/login`);
    await page.getByLabel('E-mail').waitFor();
    await tabTo(page, /^E-mail/);
    await keyboard.type('physician@demo.clockface.example');
    await tabTo(page, /^Password/);
    await keyboard.type(DEMO_PASSWORD);
    await keyboard.press('Enter');

    await page.waitForURL((address) => address.hash.includes('/study-list'));
    await keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await keyboard.type('Patients');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'New patient' }).first().waitFor();
    await tabTo(page, /^New patient/);
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, /^Code/);
    await keyboard.type('CF-20418');
    await tabTo(page, /^Last name/);
    await keyboard.type('Verhoeven');
    await tabTo(page, /^First name/);
    await keyboard.type('Ismay');
    await tabTo(page, /^Create patient/);
    await keyboard.press('Enter');

    await page.getByRole('button', { name: 'Start scan' }).waitFor();
    await tabTo(page, /^Start scan/);
    await keyboard.press('Enter');
    await page.getByRole('radiogroup', { name: 'Side' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await screenshot(page, 'prescan');
    await tabTo(page, /^Right breast/);
    await keyboard.press('Space');
    await tabTo(page, /^Full$/);
    await keyboard.press('ArrowRight');
    await page.getByRole('radio', { name: 'Upper quadrants', checked: true }).waitFor();
    await tabTo(page, /^Scan the right breast/);
    await keyboard.press('Enter');

    await page.getByTestId('view-COR').waitFor({ timeout: 120_000 });
    await planesComplete(page);
    expect(await axeViolations(page)).toEqual([]);
    const coronal = page.getByTestId('view-COR');
    const startPosition = await coronal.getAttribute('data-position');
    await tabTo(page, /^Coronal image/);
    await keyboard.press('ArrowDown');
    await expect.poll(() => coronal.getAttribute('data-position')).not.toBe(startPosition);
    await keyboard.press('ArrowUp');
    await expect.poll(() => coronal.getAttribute('data-position')).toBe(startPosition);

    // A moved plane is not an edit, so there is nothing to undo.
    await keyboard.press('Control+z');
    await planesDrawn(page);
    expect(await coronal.getAttribute('data-position')).toBe(startPosition);
    const reader = await apiReader(product, 'physician');
    const findings = await reader.get(`/scans/${inAddress(page, 'scan')}/findings`);
    expect((findings as { total: number }).total).toBe(0);
    await screenshot(page, 'reading-by-keyboard');
    expect(errors).toEqual([]);
    await close();
  });

  it('controls the last used image after a click on the tool rail', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.getByRole('row', { name: /Verhoeven/ }).dblclick();
    await planesComplete(page);
    const transverse = page.getByTestId('view-TRA');
    await page.getByTestId('image-TRA').click({ position: { x: 40, y: 40 } });
    const before = await transverse.getAttribute('data-position');
    await page.getByRole('button', { name: /^Fit/ }).click();
    expect(
      await page.getByTestId('image-TRA').evaluate((element) => element === document.activeElement),
    ).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => transverse.getAttribute('data-position')).not.toBe(before);
    expect(errors).toEqual([]);
    await close();
  });

  it('leaves Alt with an arrow key to the browser, for its history of pages', async () => {
    const { page, errors, close } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.getByRole('row', { name: /Verhoeven/ }).dblclick();
    await planesComplete(page);
    await page.evaluate(() => {
      const handledKeys: string[] = [];
      Object.assign(window, { handledKeys });
      window.addEventListener('keydown', (event) => {
        if (event.defaultPrevented) handledKeys.push(event.code);
      });
    });
    const addressAndPosition = async () => [
      page.url(),
      await page.getByTestId('view-COR').getAttribute('data-position'),
    ];
    const before = await addressAndPosition();
    for (const tool of ['Escape', 'm']) {
      for (const plane of ['COR', 'RAD']) {
        await page.getByTestId(`image-${plane}`).focus();
        await page.keyboard.press(tool);
        await page.keyboard.press('Alt+ArrowLeft');
        await page.keyboard.press('Alt+ArrowRight');
      }
    }
    const handledKeys = await page.evaluate(
      () => (window as never as { handledKeys: string[] }).handledKeys,
    );
    expect(handledKeys).toContain('KeyM');
    expect(handledKeys.filter((code) => code.startsWith('Arrow'))).toEqual([]);
    expect(await addressAndPosition()).toEqual(before);
    await page.goBack();
    await page.waitForURL((url) => url.hash.includes('/patient-list'));
    await page.goForward();
    await planesComplete(page);
    expect(errors).toEqual([]);
    await close();
  });
});
