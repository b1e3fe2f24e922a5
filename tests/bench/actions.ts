import type { Page } from 'playwright-core';
import type { Finding } from '#contracts';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { launchBrowser, signIn, visit } from '../e2e/support/product/browser.ts';
import { type Product, startProduct } from '../e2e/support/product/product.ts';
import { planesComplete } from '../e2e/support/reading/reading.ts';
import { createTestRecords, type TestRecords } from '../e2e/support/reading/test-records.ts';
import { measureFinishAndNext, measureNormalReport, measureReport } from './report-actions.ts';
import {
  CountingInput,
  createPatientWithScans,
  figureOf,
  POSITIONS,
} from './support/counting-input.ts';
import type { Figure } from './support/figure.ts';

/** Actions in OHIF 3.13.2 by mouse, from its study list to two stored lengths in two planes. */
const OHIF_ACTIONS = 11;
const SAVE_LIMIT_MS = 20_000;
/**
 * Counts the actions from the list to stored results: two lengths in two planes; a case of two
 * breasts; a signed report of two findings and of a normal study, until the next study is open; the step
 * from a described study to the next one.
 */
export async function actions(): Promise<readonly Figure[]> {
  await buildWeb({ production: true });
  const product = await startProduct();
  const browser = await launchBrowser();
  try {
    const records = await createTestRecords(product);
    const { page } = await visit(browser);
    const twoLengths = await measureTwoLengths(product, records, page);
    return [
      twoLengths,
      await measureTwoBreasts(product, records, page),
      await measureReport(product, records, page),
      await measureNormalReport(product, records, page),
      await measureFinishAndNext(product, records, page),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function measureTwoLengths(
  product: Product,
  records: TestRecords,
  page: Page,
): Promise<Figure> {
  const scans = await createPatientWithScans(records, 'Vermeulen', ['R']);
  await signIn(page, product.url, 'physician');
  const input = new CountingInput(page);
  await input.open('Vermeulen');
  await planesComplete(page);
  await input.pressKey('m');
  await input.drawLength('TRA');
  await input.drawLength('SAG');
  await waitForStoredLengths(records, scans[0] ?? '', 2, 1);
  return figureOf('acts/two-lengths', input, '≤ 5', { 'OHIF 3.13.2': OHIF_ACTIONS });
}

/**
 * Reads a whole case: opens both breasts, each with a lesion, from the list and measures each in
 * two planes. The second length joins the finding, so that two findings of two lengths are stored.
 */
async function measureTwoBreasts(
  product: Product,
  records: TestRecords,
  page: Page,
): Promise<Figure> {
  const [right = '', left = ''] = await createPatientWithScans(
    records,
    'Lindqvist',
    ['R', 'L'],
    POSITIONS,
  );
  await page.goto(`${product.url}/#/patient-list`);
  await page.reload();
  const input = new CountingInput(page);
  await input.open('Lindqvist');
  for (const cell of ['right', 'left']) {
    await page.locator(`[data-cell=${cell}] [data-state=complete]`).waitFor({ timeout: 120_000 });
  }
  await input.pressKey('m');
  await input.drawLengthInCoronal('R');
  await input.drawLengthInCoronal('L');
  await input.pressKey('2');
  await page.locator('[data-cell=left]').waitFor({ state: 'detached' });
  await planesComplete(page);
  await input.drawLength('TRA', POSITIONS.L);
  await input.pressKey('n');
  await page.locator('[data-testid=body-map] [data-testid=dot-R-1][aria-current=true]').waitFor();
  await planesComplete(page);
  await input.drawLength('TRA', POSITIONS.R);
  for (const scanId of [left, right]) await waitForStoredLengths(records, scanId, 2, 1);
  return figureOf('acts/two-breasts', input, 'none', { 'required lengths': 4 });
}

/** Waits until the server has stored the lengths, each in another plane. */
async function waitForStoredLengths(
  records: TestRecords,
  scanId: string,
  expected: number,
  findingCount: number,
): Promise<void> {
  const deadlineMs = Date.now() + SAVE_LIMIT_MS;
  for (;;) {
    const { items } = (await records.api.get(`/scans/${scanId}/findings`)) as { items: Finding[] };
    const marks = items.flatMap((finding) => Object.values(finding.marks));
    const lengths = marks.filter(({ markType }) => markType === 'LENGTH');
    const planes = new Set(lengths.map(({ planeView }) => planeView));
    const grouped = items.length === findingCount;
    if (lengths.length === expected && planes.size === expected && grouped) return;
    if (Date.now() > deadlineMs)
      throw new Error(`${lengths.length} of ${expected} lengths were stored`);
    await new Promise((next) => setTimeout(next, 200));
  }
}
