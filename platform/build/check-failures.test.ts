import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeFailures, type VitestReport } from './check-failures.ts';

const reportOf = (...testResults: VitestReport['testResults']): VitestReport => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numTotalTests: 1,
  testResults,
});

describe('the failures of a run', () => {
  it('are named by file and title with the first lines of the error', () => {
    const [text, ...rest] = describeFailures(
      reportOf({
        name: resolve('tests/api/one.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'a scan is kept', status: 'passed' },
          {
            fullName: 'a scan is deleted',
            status: 'failed',
            failureMessages: [`Error: expected 1\n\n${'    at frame\n'.repeat(40)}`],
          },
        ],
      }),
    );
    expect(rest).toEqual([]);
    const lines = text?.split('\n') ?? [];
    expect(lines.slice(0, 2)).toEqual([
      'tests/api/one.test.ts > a scan is deleted',
      '    Error: expected 1',
    ]);
    expect(lines).toHaveLength(13);
  });

  it('include a file that could not be loaded', () => {
    const report = reportOf({
      name: resolve('tests/api/two.test.ts'),
      status: 'failed',
      message: 'Cannot find module',
      assertionResults: [],
    });
    expect(describeFailures(report)).toEqual(['tests/api/two.test.ts\n    Cannot find module']);
  });

  it('are none when every test passed or was skipped', () => {
    const report = reportOf({
      name: resolve('tests/api/three.test.ts'),
      status: 'passed',
      assertionResults: [
        { fullName: 'a', status: 'passed' },
        { fullName: 'b', status: 'skipped' },
      ],
    });
    expect(describeFailures(report)).toEqual([]);
  });
});
