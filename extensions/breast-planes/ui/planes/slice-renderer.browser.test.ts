import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadingBrowser, readingBrowser } from '../test-support/open-page.ts';

let browser: ReadingBrowser;
let page: Page;
beforeAll(async () => {
  browser = await readingBrowser();
  page = await browser.open('?entry=cut');
  await page.waitForFunction(() => 'cutPage' in window);
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

const callPage = <T>(what: string, ...inputs: readonly string[]): Promise<T> =>
  page.evaluate(
    ([name, args]) => {
      const { slicePage } = window as unknown as {
        slicePage: Record<string, (...all: readonly string[]) => Promise<T>>;
      };
      return (slicePage[name] as (...all: readonly string[]) => Promise<T>)(...args);
    },
    [what, inputs] as const,
  );

/**
 * The graphics card mixes voxels by fractions of 8 bits or better: one grey where greys are shown
 * as they are, more where contrast spreads them. Where a pixel lies on the volume's very edge the
 * two may disagree whether it is inside.
 */
function expectEqual(differences: Readonly<Record<string, Difference>>, worst: number): void {
  for (const [name, difference] of Object.entries(differences)) {
    expect(difference.lightest, name).toBeGreaterThan(60);
    expect(difference.worst, name).toBeLessThanOrEqual(worst);
  }
}

describe('the cut on the graphics card', () => {
  it('equals the cut on the processor in every plane and slab, for both breasts and an imported volume', async () => {
    for (const [geometry, side] of [
      ['scanned', 'R'],
      ['scanned', 'L'],
      ['imported', 'R'],
    ] as const) {
      expectEqual(await callPage('slabs', geometry, side), 1);
    }
  });

  it('shows brightness, contrast, the gains along depth and inversion by the one formula', async () => {
    expectEqual(await callPage('looks', 'scanned', 'R'), 3);
  });

  it('shows a full level where its slices are there, and the coarse one elsewhere', async () => {
    for (const thicknessMm of ['0', '3']) {
      expectEqual({ [thicknessMm]: await callPage<Difference>('growing', thicknessMm) }, 1);
    }
  });

  it('is made by the processor while a card that is slow takes in the volume, and equals that of the card', async () => {
    const { differences, byCard } = await callPage<{
      differences: Record<string, Difference>;
      byCard: readonly [number, number];
    }>('arriving');
    expect(byCard).toEqual([0, 4]);
    expectEqual(differences, 1);
  });

  it('is a viewport that the drawing library knows, at the coordinates of the geometry room', async () => {
    for (const geometry of ['scanned', 'imported']) {
      const { mm, px, isRegistered } = await callPage<{
        mm: number;
        px: number;
        isRegistered: boolean;
      }>('coordinates', geometry);
      expect(isRegistered).toBe(true);
      expect(mm).toBeLessThan(1e-9);
      expect(px).toBeLessThan(1e-9);
    }
  });
});
