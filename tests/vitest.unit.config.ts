import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ByEnvironment } from './by-environment.ts';

/** Unit, contract and architecture tests, which need neither a server nor a browser. */
export default defineConfig({
  // Package name under which third-party extensions import the SDK.
  resolve: {
    alias: {
      '@clockface/sdk': fileURLToPath(new URL('../platform/sdk/index.ts', import.meta.url)),
    },
  },
  test: {
    root: '.',
    setupFiles: ['tests/property-seed.ts', 'tests/clean-page.ts'],
    include: [
      'platform/**/*.test.{ts,tsx}',
      'extensions/**/*.test.{ts,tsx}',
      'modes/**/*.test.ts',
      'tests/architecture/**/*.test.ts',
      'tests/contract/**/*.test.ts',
      'tests/fom/**/*.test.ts',
      'tests/pictures/**/*.test.ts',
      'tests/training/**/*.test.ts',
    ],
    exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
    testTimeout: 20_000,
    // The default is one worker fewer than cores, which is one on two cores.
    maxWorkers: '100%',
    // Loading React, jsdom and the server's libraries again for each file would take longer than the
    // tests. Therefore a file must leave nothing behind in modules, window or timers.
    isolate: false,
    sequence: { sequencer: ByEnvironment },
  },
});
