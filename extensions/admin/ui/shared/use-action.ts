import { useState } from 'react';
import type { CallProblem } from '#core';
import type { Result } from '#foundation';
import { useAdmin } from './admin-context.ts';

/** Messages of this page by error type of the server. */
export type ErrorMessages = Readonly<Record<string, string>>;

/** Returns the message of this page for the error type, else the server's own text. */
export function problemText(problem: CallProblem, errorMessages: ErrorMessages): string {
  const message = problem.errorType === null ? undefined : errorMessages[problem.errorType];
  const end = /[.!?]$/.test(problem.title) ? '' : '.';
  return message ?? `${problem.title}${end} ${problem.next}`.trimEnd();
}

export interface Action {
  readonly busy: boolean;
  /**
   * Runs the call and shows an error as a notice. Ignores calls while another one runs.
   * @returns the response; null when rejected or busy
   */
  run<T>(call: () => Promise<Result<T, CallProblem>>): Promise<T | null>;
}

/** Runs a changing call outside a form and refreshes the counts of the page. */
export function useAction(errorMessages: ErrorMessages = {}): Action {
  const { notices, refreshCounts } = useAdmin();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async run(call) {
      if (busy) return null;
      setBusy(true);
      const response = await call();
      setBusy(false);
      refreshCounts();
      if (response.ok) return response.value;
      notices.show('user-error', problemText(response.problem, errorMessages));
      return null;
    },
  };
}
