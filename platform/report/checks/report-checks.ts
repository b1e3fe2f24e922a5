import { categoryChecks } from './category-checks.ts';
import { findingChecks } from './finding-checks.ts';
import type { ReportCheck } from './report-check.ts';
import { sideTextChecks } from './side-text-checks.ts';
import { studyChecks } from './study-checks.ts';
import { valueTextChecks } from './value-text-checks.ts';

/** All checks, in the order in which hits are shown; docs/report-checks.md lists them. */
export const REPORT_CHECKS: readonly ReportCheck[] = [
  ...sideTextChecks,
  ...valueTextChecks,
  ...categoryChecks,
  ...findingChecks,
  ...studyChecks,
];
