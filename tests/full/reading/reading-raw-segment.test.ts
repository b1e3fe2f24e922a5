import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { distance, type ImageFrame, subtract, type Vec3 } from '#geometry';
import { sampleToMm } from '../../../extensions/scanner/model/index.ts';
import { screenshot } from '../../e2e/support/product/browser.ts';
import { findingsOf, onPage, type Sheet } from '../../e2e/support/reading/marks.ts';
import { rawRecords, SWEEPS } from '../../e2e/support/reading/raw-records.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { storeVolumeInDb } from '../../e2e/support/reading/store-volume-in-db.ts';
import { scanAddress } from '../../e2e/support/reading/test-records.ts';

const DEG = 60;
const NEXT_DEG = 120;
const { CEN } = SWEEPS;
const AT = { u: 0.5, v: 0.45 };
const mmAt = (line: number, sample: number): Vec3 => sampleToMm(CEN, DEG, { line, sample });
const LESION = mmAt(AT.u * CEN.lines - 0.5, AT.v * CEN.samples - 0.5);
const RADIUS_MM = 5;
const volume = speckledVolume([100, 50, 100], 0.8, [
  { atMm: LESION, radiusMm: RADIUS_MM, greyLevel: 12 },
]);

let readingPage: ReadingPage;
let page: Page;
let scan: Scan;

beforeAll(async () => {
  readingPage = await openReadingPage();
  const { product, records } = readingPage;
  ({ page } = readingPage);
  const study = await records.study(await records.patient('Raw segment'));
  scan = await records.scan(study, 'R', volume);
  await records.nipple(scan.id, { sag: 0, tra: 0, depth: 2, rad: 0 });
  await rawRecords(product, records).sweeps(scan.id, 'R', volume, [0, DEG, NEXT_DEG]);
  await storeVolumeInDb(product, scan.id, volume);
  await page.goto(scanAddress(product, study, scan.id));
  await page.getByTestId('layout-raw-sweeps').click({ timeout: 60_000 });
  for (const view of ['CEN', 'PER', 'COR']) {
    await page.locator(`[data-testid=view-${view}][data-state=complete]`).waitFor();
  }
});
afterAll(() => readingPage?.close());

async function turnTo(deg: number): Promise<void> {
  await page.getByTestId('position-CEN').fill(`${deg}°`);
  await page.getByTestId('position-CEN').press('Enter');
  await page.locator(`[data-testid=view-CEN][data-deg="${deg}"][data-state=complete]`).waitFor();
}

/** Returns the frame of the central sweep as placed by the scanner's geometry. */
function frameSheet(): Sheet {
  const originMm = mmAt(-0.5, -0.5);
  const unitTo = (cornerMm: Vec3): Vec3 => {
    const [x, y, z] = subtract(cornerMm, originMm);
    const mm = Math.hypot(x, y, z);
    return [x / mm, y / mm, z / mm];
  };
  const [acrossMm, downMm] = [mmAt(CEN.lines - 0.5, -0.5), mmAt(-0.5, CEN.samples - 0.5)];
  const frame: ImageFrame = {
    originMm,
    right: unitTo(acrossMm),
    down: unitTo(downMm),
    widthMm: distance(originMm, acrossMm),
    heightMm: distance(originMm, downMm),
  };
  return { page, plane: 'CEN', frame };
}

const layer = () => page.getByTestId('overlay-voxels-CEN');

describe('AI Segment in a raw frame', () => {
  it('outlines the lesion in the frame from one click, and not in frames beside it', async () => {
    await turnTo(DEG);
    const at = await onPage(frameSheet(), AT);
    await page.keyboard.press('u');
    await page.mouse.click(at.x, at.y);
    const card = page.getByTestId('ai-segment');
    await card.getByRole('button', { name: 'Accept as finding' }).waitFor();
    await layer().waitFor();
    const box = await layer().boundingBox();
    if (box === null) throw new Error('The layer has no box');
    expect(Math.abs(box.x + box.width / 2 - at.x)).toBeLessThan(box.width / 2);
    expect(Math.abs(box.y + box.height / 2 - at.y)).toBeLessThan(box.height / 2);
    await screenshot(page, 'raw-segment');
    await turnTo(NEXT_DEG);
    await expect.poll(() => layer().count()).toBe(0);
    await turnTo(DEG);
    await card.getByRole('button', { name: 'Accept as finding' }).click();
    await page.getByText('The segmentation is a finding of yours').waitFor();
    const own = (await findingsOf(readingPage.records.api, scan)).find(
      ({ generator }) => generator.id === 'USER',
    );
    expect(Math.abs((own?.massLengthUm ?? 0) / 1000 - 2 * RADIUS_MM)).toBeLessThan(3);
    expect(readingPage.person.errors).toEqual([]);
  });
});
