import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describeFailures, type VitestReport } from './check-failures.ts';

/**
 * Runs the checks of `npm run check` (fast), `npm test` (test) and `npm run test:full` (full),
 * stage by stage. Continues after a failure, so that one run reports everything. Ends with the
 * failed tests and the line "N passed, N failed", and writes both to test-results for CI.
 */

/** One command of a run. */
interface Stage {
  readonly name: string;
  readonly command: readonly string[];
  /**
   * JSON report of a vitest stage, which contains the counts; a stage without a report counts as
   * one check.
   */
  readonly report?: string;
  readonly env?: Readonly<Record<string, string>>;
  /**
   * File that must exist on the machine; otherwise the stage is skipped and listed as `SKIPPED`.
   */
  readonly needs?: string;
}

interface Outcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** Text of each failed test. */
  readonly failures: readonly string[];
}

const vitest = (name: string, ...only: readonly string[]): Stage => ({
  name,
  command: [
    'vitest',
    'run',
    '--config',
    `tests/vitest.${name}.config.ts`,
    ...only,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=test-results/${name}.json`,
  ],
  report: `test-results/${name}.json`,
});

const fast: readonly Stage[] = [
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  vitest('unit'),
];
/** Oldest supported PostgreSQL, at the install path of the Debian package. */
const POSTGRES_15 = '/usr/lib/postgresql/15';
const api = vitest('api');
/**
 * Fault tests, which take minutes. Run sequentially, because they kill processes and exhaust
 * resources of the machine.
 */
const faults = vitest('faults', 'tests/faults', '--testTimeout=120000');
/**
 * Tests whose result does not depend on the version of PostgreSQL: input that is refused before it
 * reaches the database, image processing, models, files, the broker.
 */
const WITHOUT_DATABASE = [
  'tests/api/hostile/**',
  'tests/api/files/*import*',
  'tests/api/findings/server-models*',
  'tests/api/scans/infer-nipple*',
  'tests/faults/{bit-rot,broken-downloads,broken-upload,broker-crash,dataset-crash,disk-full}*',
  'tests/faults/{reconstruction,scan-service-crash,shuffled-messages,stop-while-read}*',
];
const onPostgres15 = (stage: Stage): Stage => ({
  name: `${stage.name}-pg15`,
  command: [
    ...stage.command.map((argument) => argument.replace(/\.json$/, '-pg15.json')),
    ...WITHOUT_DATABASE.map((pattern) => `--exclude=${pattern}`),
  ],
  report: `test-results/${stage.name}-pg15.json`,
  env: { CLOCKFACE_POSTGRES: POSTGRES_15 },
  needs: `${POSTGRES_15}/bin/postgres`,
});
const build: Stage = { name: 'build', command: ['node', 'platform/build/build-web.ts'] };
const STAGES: Readonly<Record<string, readonly Stage[]>> = {
  fast,
  test: [...fast, build, api, vitest('e2e')],
  full: [build, vitest('full'), faults, onPostgres15(api), onPostgres15(faults)],
};

function runStage(stage: Stage): Outcome {
  console.log(`\n── ${stage.name}: ${stage.command.join(' ')}`);
  const started = performance.now();
  const [command = '', ...args] = stage.command;
  const done = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...stage.env },
  });
  const seconds = (performance.now() - started) / 1000;
  const counts = stage.report === undefined ? null : readReport(stage.report);
  if (counts === null) {
    const passed = done.status === 0 && stage.report === undefined ? 1 : 0;
    const failures = passed === 1 ? [] : [`${stage.name}: failed without counts`];
    return { name: stage.name, passed, failed: 1 - passed, seconds, failures };
  }
  // A run that crashes after its tests (an unhandled error, a leaked handle) counts as one more
  // failure.
  const crashFailure = done.status !== 0 && counts.failed === 0 ? 1 : 0;
  return {
    name: stage.name,
    passed: counts.passed,
    failed: counts.failed + crashFailure,
    seconds,
    failures: [
      ...counts.failures.map((failure) => `${stage.name}: ${failure}`),
      ...(crashFailure === 1 ? [`${stage.name}: ended with an error outside of its tests`] : []),
    ],
  };
}

type Counts = Pick<Outcome, 'passed' | 'failed' | 'failures'>;

function readReport(path: string): Counts | null {
  try {
    const report: VitestReport = JSON.parse(readFileSync(path, 'utf8'));
    const failures = describeFailures(report);
    // A suite without any test run counts as failed.
    if (report.numTotalTests === 0) return { passed: 0, failed: 1, failures };
    return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
  } catch (thrown) {
    console.error(`No readable report at ${path}: ${String(thrown)}`);
    return null;
  }
}

const kind = process.argv[2] ?? 'fast';
const stages = STAGES[kind];
if (stages === undefined) {
  console.error(`Unknown kind "${kind}". Use one of: ${Object.keys(STAGES).join(', ')}.`);
  process.exit(2);
}
mkdirSync('test-results', { recursive: true });
for (const stage of stages) if (stage.report !== undefined) rmSync(stage.report, { force: true });
const canRun = ({ needs }: Stage): boolean => needs === undefined || existsSync(needs);
const outcomes = stages.filter(canRun).map(runStage);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
const failures = outcomes.flatMap((outcome) => outcome.failures);
for (const failure of failures) console.log(`\n${failure}`);
console.log('');
for (const outcome of outcomes) {
  console.log(
    `${outcome.failed === 0 ? 'ok  ' : 'FAIL'} ${outcome.name.padEnd(11)} ${outcome.passed} passed, ${outcome.failed} failed, ${outcome.seconds.toFixed(1)} s`,
  );
}
for (const { name, needs } of stages.filter((stage) => !canRun(stage))) {
  console.log(`SKIPPED ${name}: ${needs} is not installed`);
}
writeFileSync(`test-results/summary-${kind}.json`, JSON.stringify({ passed, failed, failures }));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
