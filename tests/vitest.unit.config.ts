import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ByEnvironment } from './by-environment.ts';

/** Everything that needs neither server nor browser: beside their files, and the house's own rules. */
export default defineConfig({
  // The name by which extensions from outside know the product.
  resolve: {
    alias: {
      '@clockface/sdk': fileURLToPath(new URL('../platform/sdk/index.ts', import.meta.url)),
    },
  },
  test: {
    root: '.',
    setupFiles: ['tests/property-seed.ts'],
    include: [
      'platform/**/*.test.{ts,tsx}',
      'extensions/**/*.test.{ts,tsx}',
      'modes/**/*.test.ts',
      'tests/architecture/**/*.test.ts',
      'tests/contract/**/*.test.ts',
    ],
    exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
    testTimeout: 20_000,
    // The default is one worker fewer than cores, which is one on two cores.
    maxWorkers: '100%',
    // Loading React, jsdom and the server's libraries again for each file took longer than the tests.
    // In exchange, a file leaves nothing behind in modules, window or timers.
    isolate: false,
    sequence: { sequencer: ByEnvironment },
  },
});
