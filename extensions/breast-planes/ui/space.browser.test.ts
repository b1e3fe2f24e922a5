import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadingBrowser, readingBrowser } from './test-support/open-page.ts';

let browser: ReadingBrowser;
beforeAll(async () => {
  browser = await readingBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** A busy machine takes its time; what is asked for must come all the same. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 });

const complete = (page: Page, id: string) =>
  page.locator(`[data-testid=view-${id}][data-state=complete]`).waitFor({ timeout: 60_000 });

/** Pixels of a scene that are not black. */
const lit = (page: Page, id: string): Promise<number> =>
  page.getByTestId(`picture-${id}`).evaluate((element) => {
    const canvas = element.querySelector('canvas');
    const pen = canvas?.getContext('2d') ?? null;
    if (canvas === null || pen === null || canvas.width === 0) return 0;
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, at) => at % 4 === 0 && value > 12).length;
  });

describe('a scene in space', () => {
  it.each([
    ['volume', '3D'],
    ['surface', 'SURFACE'],
  ])(
    'of the %s comes back by itself after the graphics card was reset, and turns on',
    async (view, id) => {
      const page = await browser.open(`?entry=space&view=${view}`);
      await complete(page, id);
      await eventually(() => lit(page, id)).toBeGreaterThan(20_000);
      await page.evaluate(() => (window as unknown as { loseGraphics(): void }).loseGraphics());
      const banner = page.getByText('comes back by itself');
      await banner.waitFor();
      await banner.waitFor({ state: 'detached' });
      await page.getByTestId(`picture-${id}`).focus();
      await page.keyboard.press('PageUp');
      await eventually(() => page.getByTestId(`view-${id}`).getAttribute('data-look')).toBe(
        '0.000 0.000 1.000',
      );
      await eventually(() => lit(page, id)).toBeGreaterThan(5_000);
      await page.close();
    },
  );

  it('says in words why it cannot be drawn without WebGL', async () => {
    const page = await browser.open('?entry=space&view=volume&no-graphics');
    await page.locator('[data-testid=view-3D][data-state=failed]').waitFor();
    expect(await page.getByTestId('view-3D').textContent()).toMatch(/need WebGL 2/);
    await page.close();
  });
});
