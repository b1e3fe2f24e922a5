import { configDefaults, defineConfig } from 'vitest/config';

/** Stories in a real browser against the real product; each file has its own, and two run at a time. */
export default defineConfig({
  test: {
    root: '.',
    include: [
      'tests/e2e/**/*.test.ts',
      'tests/contract/**/*.browser.test.ts',
      'extensions/**/*.browser.test.ts',
    ],
    // Scenes in space are slow without a graphics card; they are tried with the longer stories.
    exclude: [...configDefaults.exclude, 'extensions/**/space.browser.test.ts'],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
