import type { Page } from 'playwright-core';
import { mmToImage, mmToPosition, type Vec3, type VolumeGeometry } from '#geometry';
import { createPhantom } from '../../extensions/scanner/simulator/index.ts';
import { buildWeb } from '../../platform/build/web/build-web.ts';
import { volumeGeometry } from '../e2e/support/product/api.ts';
import { launchBrowser, signIn, visit } from '../e2e/support/product/browser.ts';
import { startProduct, testSite } from '../e2e/support/product/product.ts';
import { aProposedBall, storeDetection } from '../e2e/support/reading/ai-runs.ts';
import { onPage, sheetOf } from '../e2e/support/reading/marks.ts';
import { planesComplete } from '../e2e/support/reading/reading.ts';
import { createTestRecords, scanAddress } from '../e2e/support/reading/test-records.ts';
import { finishedScans, SEED, savePage, selectLayout } from './reading.ts';

/** Margin of a proposed box around a lesion. */
const BOX_SCALE = 1.2;

/**
 * Draws the AI panel with a box around each lesion of the simulated patient. The scores are chosen
 * for the image and come from no model.
 */
export async function drawAi(): Promise<void> {
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
    const lesions = truth.lesions.map(({ centreMm, radiiMm }, idx) =>
      aProposedBall(geometry, centreMm, Math.max(...radiiMm) * BOX_SCALE, 0.93 - 0.17 * idx),
    );
    const elsewhere = aProposedBall(geometry, offLesions(geometry, truth.nippleMm), 4, 0.08);
    await storeDetection(records, right.id, [...lesions, elsewhere]);
    const { page } = await visit(browser);
    await signIn(page, product.url, 'physician');
    await page.goto(scanAddress(product, right.studyId, right.id));
    await selectLayout(page, 'four-planes');
    await page.getByRole('tab', { name: /^AI/ }).click();
    await page.keyboard.press('q');
    await page.locator('[data-testid^="proposal-"]').first().getByRole('button').first().click();
    await planesComplete(page);
    await savePage(page, 'reading-ai');
    const [lesion] = truth.lesions;
    if (lesion === undefined) throw new Error('The simulated breast has no lesion');
    await page.keyboard.press('q');
    await segmentAt(page, geometry, lesion.centreMm);
    await savePage(page, 'reading-ai-segment');
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Segments the lesion at a location with AI Segment, by a click in the transverse plane. */
async function segmentAt(page: Page, geometry: VolumeGeometry, mm: Vec3): Promise<void> {
  await page.keyboard.press('u');
  const sheet = await sheetOf(page, 'TRA', geometry);
  const at = await onPage(sheet, mmToImage(sheet.frame, mm));
  await page.mouse.click(at.x, at.y);
  await page.getByRole('button', { name: 'Accept as finding' }).waitFor();
}

/** Returns a location beside the nipple, away from its shadow, in the middle of the depth. */
const offLesions = ({ sizes, spacingMm }: VolumeGeometry, [x, y, z]: Vec3): Vec3 => [
  x + 20,
  y + (sizes[1] * spacingMm[1]) / 2,
  z - 20,
];
