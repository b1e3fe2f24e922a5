import { describe, expect, it } from 'vitest';
import type { CheckCases } from '../test-support/case-reports.ts';
import { CHECK_CASES } from '../test-support/check-cases.ts';
import { aReportContext } from '../test-support/report-fixtures.ts';
import { checkReport } from './check-report.ts';
import type { ReportCheck } from './report-check.ts';
import { REPORT_CHECKS } from './report-checks.ts';

/** Returns the checks that lack a case that fires or one that must not. */
const withoutCases = (
  checks: readonly Pick<ReportCheck, 'id'>[],
  cases: Readonly<Record<string, CheckCases>>,
): readonly string[] =>
  checks
    .map(({ id }) => id)
    .filter((id) =>
      [cases[id]?.fires, cases[id]?.quiet].some((some) => Object.keys(some ?? {}).length === 0),
    );

describe('each check', () => {
  it('has a case for which it fires and one for which it must not', () => {
    expect(REPORT_CHECKS.length).toBeGreaterThan(30);
    expect(withoutCases(REPORT_CHECKS, CHECK_CASES)).toEqual([]);
    expect(Object.keys(CHECK_CASES).sort()).toEqual(REPORT_CHECKS.map(({ id }) => id).sort());
  });

  it('is found when it has no case', () => {
    const { 'b1-with-finding': cases, ...others } = CHECK_CASES;
    expect(withoutCases(REPORT_CHECKS, others)).toEqual(['b1-with-finding']);
    const half = { ...others, 'b1-with-finding': { ...cases, quiet: {} } };
    expect(withoutCases(REPORT_CHECKS, half)).toEqual(['b1-with-finding']);
  });

  it('has an id of its own in kebab-case', () => {
    const ids = REPORT_CHECKS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]{0,63}$/.test(id))).toEqual([]);
  });
});

it('objects to nothing in a complete report', () => {
  expect(checkReport(aReportContext())).toEqual([]);
});

describe.each(REPORT_CHECKS.map((check) => [check.id, check] as const))('%s', (id, check) => {
  const { fires, quiet } = CHECK_CASES[id];

  it.each(Object.entries(fires))('fires for %s', (_case, context) => {
    const hits = check.find(context);
    expect(hits.length).toBeGreaterThan(0);
    for (const hit of hits) {
      expect(hit).toMatchObject({ check: id, level: check.level });
      // Names the subject and the next step.
      expect(hit.message).toMatch(/^\S.*[.]$/s);
      expect(hit.message).not.toContain('undefined');
    }
  });

  it.each(Object.entries(quiet))('does not fire for %s', (_case, context) => {
    expect(check.find(context)).toEqual([]);
  });
});
