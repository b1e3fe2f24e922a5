import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadingBrowser, readingBrowser } from '../test-support/open-page.ts';

let browser: ReadingBrowser;
let page: Page;
beforeAll(async () => {
  browser = await readingBrowser();
  page = await browser.open('?entry=slice');
  await page.waitForFunction(() => 'slicePage' in window);
});
afterAll(async () => {
  await browser?.close();
});

interface Difference {
  readonly worst: number;
  readonly beyondOne: number;
  readonly pixels: number;
  readonly lightest: number;
}

const callPage = <T>(method: string, ...inputs: readonly string[]): Promise<T> =>
  page.evaluate(
    ([name, args]) => {
      const { slicePage } = window as unknown as {
        slicePage: Record<string, (...inputs: readonly string[]) => Promise<T>>;
      };
      return (slicePage[name] as (...inputs: readonly string[]) => Promise<T>)(...args);
    },
    [method, inputs] as const,
  );

/**
 * Expects differences of at most `worst` grey levels. The graphics card interpolates voxels with
 * fractions of 8 bits or better: 1 grey level of difference without adjustments, more with
 * increased contrast. At pixels on the very edge of the volume, card and processor may disagree
 * whether the pixel is inside.
 */
function expectEqual(differences: Readonly<Record<string, Difference>>, worst: number): void {
  for (const [name, difference] of Object.entries(differences)) {
    expect(difference.lightest, name).toBeGreaterThan(60);
    expect(difference.worst, name).toBeLessThanOrEqual(worst);
  }
}

describe('a slice rendered on the graphics card', () => {
  it('equals the slice rendered on the processor in every plane and slab, for both breasts and an imported volume', async () => {
    for (const [geometry, side] of [
      ['scanned', 'R'],
      ['scanned', 'L'],
      ['imported', 'R'],
    ] as const) {
      expectEqual(await callPage('slabs', geometry, side), 1);
    }
  });

  it('shows brightness, contrast, depth gains and inversion by the same formula', async () => {
    expectEqual(await callPage('presentations', 'scanned', 'R'), 3);
  });

  it('shows the full level where its slices are loaded, and the coarse level elsewhere', async () => {
    for (const thicknessMm of ['0', '3']) {
      expectEqual(
        { [thicknessMm]: await callPage<Difference>('compareProgressive', thicknessMm) },
        1,
      );
    }
  });

  it('is replaced by an equal slice of the processor while a slow card uploads the volume', async () => {
    const { differences, cardImages } = await callPage<{
      differences: Record<string, Difference>;
      cardImages: readonly [number, number];
    }>('compareDuringUpload');
    expect(cardImages).toEqual([0, 4]);
    expectEqual(differences, 1);
  });

  it('is a registered viewport of the drawing library with the coordinates of the geometry module', async () => {
    for (const geometry of ['scanned', 'imported']) {
      const { mm, px, isRegistered } = await callPage<{
        mm: number;
        px: number;
        isRegistered: boolean;
      }>('compareCoordinates', geometry);
      expect(isRegistered).toBe(true);
      expect(mm).toBeLessThan(1e-9);
      expect(px).toBeLessThan(1e-9);
    }
  });
});
