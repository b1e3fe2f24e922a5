import { defineConfig } from 'vitest/config';

/** Fault tests. The time limit of an hour for each test is for `npm run faults -- --long`. */
export default defineConfig({
  test: {
    root: '.',
    globalSetup: ['tests/api/support/prepare-seed-data.ts'],
    setupFiles: ['tests/property-seed.ts'],
    include: [
      'tests/faults/**/*.test.ts',
      // Concurrent changes of the same finding, patient or study.
      'tests/api/**/{concurrency,findings-concurrency,records-patients,studies}.test.ts',
    ],
    fileParallelism: false,
    // The default of 1 s is too short on a busy machine.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
});
