import type { CallProblem } from '#core';

/** Creates a problem of a rejected call that names neither an error type nor a field. */
export const aCallProblem = (overrides: Partial<CallProblem>): CallProblem => ({
  code: 'X',
  title: 'Refused',
  detail: '',
  next: 'Try again.',
  status: 400,
  errorType: null,
  fields: [],
  omittedErrors: 0,
  data: null,
  ...overrides,
});
