import { defineConfig } from 'vitest/config';

/** Everything that needs neither server nor browser: beside their files, and the house's own rules. */
export default defineConfig({
  test: {
    root: '.',
    include: [
      'platform/**/*.test.{ts,tsx}',
      'extensions/**/*.test.{ts,tsx}',
      'modes/**/*.test.ts',
      'tests/architecture/**/*.test.ts',
      'tests/contract/**/*.test.ts',
    ],
    exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
    testTimeout: 20_000,
  },
});
