import { defineConfig } from 'vitest/config';

/** Tests that take too long for every run, such as matrices and a fresh clone. */
export default defineConfig({
  test: {
    root: '.',
    globalSetup: ['tests/e2e/support/product/prepare-seed-data.ts'],
    include: ['tests/full/**/*.test.ts', 'extensions/**/space.browser.test.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    // The default of 1 s is too short on a busy machine.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    hookTimeout: 300_000,
  },
});
