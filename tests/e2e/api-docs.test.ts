import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, screenshot, visit } from './support/product/browser.ts';
import { type Product, startProduct } from './support/product/product.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

describe('the API documentation', () => {
  it('shows all calls in groups, filters them by text, and sends no request to other hosts', async () => {
    const { page, errors, close } = await visit(browser, 1440, 900);
    const hosts = new Set<string>();
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'data:') hosts.add(host);
    });
    await page.goto(`${product.url}/api/docs`);
    const calls = page.locator('.opblock');
    await calls.first().waitFor();
    await screenshot(page, 'api-docs');
    await page.locator('.operation-filter-input').fill('audit verify');
    await expect.poll(() => calls.count()).toBe(1);
    await calls.first().locator('.opblock-summary').click();
    await page.getByText('firstBad').first().waitFor();
    await page.getByText('curl -X POST').first().waitFor();
    await screenshot(page, 'api-docs-call');
    // Calls off the screen are rendered only after scrolling to them.
    await page.locator('.operation-filter-input').fill('');
    await expect.poll(() => calls.count()).toBeGreaterThan(5);
    await page.mouse.move(720, 450);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 30_000);
        return page.locator('#operations-tag-userprefs').count();
      })
      .toBe(1);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(background).toBe('rgb(11, 14, 17)');
    expect(errors).toEqual([]);
    expect([...hosts]).toEqual([new URL(product.url).host]);
    await close();
  });
});
