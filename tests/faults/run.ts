import { spawnSync } from 'node:child_process';

/**
 * Fault of `npm run faults -- F1`, which runs the tests of the given numbers; without a number, all
 * tests. `--long` runs many rounds.
 */
interface Fault {
  readonly what: string;
  readonly files: readonly string[];
}

const FAULTS: Readonly<Record<string, Fault>> = {
  F1: {
    what: 'server killed or stopped at any time',
    files: ['faults/server-crash', 'faults/stop-while-read'],
  },
  F2: {
    what: 'worker killed in the middle of a job',
    files: [
      'faults/worker-crash',
      'faults/job-completion',
      'faults/reconstruction',
      'faults/dataset-crash',
    ],
  },
  F3: { what: 'worker suspended beyond its lease', files: ['faults/worker-crash'] },
  F4: { what: 'power cut', files: ['faults/power-cut'] },
  F5: { what: 'disk full', files: ['faults/disk-full'] },
  F7: { what: 'upload cut off and resumed', files: ['faults/broken-upload'] },
  F8: { what: 'double submit, and a disconnected caller', files: ['faults/double-submit'] },
  F10: { what: 'bit rot on the disk', files: ['faults/bit-rot'] },
  F11: { what: 'downloads that the client aborts', files: ['faults/broken-downloads'] },
  F12: { what: 'message broker killed during a scan', files: ['faults/broker-crash'] },
  F13: {
    what: 'message broker offline until a thousand messages are due',
    files: ['faults/broker-crash'],
  },
  F14: {
    what: 'duplicate, late and reordered messages',
    files: ['faults/shuffled-messages'],
  },
  F15: {
    what: 'scan service killed in the middle of a scan, and the scan resumed',
    files: ['faults/scan-service-crash'],
  },
  F16: { what: 'database stopped immediately and restarted', files: ['faults/database-restarts'] },
  F17: { what: 'database that does not respond', files: ['faults/database-restarts'] },
  F18: { what: 'second process on one data folder', files: ['faults/second-process'] },
  F19: {
    what: 'concurrent edits of one finding',
    files: ['api/findings/concurrency', 'api/findings/findings-concurrency'],
  },
  F20: {
    what: 'concurrent edits of one patient or study',
    files: ['api/patients/records-patients', 'api/studies/studies'],
  },
  F24: {
    what: 'migration killed, restore drill',
    files: ['faults/migration-crash', 'faults/restore-drill'],
  },
};

const args = process.argv.slice(2);
const long = args.includes('--long');
const requested = args.filter((arg) => !arg.startsWith('--'));
const unknown = requested.filter((name) => FAULTS[name] === undefined);
if (unknown.length > 0) {
  const known = Object.entries(FAULTS).map(([name, { what }]) => `  ${name.padEnd(4)} ${what}`);
  console.error(`Unknown fault: ${unknown.join(', ')}. Known faults:\n${known.join('\n')}`);
  process.exit(2);
}
const names = requested.length > 0 ? requested : Object.keys(FAULTS);
const files = new Set(names.flatMap((name) => FAULTS[name]?.files ?? []));
const config = ['--config', 'tests/vitest.faults.config.ts'];
const result = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...config,
    ...[...files].map((file) => `tests/${file}.test.ts`),
  ],
  { stdio: 'inherit', env: { ...process.env, ...(long ? { CLOCKFACE_FAULTS: 'long' } : {}) } },
);
process.exit(result.status ?? 1);
