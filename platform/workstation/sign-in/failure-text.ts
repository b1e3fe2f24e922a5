import type { CallProblem } from '#core';
import { signInTexts } from '../texts/sign-in-texts.ts';

/** Formats the error of the sign-in form and the next step. */
export function failureText(problem: CallProblem, nowMs: number): string {
  const data = isRecord(problem.data) ? problem.data : {};
  if (problem.status === 0 || problem.status === 503) return signInTexts.unreachable;
  if (problem.errorType === 'AccountLocked') {
    return signInTexts.accountLocked(waitText(data, nowMs));
  }
  if (problem.status === 429) return signInTexts.tooMany(waitText(data, nowMs));
  if (data.reason === 'AwaitingApproval' || problem.errorType === 'AwaitingApproval') {
    return signInTexts.awaitingApproval;
  }
  if (problem.status === 401) {
    const remaining = data.triesLeft;
    return signInTexts.noMatch(
      typeof remaining === 'number' ? signInTexts.attemptsLeft(remaining) : signInTexts.checkBoth,
    );
  }
  return `${problem.title} ${problem.next}`;
}

/** Formats 'in 12 minutes' from `lockedUntil` or `retryAfterSeconds`, whichever the server sent. */
export function waitText(data: Readonly<Record<string, unknown>>, nowMs: number): string {
  const { lockedUntil, retryAfterSeconds } = data;
  const untilMs =
    typeof lockedUntil === 'string'
      ? Date.parse(lockedUntil)
      : typeof retryAfterSeconds === 'number'
        ? nowMs + retryAfterSeconds * 1_000
        : Number.NaN;
  const { wait } = signInTexts;
  if (!Number.isFinite(untilMs)) return wait.unknown;
  const minutes = Math.ceil((untilMs - nowMs) / 60_000);
  return minutes <= 1 ? wait.minute : wait.minutes(minutes);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
