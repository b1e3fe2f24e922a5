import type { CallProblem } from '#core';

/** What the sign-in form says beside its fields when the server refuses, and what happens next. */
export function failureText(problem: CallProblem, nowMs: number): string {
  const data = isRecord(problem.data) ? problem.data : {};
  if (problem.status === 0 || problem.status === 503) {
    return 'The server cannot be reached. Nothing was sent twice; try again in a moment.';
  }
  if (problem.errorType === 'AccountLocked' || problem.status === 429) {
    const wait = waitText(data, nowMs);
    const what =
      problem.errorType === 'AccountLocked'
        ? 'Too many tries: this account is locked.'
        : 'Too many tries from here.';
    return `${what} Try again ${wait}, or ask an administrator.`;
  }
  if (problem.status === 401) {
    const left = data.triesLeft;
    const lock =
      typeof left === 'number'
        ? `After ${left} more ${left === 1 ? 'try' : 'tries'} this account is locked for 15 minutes.`
        : 'Check both and try again.';
    return `E-mail and password don’t match. ${lock}`;
  }
  return `${problem.title} ${problem.next}`;
}

/** 'in 12 minutes' from an instant or a count of seconds, whichever the server gave. */
function waitText(data: Readonly<Record<string, unknown>>, nowMs: number): string {
  const { lockedUntil, retryAfterSeconds } = data;
  const untilMs =
    typeof lockedUntil === 'string'
      ? Date.parse(lockedUntil)
      : typeof retryAfterSeconds === 'number'
        ? nowMs + retryAfterSeconds * 1_000
        : Number.NaN;
  if (!Number.isFinite(untilMs)) return 'in 15 minutes';
  const minutes = Math.ceil((untilMs - nowMs) / 60_000);
  if (minutes <= 1) return 'in a minute';
  return `in ${minutes} minutes`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
