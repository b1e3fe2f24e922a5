import type { CheckId } from '../checks/report-check.ts';
import type { CheckCases } from './case-reports.ts';
import { CATEGORY_CASES } from './category-cases.ts';
import { FINDING_CASES } from './finding-cases.ts';
import { STUDY_CASES } from './study-cases.ts';
import { TEXT_CASES } from './text-cases.ts';

/** Cases of every check, by its id. */
export const CHECK_CASES: Readonly<Record<CheckId, CheckCases>> = {
  ...CATEGORY_CASES,
  ...FINDING_CASES,
  ...TEXT_CASES,
  ...STUDY_CASES,
};
