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

/**
 * Returns one text per failed test: file, title and the first lines of its error, so that the end
 * of a long log names every failure. A file that failed without a failed test counts as one text.
 */
export function describeFailures(report: VitestReport): readonly string[] {
  return report.testResults.flatMap((file) => {
    const path = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0) {
      return failed.map((test) =>
        describe(`${path} > ${test.fullName}`, test.failureMessages?.join('\n') ?? ''),
      );
    }
    return file.status === 'failed' ? [describe(path, file.message ?? '')] : [];
  });
}

function describe(title: string, message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return [title, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line.trimEnd()}`)].join(
    '\n',
  );
}
