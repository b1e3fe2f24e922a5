import { defineConfig } from 'vitest/config';

/** Against the real server with a real database; each file has its own, so two run beside each other. */
export default defineConfig({
  test: {
    root: '.',
    globalSetup: ['tests/api/support/begin-data.ts'],
    setupFiles: ['tests/property-seed.ts'],
    include: ['tests/api/**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
