import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExtension } from '#build';
import type { Scan } from '#contracts';
import { axeViolations } from '../e2e/support/product/axe.ts';
import { launchBrowser, screenshot, signIn, visit } from '../e2e/support/product/browser.ts';
import { type Product, startProduct, testSite } from '../e2e/support/product/product.ts';
import { onPage, sheetOf, storedMarks } from '../e2e/support/reading/marks.ts';
import { planesComplete } from '../e2e/support/reading/reading.ts';
import { speckledVolume } from '../e2e/support/reading/speckled-volume.ts';
import {
  createTestRecords,
  scanAddress,
  type TestRecords,
} from '../e2e/support/reading/test-records.ts';

const KIT = 'org.example.reading-kit';
const FIXTURE = join(import.meta.dirname, '../fixtures/third-party/reading-kit');

const volume = speckledVolume([110, 50, 120], 0.8, [
  { atMm: [-12, 14, 10], radiusMm: 6, greyLevel: 20 },
]);

let folder: string;
let product: Product;
let browser: Browser;
let records: TestRecords;
let scan: Scan;
let address: string;
let page: Page;
let errors: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clockface-placement-'));
  const { integrity } = await buildExtension(FIXTURE, folder);
  product = await startProduct(testSite({ thirdParty: [{ folder, integrity }] }));
  records = await createTestRecords(product);
  browser = await launchBrowser();
  const reader = await visit(browser, 1280, 800);
  ({ page, errors } = reader);
  await signIn(page, product.url, 'physician');
  const study = await records.study(await records.patient('Wolters'));
  scan = await records.scan(study, 'R', volume);
  address = scanAddress(product, study, scan.id);
  await page.goto(address);
  await planesComplete(page);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const marksLayer = (of: Page) => of.getByTestId('marks-COR');
const triangleTool = (of: Page) =>
  of.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: /^Triangle/ });

/** Returns whether the coronal plane shows lines, and whether one is dashed as built-in ones are. */
async function dashedLines(of: Page) {
  const lines = marksLayer(of).locator('path');
  const dashed = marksLayer(of).locator('path[stroke-dasharray]');
  return { all: (await lines.count()) > 0, dashed: (await dashed.count()) > 0 };
}

/** Draws a triangle on the coronal plane by three clicks. */
async function drawTriangle(): Promise<void> {
  const coronal = await sheetOf(page, 'COR', volume.geometry);
  const corners = [
    { u: 0.4, v: 0.4 },
    { u: 0.6, v: 0.45 },
    { u: 0.5, v: 0.6 },
  ];
  for (const corner of corners) {
    const { x, y } = await onPage(coronal, corner);
    await page.mouse.click(x, y);
  }
}

describe('a third-party folder named by one line of the site file', () => {
  it('adds its panel, chip, tool, shortcut and layout to the reading page', async () => {
    await page.getByText('△ 0').waitFor();
    await page.getByRole('tab', { name: 'Triangles' }).click();
    await page.getByText('Triangles in this scan: 0').waitFor();
    expect(await triangleTool(page).count()).toBe(1);
    await page.keyboard.press('Alt+Shift+T');
    await expect.poll(() => triangleTool(page).getAttribute('aria-pressed')).toBe('true');
    await screenshot(page, 'placement-reading');
    await page.getByRole('button', { name: /^More layouts/ }).click();
    await page.getByRole('menuitem', { name: /^Coronal/ }).click();
    await expect.poll(() => page.getByTestId('view-SAG').count()).toBe(0);
    await page.keyboard.press('2');
    await planesComplete(page);
  });

  it('draws marks with its own tool, which are stored with the tool and drawn by it again', async () => {
    await page.keyboard.press('Alt+Shift+T');
    await drawTriangle();
    await page.getByText('△ 1').waitFor();
    const [mark] = await storedMarks(records.api, scan, 1);
    expect(mark).toMatchObject({ markType: 'FREEHAND', toolId: `${KIT}.triangle` });
    await page.reload();
    await planesComplete(page);
    await page.getByText('△ 1').waitFor();
    await expect.poll(() => dashedLines(page)).toEqual({ all: true, dashed: false });
    await screenshot(page, 'placement-mark');
  });

  it('opens its whole mode from the patient bar and returns to reading', async () => {
    await page.getByRole('button', { name: 'Mode: Reading' }).click();
    await page.getByRole('menuitem', { name: 'Triangle reading' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Triangle reading' }).click();
    await page.getByRole('button', { name: 'Mode: Triangle reading' }).waitFor();
    await page.getByText('Triangles in this scan: 1').waitFor();
    await expect.poll(() => dashedLines(page)).toEqual({ all: true, dashed: false });
    expect(page.url()).toContain('/triangle-reading?study=');
    expect(await page.getByTestId('view-SAG').count()).toBe(0);
    await screenshot(page, 'placement-mode');
    await page.getByRole('button', { name: 'Mode: Triangle reading' }).click();
    await page.getByRole('menuitem', { name: 'Reading', exact: true }).click();
    await planesComplete(page);
    expect(errors).toEqual([]);
  });

  it('is listed for the administrator with what it places where', async () => {
    const admin = await visit(browser, 1280, 800);
    await signIn(admin.page, product.url, 'admin');
    await admin.page.goto(`${product.url}/#/admin-dashboard?section=extensions`);
    const row = admin.page
      .getByRole('region', { name: 'Extensions' })
      .getByRole('listitem')
      .filter({ hasText: 'Reading kit' });
    await row.getByText(/Adds to Reading: right side \(Triangles\)/).waitFor();
    await row.getByText(/Brings the mode Triangle reading/).waitFor();
    await row.scrollIntoViewIfNeeded();
    await screenshot(admin.page, 'placement-admin');
    await admin.close();
  });

  it('leaves nothing when it does not run, and its mark is drawn as an outline', async () => {
    const safe = await visit(browser, 1280, 800);
    await signIn(safe.page, product.url, 'physician');
    // A changed query forces a page load; a changed hash alone does not.
    await safe.page.goto(`${address.replace('/#', '/?again#')}&safe=1`);
    await planesComplete(safe.page);
    await expect.poll(() => dashedLines(safe.page)).toEqual({ all: true, dashed: true });
    expect(await triangleTool(safe.page).count()).toBe(0);
    expect(await safe.page.getByRole('tab', { name: 'Triangles' }).count()).toBe(0);
    expect(await safe.page.getByRole('button', { name: /^Mode:/ }).count()).toBe(0);
    await screenshot(safe.page, 'placement-off');
    await safe.close();
  });
});
