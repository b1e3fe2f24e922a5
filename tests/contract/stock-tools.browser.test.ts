import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExtension } from '#build';
import type { Scan } from '#contracts';
import { launchBrowser, screenshot, signIn, visit } from '../e2e/support/product/browser.ts';
import { type Product, startProduct, testSite } from '../e2e/support/product/product.ts';
import { findingsOf, onPage, type Sheet, sheetOf } from '../e2e/support/reading/marks.ts';
import { planesComplete } from '../e2e/support/reading/reading.ts';
import { speckledVolume } from '../e2e/support/reading/speckled-volume.ts';
import {
  createTestRecords,
  scanAddress,
  type TestRecords,
} from '../e2e/support/reading/test-records.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/third-party/stock-tools');
const volume = speckledVolume([110, 50, 120], 0.8, [
  { atMm: [-12, 14, 10], radiusMm: 6, greyLevel: 20 },
]);

let folder: string;
let product: Product;
let browser: Browser;
let records: TestRecords;
let scan: Scan;
let page: Page;
let errors: readonly string[];
let coronal: Sheet;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-stock-tools-'));
  const { integrity } = await buildExtension(FIXTURE, folder);
  product = await startProduct(testSite({ thirdParty: [{ folder, integrity }] }));
  records = await createTestRecords(product);
  browser = await launchBrowser();
  ({ page, errors } = await visit(browser, 1280, 800));
  await signIn(page, product.url, 'physician');
  const study = await records.study(await records.patient('Stock'));
  scan = await records.scan(study, 'R', volume);
  await page.goto(scanAddress(product, study, scan.id));
  await planesComplete(page);
  coronal = await sheetOf(page, 'COR', volume.geometry);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const toolbar = (name: string) =>
  page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name });
const libraryLayer = (plane: string) => page.getByTestId(`image-${plane}`).locator('.svg-layer');

/** Makes the coronal plane the current one and starts a tool of the extension. */
async function start(name: string): Promise<void> {
  await page.getByTestId('image-COR').focus();
  await toolbar(name).click();
  await libraryLayer('COR').waitFor({ state: 'attached' });
}

async function drag(from: { u: number; v: number }, to: { u: number; v: number }): Promise<void> {
  const [a, b] = [await onPage(coronal, from), await onPage(coronal, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

const FROM = { u: 0.4, v: 0.5 };
const TO = { u: 0.6, v: 0.5 };

describe('stock tools of the drawing library in an extension', () => {
  it('are not there before an extension asks for the viewport of a plane', async () => {
    expect(await libraryLayer('COR').count()).toBe(0);
  });

  it('measure a length on the plane in the millimetres of the patient, without a finding', async () => {
    await start('Cornerstone length');
    const position = await page.getByTestId('view-COR').getAttribute('data-position');
    await drag(FROM, TO);
    const shownMm = async (): Promise<number> => {
      const text = await libraryLayer('COR').locator('text').first().textContent();
      return Number(/([\d.]+) mm/.exec(text ?? '')?.[1]);
    };
    // The pointer moves by whole pixels.
    const expectedMm = (TO.u - FROM.u) * coronal.frame.widthMm;
    await expect.poll(async () => Math.abs((await shownMm()) - expectedMm)).toBeLessThan(0.5);
    await screenshot(page, 'stock-length');
    expect(await page.getByTestId('view-COR').getAttribute('data-position')).toBe(position);
    expect(await findingsOf(records.api, scan)).toEqual([]);
  });

  it('show a length on its own slice only', async () => {
    const lines = libraryLayer('COR').locator('line, path');
    await expect.poll(() => lines.count()).toBeGreaterThan(0);
    await page.getByTestId('image-COR').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => lines.count()).toBe(0);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => lines.count()).toBeGreaterThan(0);
  });

  it('paint labels with a brush, which the product draws in the other planes too', async () => {
    await start('Cornerstone brush');
    await drag({ u: 0.45, v: 0.45 }, { u: 0.55, v: 0.55 });
    for (const plane of ['COR', 'TRA', 'SAG']) {
      await page.getByTestId(`overlay-voxels-${plane}`).waitFor();
    }
    await screenshot(page, 'stock-brush');
  });

  it('leave the plane to the reading page when they end', async () => {
    await toolbar('End Cornerstone tools').click();
    await expect.poll(() => libraryLayer('COR').count()).toBe(0);
    await page.keyboard.press('m');
    await drag(FROM, TO);
    await page.getByTestId('finding-1').waitFor();
    expect(errors).toEqual([]);
  });
});
