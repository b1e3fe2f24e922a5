import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Scan } from '#contracts';
import { markCentreMm } from '#findings';
import { mmToImage, type Vec3 } from '#geometry';
import { aLength, findingsOf, onPage, sheetOf, spotIn } from '../../e2e/support/reading/marks.ts';
import { drag, selectPlanes, typePosition } from '../../e2e/support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from '../../e2e/support/reading/reading-page.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import { scanAddress } from '../../e2e/support/reading/test-records.ts';

/** Time to wait for the check of the mark under the pointer, which runs every 200 ms. */
const POINTER_CHECK_MS = 300;
const LESION: Vec3 = [-12, 14, 10];

let readingPage: ReadingPage;
let page: Page;
let menu: Locator;
let positionField: Locator;
let scan: Scan;
/** Page position of the length in the transverse plane. */
let markSpot: { readonly x: number; readonly y: number };

const volume = speckledVolume([110, 50, 120], 0.8, []);
const sheet = () => sheetOf(page, 'TRA', volume.geometry);
const findings = () => findingsOf(readingPage.records.api, scan);

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ page } = readingPage);
  menu = page.getByRole('menu');
  positionField = page.getByTestId('position-TRA');
});
afterAll(() => readingPage?.close());

/** Opens a new study with one length; the pointer is beside the mark. */
beforeEach(async () => {
  const { records, product } = readingPage;
  const studyId = await records.study(await records.patient('Menu'));
  scan = await records.scan(studyId, 'R', volume);
  await records.finding(scan.id, aLength(volume.geometry, LESION, 12));
  await page.goto('about:blank');
  await page.goto(scanAddress(product, studyId, scan.id));
  await selectPlanes(page);
  await typePosition(page, 'TRA', 'H 10');
  const image = await sheet();
  markSpot = await onPage(image, mmToImage(image.frame, LESION));
  await page.mouse.move(markSpot.x, markSpot.y + 60);
  await page.waitForTimeout(POINTER_CHECK_MS);
});

const hoverMark = (): Promise<void> => page.mouse.move(markSpot.x, markSpot.y, { steps: 3 });

it('a menu opened by hovering leaves wheel and keys to the image and closes', async () => {
  await hoverMark();
  await menu.waitFor();
  const positionBefore = await positionField.inputValue();
  await page.mouse.wheel(0, 100);
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => positionField.inputValue()).not.toBe(positionBefore);
  await page.waitForTimeout(POINTER_CHECK_MS);
  await page.mouse.wheel(0, -100);
  await expect.poll(() => positionField.inputValue()).toBe(positionBefore);
  // Scrolling moved the mark under the pointer; only a move of the pointer opens the menu.
  await page.waitForTimeout(2_000);
  expect(await menu.count()).toBe(0);
  await page.mouse.move(markSpot.x + 1, markSpot.y);
  await menu.waitFor();

  await page.getByTestId('image-TRA').focus();
  await page.keyboard.press('PageDown');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => positionField.inputValue()).not.toBe(positionBefore);
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  expect(await findings()).toHaveLength(1);
});

it('a press beside a menu opened by hovering draws immediately and closes the menu', async () => {
  await page.keyboard.press('m');
  await hoverMark();
  await menu.waitFor();
  const image = await sheet();
  const from = mmToImage(image.frame, [LESION[0] + 20, LESION[1] - 8, LESION[2]]);
  const to = mmToImage(image.frame, [LESION[0] + 30, LESION[1] - 8, LESION[2]]);
  await drag(page, 'TRA', await spotIn(image, from), await spotIn(image, to));
  await menu.waitFor({ state: 'detached' });
  await expect.poll(async () => (await findings()).length).toBe(2);
  const drawn = (await findings()).flatMap(({ marks }) => Object.values(marks));
  const middles = drawn.map((mark) => Math.round(markCentreMm(mark)[0] - LESION[0]));
  // The second length reaches from 20 to 30 mm to the patient's left of the first.
  expect(middles.sort((a, b) => a - b)).toEqual([0, 25]);
});

it('a menu opened by hovering runs its entries, and Escape closes only the menu', async () => {
  await page.keyboard.press('m');
  await hoverMark();
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  const lengthTool = page.getByRole('button', { name: /^Length/ });
  expect(await lengthTool.getAttribute('aria-pressed')).toBe('true');
  await page.mouse.move(markSpot.x, markSpot.y + 60);
  await page.waitForTimeout(POINTER_CHECK_MS);
  await hoverMark();
  await menu.getByRole('menuitem', { name: 'Delete finding' }).click();
  await expect.poll(async () => (await findings()).length).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await findings()).length).toBe(1);
  await page.waitForTimeout(2_000);
  expect(await menu.count()).toBe(0);
});
