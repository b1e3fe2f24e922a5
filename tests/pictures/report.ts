import type { Page } from 'playwright-core';
import { mmToPosition } from '#geometry';
import { createPhantom } from '../../extensions/scanner/simulator/index.ts';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { volumeGeometry } from '../e2e/support/product/api.ts';
import { launchBrowser, signIn, visit } from '../e2e/support/product/browser.ts';
import { startProduct, testSite } from '../e2e/support/product/product.ts';
import { aLength } from '../e2e/support/reading/marks.ts';
import { createTestRecords, scanAddress } from '../e2e/support/reading/test-records.ts';
import { finishedScans, SEED, savePage, selectLayout } from './reading.ts';

const DESCRIPTORS = [
  ['Shape', 'Irregular'],
  ['Orientation', 'Not parallel to the skin'],
  ['Margin', 'Spiculated'],
  ['Echo pattern', 'Hypoechoic'],
  ['Posterior features', 'Shadowing'],
] as const;

/** Draws the report of the simulated patient beside the images and on the full page. */
export async function drawReport(): Promise<void> {
  await buildWeb({ production: true });
  const product = await startProduct(
    testSite({ demonstration: { enabled: true, patients: 1, findings: false } }),
  );
  const browser = await launchBrowser();
  try {
    const records = await createTestRecords(product);
    const [right] = await finishedScans(records);
    if (right === undefined) throw new Error('The demonstration has no scan');
    const { truth } = createPhantom(SEED.R, 'R');
    const geometry = await volumeGeometry(records.api, right.id);
    await records.nipple(right.id, mmToPosition(geometry, null, truth.nippleMm, 0));
    for (const { centreMm, radiiMm } of truth.lesions) {
      const lengthMm = 2 * Math.max(...radiiMm);
      const massLengthUm = Math.round(lengthMm * 1000);
      await records.finding(right.id, aLength(geometry, centreMm, lengthMm), { massLengthUm });
    }
    const { page } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.goto(scanAddress(product, right.studyId, right.id));
    await selectLayout(page, 'four-planes');
    await page.keyboard.press('z');
    const panel = page.getByTestId('report-panel');
    await panel.getByRole('button', { name: /^Finding 1/ }).click();
    await describeFinding(page);
    await panel.locator('[data-save=saved]').waitFor();
    await savePage(page, 'report');
    await page.keyboard.press('Shift+Z');
    await page.getByTestId('report-full-page').waitFor();
    await savePage(page, 'report-full-page');
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function describeFinding(page: Page): Promise<void> {
  const finding = page.getByTestId('report-finding');
  for (const [group, chip] of DESCRIPTORS) {
    const chips = finding.getByLabel(group, { exact: true });
    await chips.getByText(chip, { exact: true }).click();
  }
  await finding
    .getByLabel(/^BI-RADS category/)
    .getByText('4C', { exact: true })
    .click();
}
