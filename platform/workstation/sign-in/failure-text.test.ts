import { describe, expect, it } from 'vitest';
import type { CallProblem } from '#core';
import { failureText } from './failure-text.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

const aCallProblem = (changes: Partial<CallProblem>): CallProblem => ({
  code: 'X',
  title: 'Refused.',
  detail: '',
  next: 'Try again.',
  status: 400,
  errorType: null,
  fields: [],
  data: null,
  ...changes,
});

describe('the error text of a failed sign-in', () => {
  it('does not reveal whether the account exists and gives the next step', () => {
    expect(failureText(aCallProblem({ status: 401 }), NOW)).toBe(
      'E-mail and password don’t match. Check both and try again.',
    );
    expect(failureText(aCallProblem({ status: 401, data: { triesLeft: 3 } }), NOW)).toBe(
      'E-mail and password don’t match. After 3 more tries this account is locked for 15 minutes.',
    );
  });

  it('states how long an account stays locked', () => {
    const locked = { status: 429, errorType: 'AccountLocked' };
    expect(
      failureText(aCallProblem({ ...locked, data: { lockedUntil: '2026-11-20T10:12:00Z' } }), NOW),
    ).toContain('locked. Try again in 12 minutes');
    expect(
      failureText(aCallProblem({ ...locked, data: { retryAfterSeconds: 30 } }), NOW),
    ).toContain('in a minute');
    expect(failureText(aCallProblem(locked), NOW)).toContain('in 15 minutes');
  });

  it('distinguishes an unreachable server from a wrong password', () => {
    expect(failureText(aCallProblem({ status: 0 }), NOW)).toContain('cannot be reached');
  });
});
