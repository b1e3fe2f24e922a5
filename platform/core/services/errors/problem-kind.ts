import type { Problem } from '#foundation';
import { type CallProblem, isAborted, isOffline } from '../api/call-problem.ts';

/**
 * Who has to know of a failure. 'validation': fields to correct. 'user': the server or the program
 * refused what was asked, and says why. 'conflict': someone else was first; whoever called decides
 * what to show. 'offline': the server is away and the work goes on. 'cancelled': wished for.
 * 'other': a fault, for the log and for developers.
 */
export type ProblemKind = 'validation' | 'user' | 'conflict' | 'offline' | 'cancelled' | 'other';

/** What code threw, or an answer that nobody understands: no words for a reader in them. */
const FAULTS: readonly string[] = [
  'COMMAND_FAILED',
  'VIEW_FAILED',
  'ANSWER_MISMATCH',
  'UNEXPECTED_ERROR',
];

/**
 * Sorts a Problem as decided for the whole product: a refusal with an `errorType` is a user error,
 * so is a missing permission; any other answer that is not 200 is a fault. Problems that the
 * program itself words are for its user.
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
