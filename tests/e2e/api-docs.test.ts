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
    const visited = await visit(browser, 1440, 900);
    const hosts = new Set<string>();
    visited.page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'data:') hosts.add(host);
    });
    await visited.page.goto(`${product.url}/api/docs`);
    const calls = visited.page.locator('.opblock');
    await calls.first().waitFor();
    await screenshot(visited.page, 'api-docs');
    await visited.page.locator('.operation-filter-input').fill('audit verify');
    await expect.poll(() => calls.count()).toBe(1);
    await calls.first().locator('.opblock-summary').click();
    await visited.page.getByText('firstBad').first().waitFor();
    await visited.page.getByText('curl -X POST').first().waitFor();
    await screenshot(visited.page, 'api-docs-call');
    // Calls off the screen are rendered only after scrolling to them.
    await visited.page.locator('.operation-filter-input').fill('');
    await expect.poll(() => calls.count()).toBeGreaterThan(5);
    await visited.page.mouse.move(720, 450);
    await expect
      .poll(async () => {
        await visited.page.mouse.wheel(0, 30_000);
        return visited.page.locator('#operations-tag-userprefs').count();
      })
      .toBe(1);
    const background = await visited.page.evaluate(
      () => getComputedStyle(document.body).backgroundColor,
    );
    expect(background).toBe('rgb(11, 14, 17)');
    expect(visited.errors).toEqual([]);
    expect([...hosts]).toEqual([new URL(product.url).host]);
    await visited.close();
  });
});
