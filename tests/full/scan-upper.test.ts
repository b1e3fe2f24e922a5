import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { type ApiReader, apiReader } from '../e2e/support/api.ts';
import { launchBrowser, picture, signIn, type Visit, visit } from '../e2e/support/browser.ts';
import { createPatient, inAddress } from '../e2e/support/patients.ts';
import { type Product, startProduct, testSite } from '../e2e/support/product.ts';
import { planesComplete } from '../e2e/support/reading.ts';
import { framesSaid, storedFrames } from '../e2e/support/scanning.ts';

/** Frames of both sweeps over 270° to 90°. */
const UPPER_FRAMES = 2 * 181;
const SCAN_LIMIT_MS = 120_000;
const scanner = { speedFactor: 4, frameWidth: 32, frameHeight: 64, seed: 4711, voxelMm: 1 };

let product: Product;
let browser: Browser;
let reader: ApiReader;
let person: Visit;
beforeAll(async () => {
  product = await startProduct(testSite({ extensions: { scanner: { settings: scanner } } }));
  browser = await launchBrowser();
  reader = await apiReader(product, 'physician');
  person = await visit(browser);
  await signIn(person.page, product.url, 'operator');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('stops a scan of the upper quadrants, says what is missing, resumes it and shows its planes', async () => {
  const { page } = person;
  await page.goto(`${product.url}/#/patient-list`);
  await createPatient(page, 'CF-8', 'Lindqvist');
  await page.getByRole('button', { name: 'Start scan' }).click();
  await page.getByText('Right breast').click();
  await page.getByText('Upper quadrants', { exact: true }).click();
  await page.getByRole('button', { name: 'Scan the right breast' }).click();
  await page.getByRole('img', { name: /^Raw frame/ }).waitFor({ timeout: SCAN_LIMIT_MS });
  const scanId = inAddress(page, 'scan');
  await expect.poll(() => framesSaid(page), { timeout: SCAN_LIMIT_MS }).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Stop scan' }).click();
  // The arc begins at 270°, so what is missing of it ends at 90°.
  await page.getByText(/^Missing: CEN \d+°–90°, PER all$/).waitFor();
  const before = await storedFrames(reader, scanId);
  await picture(page, 'scan-upper-stopped');

  await page.getByRole('button', { name: 'Resume scan' }).click();
  await expect
    .poll(async () => ((await reader.get(`/scans/${scanId}`)) as Scan).scanState, {
      timeout: SCAN_LIMIT_MS,
    })
    .toBe('C');
  const after = await storedFrames(reader, scanId);
  expect(after).toHaveLength(UPPER_FRAMES);
  expect(after).toEqual(expect.arrayContaining([...before]));
  await planesComplete(page);
  await picture(page, 'scan-upper-read');
  expect(person.errors).toEqual([]);
});
