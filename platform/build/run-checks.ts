import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Counts, countsOf, failedFiles, type VitestReport } from './check-failures.ts';

/**
 * Runs the checks of `npm run check` (fast), `npm test` (test) and `npm run test:full` (full),
 * stage by stage. Continues after a failure, so that one run reports everything. Runs failed files
 * of the browser tests once more to tell which of them fail only sometimes; they count as failed all
 * the same. Ends with the failed tests and the line "N passed, N failed", and writes both to test-results for CI.
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
  /** Tests of the stage; all tests of the configuration if absent. */
  readonly only?: readonly string[];
  /** Number of failed files up to which they are run once more for diagnosis; 0 by default. */
  readonly repeats?: number;
  /**
   * File that must exist on the machine; otherwise the stage is skipped and listed as `SKIPPED`.
   */
  readonly needs?: string;
}

interface Outcome extends Counts {
  readonly name: string;
  readonly seconds: number;
}

const vitest = (name: string, ...options: readonly string[]): Stage => ({
  name,
  command: [
    'vitest',
    'run',
    '--config',
    `tests/vitest.${name}.config.ts`,
    ...options,
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
const faults: Stage = {
  ...vitest('faults', '--testTimeout=120000'),
  only: ['tests/faults'],
};
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
/**
 * Browser tests wait for pages that a busy machine draws late. A second run of few failed files tells
 * such a failure from a constant one; it changes no verdict, because a wrong plane or a lost edit can
 * be rare too.
 */
const inBrowser = (stage: Stage): Stage => ({ ...stage, repeats: 3 });
const build: Stage = { name: 'build', command: ['node', 'platform/build/build-web.ts'] };
const STAGES: Readonly<Record<string, readonly Stage[]>> = {
  fast,
  test: [...fast, build, api, inBrowser(vitest('e2e'))],
  full: [build, inBrowser(vitest('full')), faults, onPostgres15(api), onPostgres15(faults)],
};

function runStage(stage: Stage): Outcome {
  const started = performance.now();
  const status = runCommand(stage);
  const report = stage.report === undefined ? null : readReport(stage.report);
  const again = report === null ? null : repeatFailed(stage, report);
  const seconds = (performance.now() - started) / 1000;
  if (report === null) {
    const passed = status === 0 && stage.report === undefined ? 1 : 0;
    const failures = passed === 1 ? [] : [`${stage.name}: failed without counts`];
    return { name: stage.name, passed, failed: 1 - passed, seconds, failures };
  }
  const { passed, failed, failures } = countsOf(report, again);
  // A run that crashes after its tests (an unhandled error, a leaked handle) counts as one more
  // failure.
  const crashFailure = status !== 0 && failed === 0 ? 1 : 0;
  return {
    name: stage.name,
    passed,
    failed: failed + crashFailure,
    seconds,
    failures: [
      ...failures.map((failure) => `${stage.name}: ${failure}`),
      ...(crashFailure === 1 ? [`${stage.name}: ended with an error outside of its tests`] : []),
    ],
  };
}

/** Runs the command of a stage and returns its exit status. */
function runCommand({ name, command, only = [], env }: Stage): number | null {
  const [program = '', ...args] = [...command, ...only];
  console.log(`\n── ${name}: ${[program, ...args].join(' ')}`);
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  return status;
}

/** Runs the failed files of a stage once more; null if none failed or too many. */
function repeatFailed(stage: Stage, first: VitestReport): VitestReport | null {
  const files = failedFiles(first);
  if (files.length === 0 || files.length > (stage.repeats ?? 0)) return null;
  const report = `test-results/${stage.name}-again.json`;
  rmSync(report, { force: true });
  const command = stage.command.map((argument) =>
    argument.startsWith('--outputFile.json=') ? `--outputFile.json=${report}` : argument,
  );
  runCommand({ ...stage, name: `${stage.name}, once more`, command, only: files });
  return readReport(report);
}

function readReport(path: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
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
