import { defineConfig } from 'vitest/config';

/** The faults alone, with time for as many rounds as someone asks for (`npm run faults`). */
export default defineConfig({
  test: {
    root: '.',
    globalSetup: ['tests/api/support/prepare-seed-data.ts'],
    setupFiles: ['tests/property-seed.ts'],
    include: [
      'tests/faults/**/*.test.ts',
      // Rivals at one finding, patient or study.
      'tests/api/**/{rivals,findings-rivals,records-patients,studies}.test.ts',
    ],
    fileParallelism: false,
    // On a busy machine what is waited for takes longer than the second of its default.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
});
