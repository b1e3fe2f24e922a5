import { type CallProblem, isAborted, isOffline } from '#api-client';
import type { Problem } from '#foundation';

/**
 * Kind of a failure; decides who is notified.
 * - `validation`: fields to correct.
 * - `user`: a request rejected by the server or the application, with the reason.
 * - `conflict`: another user was first; the caller decides what to show.
 * - `offline`: server unreachable; the work is kept.
 * - `cancelled`: cancelled by the user.
 * - `other`: a fault, for the log and developers.
 */
export type ProblemKind = 'validation' | 'user' | 'conflict' | 'offline' | 'cancelled' | 'other';

/** Codes of thrown errors and unreadable responses; their texts are not meant for users. */
const FAULTS: readonly string[] = [
  'COMMAND_FAILED',
  'VIEW_FAILED',
  'ANSWER_MISMATCH',
  'UNEXPECTED_ERROR',
];

/**
 * Classifies a Problem. An error response with an `errorType`, 401 and 403 are user errors, 412 is
 * a conflict, any other error response is a fault. Problems of the application itself are user
 * errors.
 */
export function problemKind(problem: Problem): ProblemKind {
  if (isAborted(problem)) return 'cancelled';
  if (isOffline(problem)) return 'offline';
  if (problem.code === 'VALIDATION_FAILED') return 'validation';
  if (FAULTS.includes(problem.code)) return 'other';
  if (!isCallProblem(problem)) return 'user';
  if (problem.status === 412) return 'conflict';
  const isRejection = problem.errorType !== null || [401, 403].includes(problem.status);
  return isRejection ? 'user' : 'other';
}

function isCallProblem(problem: Problem): problem is CallProblem {
  return 'status' in problem && 'errorType' in problem;
}
