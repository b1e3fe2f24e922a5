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
    ['a failure', 500, { message: 'Something went wrong', data: null }],
    ['a stack', 400, { message: 'Error: x\n    at Object.run (file.ts:1)', data: null }],
    ['a statement', 400, { message: 'select id from patient', data: null }],
    ['a name of another clinic', 409, { message: 'Taken', data: { name: 'Xantippe' } }],
    ['a column that the contract does not know', 200, study],
    ['an answer that is no JSON', 200, '<html>'],
    ['a refusal without a message', 400, { error: 'Bad Request' }],
  ])('reports %s', (_what, status, body) => {
    expect(check(status, body)).not.toEqual([]);
  });
});
