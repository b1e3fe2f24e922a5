import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countsOf, describeFailures, failedFiles, type VitestReport } from './check-failures.ts';

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

describe('a run whose failed files are run again', () => {
  const file = (path: string, ...statuses: readonly string[]) => ({
    name: resolve(path),
    status: statuses.includes('failed') ? 'failed' : 'passed',
    assertionResults: statuses.map((status, n) => ({ fullName: `test ${n}`, status })),
  });
  const broken = {
    name: resolve('tests/e2e/broken.test.ts'),
    status: 'failed',
    message: 'Cannot find module',
    assertionResults: [],
  };
  const first: VitestReport = {
    ...reportOf(
      file('tests/e2e/a.test.ts', 'passed', 'passed'),
      file('tests/e2e/b.test.ts', 'passed', 'failed', 'skipped'),
      broken,
    ),
    numPassedTests: 3,
    numFailedTests: 1,
    numTotalTests: 5,
  };

  it('counts a file that could not be loaded beside failed tests', () => {
    expect(countsOf(first)).toMatchObject({ passed: 3, failed: 2 });
    expect(failedFiles(first)).toEqual(['tests/e2e/b.test.ts', 'tests/e2e/broken.test.ts']);
  });

  it('fails all the same when the files pass then, and names these failures as flaky', () => {
    const again = reportOf(file('tests/e2e/b.test.ts', 'passed', 'passed', 'skipped'), broken);
    const { passed, failed, failures } = countsOf(first, again);
    expect([passed, failed]).toEqual([3, 2]);
    expect(failures[0]).toMatch(/^FLAKY, passed when run again: tests\/e2e\/b\.test\.ts/);
    expect(failures[1]).toMatch(/^tests\/e2e\/broken\.test\.ts/);
  });

  it('does not call a failure flaky when its file fails again', () => {
    const again = reportOf(file('tests/e2e/b.test.ts', 'failed', 'passed', 'skipped'), broken);
    expect(countsOf(first, again).failures.join()).not.toContain('FLAKY');
  });
});
