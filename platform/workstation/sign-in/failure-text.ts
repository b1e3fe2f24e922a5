import type { CallProblem } from '#core';
import { signInTexts } from '../texts/sign-in-texts.ts';

/** Formats the error of the sign-in form and the next step. */
export function failureText(problem: CallProblem): string {
  const data = isRecord(problem.data) ? problem.data : {};
  if (problem.status === 0 || problem.status === 503) return signInTexts.unreachable;
  if (problem.errorType === 'AccountLocked') {
    return signInTexts.accountLocked(waitText(data));
  }
  if (problem.status === 429) return signInTexts.tooMany(waitText(data));
  if (data.reason === 'AwaitingApproval' || problem.errorType === 'AwaitingApproval') {
    return signInTexts.awaitingApproval;
  }
  if (problem.status === 401) return signInTexts.noMatch;
  return `${problem.title} ${problem.next}`;
}

/** Formats `retryAfterSeconds` as 'in 12 minutes'. */
function waitText({ retryAfterSeconds }: Readonly<Record<string, unknown>>): string {
  const { wait } = signInTexts;
  if (typeof retryAfterSeconds !== 'number') return wait.unknown;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return minutes <= 1 ? wait.minute : wait.minutes(minutes);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
