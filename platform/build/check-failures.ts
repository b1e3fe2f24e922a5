import { relative } from 'node:path';

/** The part of vitest's JSON report that the checks read. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    /** Absolute path of the test file. */
    readonly name: string;
    readonly status: string;
    /** Error outside of the tests of the file, e.g. of an import or a hook. */
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

const MESSAGE_LINES = 12;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Text of each failure, see `describeFailures`. */
  readonly failures: readonly string[];
}

/**
 * Counts the tests of a report; a file that failed without a failed test counts as one failure.
 * `again` is a second run of the failed files, which changes the texts only: it tells which failures
 * did not occur again.
 */
export function countsOf(report: VitestReport, again: VitestReport | null = null): Counts {
  const failures = describeFailures(report, again);
  // A suite without any test run counts as failed.
  if (report.numTotalTests === 0) return { passed: 0, failed: 1, failures };
  return { passed: report.numPassedTests, failed: failures.length, failures };
}

/** Returns the paths of the files with a failure. */
export const failedFiles = (report: VitestReport): readonly string[] =>
  report.testResults
    .filter((file) => failuresOf(file).length > 0)
    .map(({ name }) => relative(process.cwd(), name));

/**
 * Returns one text per failed test: file, title and the first lines of its error, so that the end
 * of a long log names every failure. A file that failed without a failed test counts as one text.
 */
export function describeFailures(
  report: VitestReport,
  again: VitestReport | null = null,
): readonly string[] {
  return report.testResults.flatMap((file) => {
    const repeated = again?.testResults.find(({ name }) => name === file.name);
    const isFlaky = repeated !== undefined && failuresOf(repeated).length === 0;
    return failuresOf(file).map((text) =>
      isFlaky ? `FLAKY, passed when run again: ${text}` : text,
    );
  });
}

function failuresOf(file: VitestReport['testResults'][number]): readonly string[] {
  const path = relative(process.cwd(), file.name);
  const failed = file.assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length > 0) {
    return failed.map((test) =>
      describe(`${path} > ${test.fullName}`, test.failureMessages?.join('\n') ?? ''),
    );
  }
  return file.status === 'failed' ? [describe(path, file.message ?? '')] : [];
}

function describe(title: string, message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return [title, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line.trimEnd()}`)].join(
    '\n',
  );
}
