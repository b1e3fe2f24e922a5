import { defineConfig } from 'vitest/config';

/** What takes too long for every run: repeated faults, fresh clones, matrices. */
export default defineConfig({
  test: {
    root: '.',
    include: ['tests/full/**/*.test.ts', 'extensions/**/space.browser.test.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
