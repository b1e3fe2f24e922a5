import { describe, expect, it } from 'vitest';
import { aCallProblem } from '../test-support/a-call-problem.ts';
import { failureText } from './failure-text.ts';

describe('the error text of a failed sign-in', () => {
  it('does not reveal whether the account exists and gives the next step', () => {
    expect(failureText(aCallProblem({ status: 401 }))).toBe(
      'E-mail and password don’t match. Check both and try again.',
    );
  });

  it('states how long an account stays locked', () => {
    const locked = { status: 429, errorType: 'AccountLocked' };
    expect(failureText(aCallProblem({ ...locked, data: { retryAfterSeconds: 720 } }))).toContain(
      'locked. Try again in 12 minutes',
    );
    expect(failureText(aCallProblem({ ...locked, data: { retryAfterSeconds: 30 } }))).toContain(
      'in a minute',
    );
    expect(failureText(aCallProblem(locked))).toContain('in 15 minutes');
  });

  it('distinguishes an unreachable server from a wrong password', () => {
    expect(failureText(aCallProblem({ status: 0 }))).toContain('can’t be reached');
  });
});
