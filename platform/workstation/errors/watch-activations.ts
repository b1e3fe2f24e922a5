import type { Notices, ReadonlyStore } from '#core';
import { type Disposable, type Problem, toDisposable } from '#foundation';

/** Problems of extensions that only show when a user opens them, not on the administration page. */
const ACTIVATION_CODES = [
  'EXTENSION_NOT_LOADED',
  'OFF_ORIGIN',
  'ACTIVATION_FAILED',
  'ACTIVATION_TIMEOUT',
  'UNDECLARED_CONTRIBUTION',
  'DUPLICATE_CONTRIBUTION',
  'MISSING_CONTRIBUTION',
];

/** Sends each failed activation of an extension to the server, for administrators. */
export function watchActivations(
  problems: ReadonlyStore<readonly Problem[]>,
  notices: Pick<Notices, 'reportFault'>,
): Disposable {
  return toDisposable(
    problems.subscribe((current, previous) => {
      for (const problem of current) {
        if (previous.includes(problem) || !ACTIVATION_CODES.includes(problem.code)) continue;
        notices.reportFault(problem);
      }
    }),
  );
}
