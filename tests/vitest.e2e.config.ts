import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './longest-first-sequencer.ts';

/**
 * Browser tests; each file starts a browser and a product of its own, so two files run in parallel.
 */
export default defineConfig({
  test: {
    root: '.',
    globalSetup: ['tests/e2e/support/product/prepare-seed-data.ts'],
    include: [
      'tests/e2e/**/*.test.ts',
      'tests/contract/**/*.browser.test.ts',
      'extensions/**/*.browser.test.ts',
    ],
    // 3D scenes are slow without a graphics card; `vitest.full.config.ts` runs them.
    exclude: [...configDefaults.exclude, 'extensions/**/space.browser.test.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirstSequencer },
    testTimeout: 180_000,
    // The default of 1 s is too short while two files share two cores.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    hookTimeout: 180_000,
  },
});
