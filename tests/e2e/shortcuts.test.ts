import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './support/product/axe.ts';
import { launchBrowser, screenshot, signIn, visit } from './support/product/browser.ts';
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

it('lists the shortcuts of all modes by section for printing, from the help', async () => {
  const { page, errors, close } = await visit(browser, 1280, 800);
  page.setDefaultTimeout(15_000);
  await signIn(page, product.url, 'physician');
  await page.getByRole('button', { name: 'New patient' }).first().waitFor();
  await page.getByRole('button', { name: 'Shortcuts on this page' }).click();
  await page.getByRole('dialog').waitFor();
  await screenshot(page, 'shortcuts-help');
  await page.getByRole('dialog').getByRole('button', { name: 'Print…' }).click();
  await page.waitForURL((address) => address.hash.startsWith('#/shortcuts'));
  const section = page.getByRole('region', { name: 'Layouts and views' });
  await section.getByText('Layout: 4-up').waitFor();
  const keys = section.locator('div', { hasText: 'Layout: 4-up' }).locator('kbd');
  expect(await keys.allTextContents()).toEqual(['7', '=']);
  await page.getByRole('region', { name: 'Tools' }).getByText('Length').waitFor();
  await screenshot(page, 'shortcuts');
  expect(await axeViolations(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.locator('header').first().isVisible()).toBe(false);
  // The whole sheet is in the document, not in a part of the window that scrolls.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeGreaterThan(900);
  await screenshot(page, 'shortcuts-print');
  expect(errors).toEqual([]);
  await close();
});
