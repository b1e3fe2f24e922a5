import { expect, it } from 'vitest';
import { problem } from '#foundation';
import { errorResponseProblem, mismatchProblem, unreachedProblem } from '../api/call-problem.ts';
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
    'a refusal that says why',
    'user',
    errorProblem(409, { errorType: 'Duplicate', message: 'Taken' }),
  ],
  ['a refusal with a template', 'user', errorProblem(400, { errorType: 'X', template: 'At {n}' })],
  ['a missing permission', 'user', errorProblem(403, { message: 'Not allowed' })],
  ['an ended session', 'user', errorProblem(401, { message: 'Not signed in' })],
  ['a full disk', 'user', errorProblem(507, { errorType: 'StoreFull', message: 'No space' })],
  [
    'somebody who was first',
    'conflict',
    errorProblem(412, { errorType: 'VersionConflict', message: 'x' }),
  ],
  [
    'a server that is not ready',
    'offline',
    errorProblem(503, { errorType: 'NotReady', message: 'x' }),
  ],
  ['a server that is away', 'offline', unreachedProblem('GET', new Error('x'), false)],
  ['a call that was cancelled', 'cancelled', unreachedProblem('GET', new Error('x'), true)],
  ['a fault of the server', 'other', errorProblem(500, '')],
  ['the page of a proxy', 'other', errorProblem(404, '<html>')],
  ['an answer that nobody understands', 'other', mismatchProblem('GET', '/x', 'name: missing')],
  ['what code threw', 'other', problem('COMMAND_FAILED', 'That did not work', 'x', '')],
  ['what the program words itself', 'user', problem('LINK_LOST', 'No connection', 'x', 'Wait.')],
])('classifies %s: %s', (_what, kind, candidate) => {
  expect(problemKind(candidate)).toBe(kind);
});
