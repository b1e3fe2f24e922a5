import type { Problem } from './problem.ts';
import { ProblemError } from './problem.ts';

/** Outcome of an operation at a boundary: a value, or the Problem that prevented it. */
export type Result<T, P = Problem> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: P };

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

export function fail<P = Problem>(problem: P): Result<never, P> {
  return { ok: false, problem };
}

/** Returns the value or throws ProblemError, for callers that can't handle a failure. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new ProblemError(result.problem);
}
