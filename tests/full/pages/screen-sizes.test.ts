import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '../../e2e/support/product/axe.ts';
import { launchBrowser, screenshot, signIn, visit } from '../../e2e/support/product/browser.ts';
import { findClipped } from '../../e2e/support/product/find-clipped.ts';
import { createPatient } from '../../e2e/support/product/patients.ts';
import { type Product, startProduct, testSite } from '../../e2e/support/product/product.ts';
import { planesComplete } from '../../e2e/support/reading/reading.ts';
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
