import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/product/axe.ts';
import { screenshot } from './support/product/browser.ts';
import { screenShare } from './support/product/screen-share.ts';
import { planesComplete, planesDrawn, settled } from './support/reading/reading.ts';
import { openReadingPage, type ReadingPage } from './support/reading/reading-page.ts';
import { speckledVolume } from './support/reading/speckled-volume.ts';
import { scanAddress, type TestRecords } from './support/reading/test-records.ts';

let readingPage: ReadingPage;
let records: TestRecords;
let page: Page;
let patientId: string;
let address: string;

const SIZES = [120, 60, 120] as const;
const volume = speckledVolume(SIZES, 0.75, [{ atMm: [-20, 14, 18], radiusMm: 6, greyLevel: 20 }]);

const SIZES_OF_SCREENS = [
  [1280, 720],
  [1920, 1080],
] as const;

const strip = () => page.getByTestId('clinical-strip');
const panel = () => page.getByRole('region', { name: 'Clinical information' });
const boxesOfImages = () =>
  page.locator('[data-testid^=image-]').evaluateAll((images) =>
    images.map((image) => {
      const { x, y, width, height } = image.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );

beforeAll(async () => {
  readingPage = await openReadingPage();
  ({ records, page } = readingPage);
  patientId = await records.patient('Clinical');
  const earlier = await records.study(patientId);
  await records.scan(earlier, 'R', volume);
  const body = {
    patientId,
    accessionNumber: 'C-100',
    indications: ['MASS', 'DENSE'],
    imagingHistory: ['MAMMO', 'MRI'],
    menopause: 'PERI',
    palpable: [{ side: 'R', clockMinutes: 600, distanceMm: 35 }],
  };
  const response = await records.api.send('POST', '/studies', body);
  const { id } = (await response.json()) as { id: string };
  const scan = await records.scan(id, 'R', volume);
  address = scanAddress(readingPage.product, id, scan.id);
  await page.goto(address);
  await planesComplete(page);
});
afterAll(() => readingPage?.close());

describe('the clinical information while reading', () => {
  it.each(SIZES_OF_SCREENS)(
    'leaves the images their share of a screen of %d × %d',
    async (width, height) => {
      await page.setViewportSize({ width, height });
      await strip().getByText('A lump that can be felt, Dense breasts').waitFor();
      await strip().getByText('Mammography, MRI').waitFor();
      await strip().getByText('R 10:00 · 35 mm FN').waitFor();
      await page.getByRole('img', { name: 'Palpable in the right breast at 10:00' }).waitFor();
      await planesDrawn(page);
      await settled(page);
      const { images } = await screenShare(page);
      expect(images).toBeGreaterThanOrEqual(width === 1920 ? 0.65 : 0.5);
      await screenshot(page, `clinical-strip-${width}`);
    },
  );

  it('unfolds by key over the views, which keep their size, and folds by Escape and by key', async () => {
    const before = await boxesOfImages();
    await page.keyboard.press('Shift+I');
    await panel().waitFor();
    expect(await panel().textContent()).toContain('C-100');
    expect(await panel().textContent()).toContain('Perimenopausal');
    await panel().getByText('No attachments.').waitFor();
    expect(await boxesOfImages()).toEqual(before);
    for (const [width, height] of SIZES_OF_SCREENS) {
      await page.setViewportSize({ width, height });
      await settled(page);
      await screenshot(page, `clinical-panel-${width}`);
    }
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => panel().count()).toBe(0);
    await page.keyboard.press('Shift+I');
    await panel().waitFor();
    await page.keyboard.press('Shift+I');
    await expect.poll(() => panel().count()).toBe(0);
  });

  it('shows a palpable place that was entered on the clock face and by keys', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${readingPage.product.url}/#/study-list`);
    await page.getByRole('row', { name: /C-100/ }).click();
    await page.getByRole('button', { name: 'Edit study…' }).click();
    const dialog = page.getByRole('dialog');
    const face = dialog.getByRole('button', { name: /add a palpable place of the left breast/ });
    const box = await face.boundingBox();
    // The upper edge of the face is 12:00.
    await face.click({ position: { x: (box?.width ?? 0) / 2, y: 14 } });
    const clock = dialog.getByRole('textbox', { name: 'Clock position of palpable place 2' });
    expect(await clock.inputValue()).toBe('12:00');
    await clock.press('ArrowUp');
    expect(await clock.inputValue()).toBe('12:30');
    await clock.fill('25:00');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByText('Enter a clock position from 12:00 to 11:59').waitFor();
    await clock.fill('3:30');
    await page.setViewportSize({ width: 1280, height: 720 });
    await screenshot(page, 'palpable-form-1280');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(address);
    await planesComplete(page);
    await strip().getByText('L 3:30').waitFor();
    await page.getByRole('img', { name: 'Palpable in the left breast at 3:30' }).waitFor();
  });

  it('compares with a pressed prior', async () => {
    await strip()
      .getByRole('button', { name: /: Compare with the prior of/ })
      .click();
    await page.locator('[data-cell=prior-cor]').waitFor();
    await expect
      .poll(() => page.getByTestId('layout-compare').getAttribute('aria-pressed'))
      .toBe('true');
    expect(readingPage.person.errors).toEqual([]);
  });
});
