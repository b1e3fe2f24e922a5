import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import { launchBrowser, screenshot, signIn, visit } from '../../e2e/support/product/browser.ts';
import { findClipped } from '../../e2e/support/product/find-clipped.ts';
import { createPatient } from '../../e2e/support/product/patients.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';
import { secondReader } from '../../e2e/support/product/second-reader.ts';
import { planesComplete } from '../../e2e/support/reading/reading.ts';
import { speckledVolume } from '../../e2e/support/reading/speckled-volume.ts';
import {
  createTestRecords,
  scanAddress,
  type TestRecords,
} from '../../e2e/support/reading/test-records.ts';
import { shownFrames, startScan } from '../../e2e/support/scanning/scanning.ts';

/** Slow enough for the test to observe the live image. */
const SCANNER = {
  speedFactor: 4,
  frameWidth: 64,
  frameHeight: 96,
  rf: false,
  seed: 4711,
  voxelMm: 1,
};
const SIZES = [
  [1280, 720],
  [3840, 2160],
] as const;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct(testSite({ extensions: { scanner: { settings: SCANNER } } }));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('the workstation', () => {
  it.each(SIZES)(
    'shows list, scan and planes without clipping at %d × %d',
    async (width, height) => {
      const { page, errors, close } = await visit(browser, width, height);
      const checkScreen = async (name: string): Promise<void> => {
        await screenshot(page, `${name}-${width}`);
        expect(await findClipped(page), name).toEqual([]);
      };
      await signIn(page, product.url, 'physician');
      await createPatient(page, `CF-${width}`, `Verhoeven-${width}`);
      await checkScreen('patient-list');
      await startScan(page);
      await expect.poll(() => shownFrames(page), { timeout: 60_000 }).toBeGreaterThan(100);
      await checkScreen('live-scan');
      expect(await axeViolations(page)).toEqual([]);
      await page.getByTestId('view-COR').waitFor({ timeout: 120_000 });
      await planesComplete(page);
      await checkScreen('reading');
      const hiddenTools = await page.getByRole('toolbar', { name: 'Tools' }).evaluate((rail) => {
        const end = rail.getBoundingClientRect().bottom;
        return [...rail.querySelectorAll('button')].filter(
          (button) => button.getBoundingClientRect().bottom > end,
        ).length;
      });
      expect(hiddenTools, 'tools below the end of the tool rail').toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      expect(errors).toEqual([]);
      await close();
    },
  );
});

describe('the bar of a study', () => {
  it.each([
    [1280, 'Katharina', 'Brandt'],
    [1280, 'Wilhelmina Johanna', 'van der Meer-Schimmelpenninck'],
    [1920, 'Wilhelmina Johanna', 'van der Meer-Schimmelpenninck'],
  ])(
    'shows the whole name and birth date at %d px beside all states: %s %s',
    async (width, firstName, lastName) => {
      const records = await createTestRecords(product);
      const address = await busyStudy(records, firstName, lastName);
      const { page, errors, close } = await visit(browser, width, 800);
      await signIn(page, product.url, 'physician');
      await page.goto(address);
      await page.getByTestId('view-COR').first().waitFor({ timeout: 60_000 });
      await page.getByTestId('scan-review').waitFor();
      await page.getByRole('button', { name: /since/ }).waitFor({ timeout: 10_000 });
      await screenshot(page, `bar-${lastName.length}-${width}`);
      const name = page.locator('[data-identity]');
      expect(await name.textContent()).toBe(`${lastName}, ${firstName}`);
      expect(await shownWhole(page, '[data-identity]')).toBe(true);
      expect(await shownWhole(page, '[data-birth-date]')).toBe(true);
      // Two lines at most.
      expect((await name.boundingBox())?.height).toBeLessThanOrEqual(32);
      for (const id of ['nipple-chip', 'scan-review']) {
        expect(await shownWhole(page, `[data-testid=${id}]`), id).toBe(true);
      }
      const more = page.getByRole('button', { name: 'More controls of this study' });
      if (await more.isVisible()) await more.click();
      await page.getByRole('button', { name: 'Import files into this study' }).click();
      await page.getByRole('dialog').waitFor();
      await screenshot(page, `bar-menu-${lastName.length}-${width}`);
      expect(await axeViolations(page)).toEqual([]);
      // The browser logs the rejected claim.
      expect(errors.filter((error) => !error.endsWith('/actions/claim'))).toEqual([]);
      await close();
    },
  );
});

/**
 * Creates a study of both sides with a prior, a disapproved scan, an assumed orientation and the
 * claim of another reader; returns its address.
 */
async function busyStudy(
  records: TestRecords,
  firstName: string,
  lastName: string,
): Promise<string> {
  const { api } = records;
  const patient = (await (
    await api.send('POST', '/patients', {
      code: `CF-${lastName.length}-${Date.now() % 100_000}`,
      firstName,
      lastName,
      birthDate: '1961-02-03',
      sex: 'FEMALE',
    })
  ).json()) as { id: string };
  const volume = speckledVolume([60, 30, 60], 1.5, []);
  await records.scan(await records.study(patient.id), 'R', volume);
  const studyId = await records.study(patient.id);
  const right = await records.scan(studyId, 'R', volume);
  await records.scan(studyId, 'L', volume);
  const reason = { reason: 'Too little gel at the edge' };
  expect((await api.send('POST', `/scans/${right.id}/actions/disapprove`, reason)).status).toBe(
    200,
  );
  const other = await secondReader(product);
  const claim = await other.send('POST', `/studies/${studyId}/actions/claim`, { takeOver: true });
  expect(claim.status).toBe(200);
  return scanAddress(product, studyId, right.id);
}

/** Returns whether an element of the bar is inside the screen and clipped by no part of the bar. */
const shownWhole = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => {
    const clip = element.closest('header > div')?.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return (
      clip !== undefined &&
      element.scrollWidth <= element.clientWidth + (element.clientWidth === 0 ? innerWidth : 0) &&
      box.width > 0 &&
      box.left >= clip.left - 0.5 &&
      box.right <= clip.right + 0.5 &&
      box.top >= 0 &&
      box.bottom <= clip.bottom + 0.5
    );
  });
