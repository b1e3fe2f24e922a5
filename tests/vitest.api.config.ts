import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './longest-first-sequencer.ts';

/** Against the real server with a real database; each file has its own, so two run beside each other. */
export default defineConfig({
  test: {
    root: '.',
    globalSetup: ['tests/api/support/prepare-seed-data.ts'],
    setupFiles: ['tests/property-seed.ts'],
    include: ['tests/api/**/*.test.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirstSequencer },
    // On a busy machine what is waited for takes longer than the second of its default.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
