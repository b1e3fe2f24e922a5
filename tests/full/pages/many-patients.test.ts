import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, screenshot, signIn, visit } from '../../e2e/support/product/browser.ts';
import { addManyPatients } from '../../e2e/support/product/many-patients.ts';
import { type Product, startProduct } from '../../e2e/support/product/product.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A frame that took longer than 50 ms, with its share of script. */
interface LongFrame {
  readonly ms: number;
  readonly scriptMs: number;
}
/** Entry that Chromium reports for such a frame; missing in TypeScript's library. */
interface LongAnimationFrame {
  readonly duration: number;
  readonly scripts: readonly { readonly duration: number }[];
}

describe('ten thousand patients', () => {
  it('can be scrolled and filtered; the test prints all long frames', async () => {
    await addManyPatients(product, 10_000);
    const { page, errors, close } = await visit(browser);
    await page.addInitScript(() => {
      const frames: LongFrame[] = [];
      Object.assign(window, { longFrames: frames });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as LongAnimationFrame[]) {
          const script = entry.scripts.reduce((sum, { duration }) => sum + duration, 0);
          frames.push({ ms: Math.round(entry.duration), scriptMs: Math.round(script) });
        }
      }).observe({ type: 'long-animation-frame', buffered: false });
    });
    await signIn(page, product.url, 'physician');
    await page
      .getByRole('row', { name: /Example/ })
      .first()
      .waitFor();
    await page.waitForTimeout(500);
    const longFrames = () =>
      page.evaluate(() => (window as unknown as { longFrames: LongFrame[] }).longFrames.splice(0));
    await longFrames();
    const grid = page.getByRole('grid', { name: 'Patients' });
    await grid.hover({ position: { x: 300, y: 300 } });
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.wheel(0, 2_000);
      await page.waitForTimeout(60);
    }
    const rowCount = Number(await grid.getAttribute('aria-rowcount'));
    const whileScrolling = await longFrames();
    const search = page.getByRole('searchbox', { name: 'Search patients' });
    await search.pressSequentially('example 12', { delay: 60 });
    await page.getByText(/patients match/).waitFor();
    await page.waitForTimeout(500);
    const whileFiltering = await longFrames();
    console.log(
      JSON.stringify({
        rows: rowCount - 1,
        whileScrolling,
        whileFiltering,
        unit: 'ms of each frame over 50 ms, and of the scripts in it',
      }),
    );
    // Rows are loaded in pages while scrolling.
    expect(rowCount).toBeGreaterThan(500);
    await screenshot(page, 'patient-list-10000');
    expect(errors).toEqual([]);
    await close();
  });
});
