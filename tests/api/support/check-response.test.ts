import { describe, expect, it } from 'vitest';
import { routes } from '#contracts';
import { checkResponse } from './check-response.ts';

const study = {
  id: '0195a000-0000-7000-8000-000000000001',
  version: 1,
  accessionNumber: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  updatedBy: null,
  patientId: '0195a000-0000-7000-8000-000000000002',
};
const check = (status: number, body: unknown): string[] =>
  checkResponse(
    routes.logOff,
    { status, text: typeof body === 'string' ? body : JSON.stringify(body) },
    ['Xantippe'],
  );

describe('checkResponse', () => {
  it('accepts a response or an error that matches the contract', () => {
    expect(check(200, {})).toEqual([]);
    expect(check(404, { message: 'The study does not exist', data: null })).toEqual([]);
    const errors = [{ field: 'id', code: 'custom', message: 'No' }];
    expect(check(400, { errorType: 'ValidationFailed', errors })).toEqual([]);
  });

  it.each([
    ['a server error', 500, { message: 'Something went wrong', data: null }],
    ['a stack trace', 400, { message: 'Error: x\n    at Object.run (file.ts:1)', data: null }],
    ['an SQL statement', 400, { message: 'select id from patient', data: null }],
    ['a name of another tenant', 409, { message: 'Taken', data: { name: 'Xantippe' } }],
    ['a column outside the contract', 200, study],
    ['a response that is not JSON', 200, '<html>'],
    ['an error without a message', 400, { error: 'Bad Request' }],
  ])('reports %s', (_what, status, body) => {
    expect(check(status, body)).not.toEqual([]);
  });
});
