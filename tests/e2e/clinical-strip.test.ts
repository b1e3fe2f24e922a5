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
    ...{ patientId, accessionNumber: 'C-100' },
    indications: ['MASS', 'DENSE'],
    imagingHistory: ['MAMMO', 'MRI'],
    menopause: 'PERI',
  };
  const response = await records.api.send('POST', '/studies', body);
  const { id } = (await response.json()) as { id: string };
  const scan = await records.scan(id, 'R', volume);
  await page.goto(scanAddress(readingPage.product, id, scan.id));
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
