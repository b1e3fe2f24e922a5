import { describe, expect, it } from 'vitest';
import { OFFLINE_CODE } from '#core';
import { aCallProblem } from '../../test-support/a-call-problem.ts';
import { fieldErrorsOf, issuesToErrors } from './field-errors.ts';

describe('field errors', () => {
  it('appear at the field that the server names', () => {
    const fields = [{ field: 'body.lastName', code: 'too_small', message: 'Enter the last name' }];
    expect(fieldErrorsOf(aCallProblem({ fields }), {}, ['lastName'])).toEqual({
      lastName: 'Enter the last name',
    });
  });

  it('appear at the field whose item the server names', () => {
    const fields = [{ field: 'cancerHistory.0', code: 'too_small', message: 'Required' }];
    expect(fieldErrorsOf(aCallProblem({ fields }), {}, ['cancerHistory'])).toEqual({
      cancerHistory: 'Required',
    });
  });

  it('show what belongs to no field of the form, and how many errors are omitted', () => {
    const fields = [
      { field: 'lastName', code: 'x', message: 'Enter the last name' },
      { field: 'id', code: 'x', message: 'Invalid ID' },
    ];
    const problem = aCallProblem({ fields, omittedErrors: 3 });
    expect(fieldErrorsOf(problem, {}, ['lastName'])).toEqual({
      lastName: 'Enter the last name',
      '': 'id: Invalid ID. At least 3 more errors.',
    });
  });

  it('show an existing code at the code field', () => {
    const problem = aCallProblem({
      status: 409,
      errorType: 'DuplicatePatientCode',
      title: 'A patient with this code exists',
      next: 'Choose another code.',
    });
    expect(fieldErrorsOf(problem, { DuplicatePatientCode: 'code' }, ['code'])).toEqual({
      code: 'A patient with this code exists.',
    });
  });

  it('show an error without a field for the whole form', () => {
    expect(fieldErrorsOf(aCallProblem({ status: 0 }), {}, [])).toEqual({
      '': 'Refused. Try again.',
    });
  });

  it('do not promise to send a form automatically after a reconnect', () => {
    const title = 'The server can’t be reached';
    const next = 'Try again when you are online. Only marks are sent automatically.';
    const offline = { code: OFFLINE_CODE, status: 0, title, next };
    expect(fieldErrorsOf(aCallProblem(offline), {}, [])).toEqual({
      '': 'The server can’t be reached. Not saved. Try again when you are online.',
    });
  });

  it('show only the first error of a field', () => {
    const issues = [
      { path: ['code'], message: 'one' },
      { path: ['code'], message: 'two' },
    ];
    expect(issuesToErrors(issues)).toEqual({ code: 'one' });
  });
});
