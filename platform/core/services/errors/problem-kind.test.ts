import { expect, it } from 'vitest';
import { errorResponseProblem, mismatchProblem, unreachedProblem } from '#api-client';
import { problem } from '#foundation';
import { type ProblemKind, problemKind } from './problem-kind.ts';

const errorProblem = (status: number, body: object | string) =>
  errorResponseProblem('POST', status, typeof body === 'string' ? body : JSON.stringify(body));

const invalid = {
  errorType: 'ValidationFailed',
  errors: [{ field: 'lastName', code: 'missing', message: 'Enter the last name' }],
};

it.each<[string, ProblemKind, Parameters<typeof problemKind>[0]]>([
  ['fields to correct', 'validation', errorProblem(400, invalid)],
  [
    'a rejection with a reason',
    'user',
    errorProblem(409, { errorType: 'Duplicate', message: 'Taken' }),
  ],
  [
    'a rejection with a template',
    'user',
    errorProblem(400, { errorType: 'X', template: 'At {n}' }),
  ],
  ['a missing permission', 'user', errorProblem(403, { message: 'Not allowed' })],
  ['an ended session', 'user', errorProblem(401, { message: 'Not signed in' })],
  ['a full disk', 'user', errorProblem(507, { errorType: 'StoreFull', message: 'No space' })],
  [
    'a change by another user',
    'conflict',
    errorProblem(412, { errorType: 'VersionConflict', message: 'x' }),
  ],
  [
    'a server that is not ready',
    'offline',
    errorProblem(503, { errorType: 'NotReady', message: 'x' }),
  ],
  ['a server that is unreachable', 'offline', unreachedProblem('GET', new Error('x'), false)],
  ['a call that was cancelled', 'cancelled', unreachedProblem('GET', new Error('x'), true)],
  ['a fault of the server', 'other', errorProblem(500, '')],
  ['the page of a proxy', 'other', errorProblem(404, '<html>')],
  [
    'a response that does not match the schema',
    'other',
    mismatchProblem('GET', '/x', 'name: missing'),
  ],
  ['an exception of a command', 'other', problem('COMMAND_FAILED', 'The command failed', 'x', '')],
  ['a Problem with a next step', 'user', problem('CONNECTION_LOST', 'No connection', 'x', 'Wait.')],
])('classifies %s: %s', (_what, kind, candidate) => {
  expect(problemKind(candidate)).toBe(kind);
});
