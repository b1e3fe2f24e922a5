import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, screenshot, signIn, visit } from './support/product/browser.ts';
import { importPhantom, type PhantomStudy } from './support/product/phantom-study.ts';
import { type Product, startProduct, testSite } from './support/product/product.ts';

let product: Product;
let browser: Browser;
let page: Page;
let errors: readonly string[];
let phantom: PhantomStudy;
beforeAll(async () => {
  product = await startProduct(testSite());
  phantom = await importPhantom(product);
  browser = await launchBrowser();
  ({ page, errors } = await visit(browser));
  await signIn(page, product.url, 'physician');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(label) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function openScan(): Promise<void> {
  await page.goto(`${product.url}/#/scan?study=${phantom.studyId}&scan=${phantom.scanId}`);
  await page.getByRole('button', { name: /slab, cine and zoom of coronal/i }).waitFor();
}

describe('the preferences of a reader', () => {
  it('set first layout and slab of a scan, also after a reload, and are reset together', async () => {
    await page.goto(`${product.url}/#/preferences`);
    await choose('First layout', '4-up');
    await choose('Slab of coronal views', '5 mm');
    await choose('Distances from the nipple', 'Centimetres');
    await page.getByRole('switch', { name: /Open the menu of a mark/ }).press('Space');
    await screenshot(page, 'preferences-reading');
    await openScan();
    const fourUp = page.locator('[data-testid="layout-four-up"][aria-pressed="true"]');
    const slab = page.getByTestId('slab-COR').getByText('slab 5 mm');
    await screenshot(page, 'preferences-four-up');
    await fourUp.waitFor({ state: 'attached' });
    await slab.waitFor();
    await page.reload();
    await fourUp.waitFor({ state: 'attached' });
    await slab.waitFor();
    await screenshot(page, 'preferences-four-up');

    await page.goto(`${product.url}/#/preferences`);
    await page.getByRole('button', { name: 'Reset reading preferences' }).click();
    await openScan();
    await slab.waitFor({ state: 'detached' });
    await fourUp.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });
});
