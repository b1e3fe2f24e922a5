import type { CallProblem } from '#core';
import { failureText } from '../sign-in/failure-text.ts';

/** Formats the error below an account form: what happened and the next step. */
export function accountFailure(problem: CallProblem): string {
  const { status, errorType, title, next } = problem;
  const isKnown = status === 0 || status === 429 || status === 503;
  if (isKnown || errorType === 'AwaitingApproval') return failureText(problem);
  const sentence = /[.!?]$/.test(title) ? title : `${title}.`;
  return `${sentence} ${next}`.trim();
}
