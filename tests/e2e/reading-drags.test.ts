import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { middleGreyLevel, selectPlanes } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let right: Scan;

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  const studyId = await records.study(await records.patient('Drags'));
  right = await records.scan(studyId, 'R', speckledVolume([120, 60, 120], 0.75, []));
  await page.goto(scanAddress(readingPage.product, studyId, right.id));
  await selectPlanes(page);
});
afterAll(() => readingPage?.close());

const cellOf = (area: string): Locator => page.locator(`[data-cell="${area}"]`);
const viewOf = (area: string): Locator => cellOf(area).locator('[data-testid^=view-]');
const positionOf = (area: string) => viewOf(area).getAttribute('data-position');

const greyLevelOf = (area: string) => middleGreyLevel(cellOf(area));

describe('a drag in a plane', () => {
  it('changes brightness and contrast by the right button for this reader only, and pans by the middle button and by Space', async () => {
    const box = await page.getByTestId('image-TRA').boundingBox();
    const from = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + 150 };
    const dragBy = async (dx: number, dy: number, button: 'left' | 'middle' | 'right') => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down({ button });
      await page.mouse.move(from.x + dx, from.y + dy, { steps: 5 });
      await page.mouse.up({ button });
    };
    /** Position of the sagittal line on the screen, which a pan moves. */
    const drawn = async (): Promise<number> => {
      const line = page.getByTestId('image-TRA').locator('[data-testid=line-SAG] path').first();
      return Math.round((await line.boundingBox())?.x ?? 0);
    };
    const [before, place] = [await greyLevelOf('tra'), await drawn()];
    await dragBy(0, -120, 'right');
    await expect.poll(() => greyLevelOf('tra')).toBeGreaterThan(before + 20);
    expect(await drawn()).toBe(place);
    expect(await page.getByRole('menu').count()).toBe(0);
    const stored = async () =>
      ((await records.api.get(`/scans/${right.id}`)) as Scan).imageAdjustments.TRA?.brightness ?? 0;
    // Longer than the pause after which other adjustments are saved with the scan.
    await page.waitForTimeout(1_500);
    expect(await stored()).toBe(0);
    await page.keyboard.press('0');
    await expect.poll(() => greyLevelOf('tra')).toBeLessThan(before + 2);
    await dragBy(60, 0, 'middle');
    await expect.poll(drawn).not.toBe(place);
    await page.keyboard.press('Shift+Digit0');
    await expect.poll(drawn).toBe(place);
    const position = await positionOf('tra');
    await page.keyboard.down('Space');
    await dragBy(60, 0, 'left');
    await page.keyboard.up('Space');
    await expect.poll(drawn).not.toBe(place);
    expect(await positionOf('tra')).toEqual(position);
    await page.keyboard.press('Shift+Digit0');
    await expect.poll(drawn).toBe(place);
  });
});
