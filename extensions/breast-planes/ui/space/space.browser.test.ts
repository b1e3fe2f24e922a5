import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadingBrowser, readingBrowser } from '../test-support/open-page.ts';

let browser: ReadingBrowser;
beforeAll(async () => {
  browser = await readingBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Polls with a long timeout, because a busy machine responds slowly. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 });

const complete = (page: Page, id: string) =>
  page.locator(`[data-testid=view-${id}][data-state=complete]`).waitFor({ timeout: 60_000 });

/** Counts the pixels of a scene that are not black. */
const litPixels = (page: Page, id: string): Promise<number> =>
  page.getByTestId(`image-${id}`).evaluate((element) => {
    const canvas = element.querySelector('canvas');
    const context2d = canvas?.getContext('2d') ?? null;
    if (canvas === null || context2d === null || canvas.width === 0) return 0;
    const { data } = context2d.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, index) => index % 4 === 0 && value > 12).length;
  });

/**
 * Functions of the page for tests: unmount or resize the view, count objects on the graphics card.
 */
interface SpacePage {
  setPage(change: { view?: boolean; height?: string }): void;
  graphicsLive(): { readonly textures: number; readonly buffers: number };
}

const setPage = (page: Page, change: Parameters<SpacePage['setPage']>[0]): Promise<void> =>
  page.evaluate((pageChange) => (window as unknown as SpacePage).setPage(pageChange), change);

/** Returns the pixel size of a scene's canvas and the size expected for its view. */
const sizes = (page: Page, id: string) =>
  page.getByTestId(`image-${id}`).evaluate((element) => {
    const canvas = element.querySelector('canvas');
    // Without a graphics card a scene is rendered at half the resolution in each direction.
    const half = [element.clientWidth, element.clientHeight].map((px) => Math.round(px / 2));
    return { drawn: [canvas?.width, canvas?.height], expected: half };
  });

/** Counts textures and buffers on the graphics card after a garbage collection. */
async function gpuObjects(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  return page.evaluate(() => (window as unknown as SpacePage).graphicsLive());
}

const VIEWS = [
  ['volume', '3D'],
  ['surface', 'SURFACE'],
] as const;

describe('a 3D scene', () => {
  it.each(VIEWS)(
    'renders the %s completely and smoothly once a view opened without height gets its height',
    async (view, id) => {
      const page = await browser.open(`?entry=space&view=${view}&height=0px`);
      const canvas = page.getByTestId(`image-${id}`).locator('canvas');
      await canvas.waitFor({ state: 'attached', timeout: 60_000 });
      await setPage(page, { height: '100vh' });
      await complete(page, id);
      await eventually(() => litPixels(page, id)).toBeGreaterThan(20_000);
      const { drawn, expected } = await sizes(page, id);
      expect(drawn).toEqual(expected);
      // Each canvas pixel covers four screen pixels, whose edges would be visible without
      // smoothing.
      expect(await canvas.evaluate((element) => getComputedStyle(element).imageRendering)).toBe(
        'auto',
      );
      await page.close();
    },
  );

  it('is rendered in the proportions of its view after the view is resized', async () => {
    const page = await browser.open('?entry=space&view=volume');
    await complete(page, '3D');
    for (const height of ['60vh', '90vh', '40vh']) {
      await setPage(page, { height });
      await eventually(async () => {
        const { drawn, expected } = await sizes(page, '3D');
        return drawn.every((px, index) => px === expected[index]);
      }).toBe(true);
      await eventually(() => litPixels(page, '3D')).toBeGreaterThan(5_000);
    }
    await page.close();
  });

  it.each(VIEWS)('renders the %s each time the view is opened', async (view, id) => {
    const page = await browser.open(`?entry=space&view=${view}`);
    await complete(page, id);
    for (let visit = 0; visit < 3; visit++) {
      await setPage(page, { view: false });
      await setPage(page, { view: true });
      await complete(page, id);
      await eventually(() => litPixels(page, id)).toBeGreaterThan(20_000);
    }
    await page.close();
  });

  it.each(VIEWS)(
    'has released the graphics objects of the %s after ten visits',
    async (view, id) => {
      const page = await browser.open(`?entry=space&view=${view}`);
      const closeView = async () => {
        await complete(page, id);
        await setPage(page, { view: false });
        await page.getByTestId(`view-${id}`).waitFor({ state: 'detached' });
      };
      await closeView();
      const initial = await gpuObjects(page);
      for (let visit = 0; visit < 10; visit++) {
        await setPage(page, { view: true });
        await closeView();
      }
      const final = await gpuObjects(page);
      // A few objects may await garbage collection, but not those of ten visits.
      expect(final.textures).toBeLessThanOrEqual(initial.textures + 2);
      expect(final.buffers).toBeLessThanOrEqual(initial.buffers + 2);
      await page.close();
    },
  );

  it.each(VIEWS)(
    'restores the %s automatically after a reset of the graphics card and can be turned again',
    async (view, id) => {
      const page = await browser.open(`?entry=space&view=${view}`);
      await complete(page, id);
      await eventually(() => litPixels(page, id)).toBeGreaterThan(20_000);
      await page.evaluate(() => (window as unknown as { loseGraphics(): void }).loseGraphics());
      const banner = page.getByText('updates automatically');
      await banner.waitFor();
      await banner.waitFor({ state: 'detached' });
      await page.getByTestId(`image-${id}`).focus();
      await page.keyboard.press('PageUp');
      await eventually(() => page.getByTestId(`view-${id}`).getAttribute('data-camera')).toBe(
        '0.000 0.000 1.000',
      );
      await eventually(() => litPixels(page, id)).toBeGreaterThan(1_000);
      await page.close();
    },
  );

  it('shows the reason for a missing image without WebGL', async () => {
    const page = await browser.open('?entry=space&view=volume&no-graphics');
    await page.locator('[data-testid=view-3D][data-state=failed]').waitFor();
    expect(await page.getByTestId('view-3D').textContent()).toMatch(/need WebGL 2/);
    await page.close();
  });
});
