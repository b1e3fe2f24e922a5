import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './longest-first-sequencer.ts';

/** API tests; each file starts a server and a database of its own, so two files run in parallel. */
export default defineConfig({
  test: {
    root: '.',
    globalSetup: ['tests/api/support/prepare-seed-data.ts'],
    setupFiles: ['tests/property-seed.ts'],
    include: ['tests/api/**/*.test.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirstSequencer },
    // The default of 1 s is too short on a busy machine.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
