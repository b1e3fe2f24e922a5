import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './longest-first-sequencer.ts';

/** Stories in a real browser against the real product; each file has its own, and two run at a time. */
export default defineConfig({
  test: {
    root: '.',
    globalSetup: ['tests/e2e/support/product/prepare-seed-data.ts'],
    include: [
      'tests/e2e/**/*.test.ts',
      'tests/contract/**/*.browser.test.ts',
      'extensions/**/*.browser.test.ts',
    ],
    // Scenes in space are slow without a graphics card; they are tried with the longer stories.
    exclude: [...configDefaults.exclude, 'extensions/**/space.browser.test.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirstSequencer },
    testTimeout: 180_000,
    // Two stories at a time on two cores: what is waited for may take longer than the second of its default.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    hookTimeout: 180_000,
  },
});
