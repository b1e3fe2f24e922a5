import { defineConfig } from 'vitest/config';

/** Against the real server with a real database; files share the two cores, so one at a time. */
export default defineConfig({
  test: {
    root: '.',
    setupFiles: ['tests/property-seed.ts'],
    include: ['tests/api/**/*.test.ts', 'tests/faults/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
