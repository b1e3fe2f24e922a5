import type { CallProblem } from '#core';
import { type Problem, problem } from '#foundation';
import { reportPageTexts } from '../texts/report-page-texts.ts';

const { changed, conflict } = reportPageTexts;

/** Converts a problem that no call of the report caused. */
export const asCallProblem = (cause: Problem): CallProblem => ({
  ...cause,
  status: 0,
  errorType: null,
  fields: [],
  omittedErrors: 0,
  data: null,
});

export const reportChanged = (): CallProblem =>
  asCallProblem(problem('REPORT_CHANGED', changed.title, changed.text, changed.next));

export const conflictOpen = (): CallProblem =>
  asCallProblem(problem('REPORT_CONFLICT', conflict.title, conflict.text, conflict.next));
