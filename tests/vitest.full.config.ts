import { defineConfig } from 'vitest/config';

/** What takes too long for every run: repeated faults, fresh clones, matrices. */
export default defineConfig({
  test: {
    root: '.',
    globalSetup: ['tests/e2e/support/product/prepare-seed-data.ts'],
    include: ['tests/full/**/*.test.ts', 'extensions/**/space.browser.test.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    // Two stories at a time on two cores: what is waited for may take longer than the second of its default.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    hookTimeout: 300_000,
  },
});
