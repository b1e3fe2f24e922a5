import { useState } from 'react';
import type { CallProblem } from '#core';
import type { Result } from '#foundation';
import { useAdmin } from './admin-context.ts';

/** Words of this page for refusals that the server gives by name. */
export type ErrorMessages = Readonly<Record<string, string>>;

/** What a refusal is called to the person: this page's words, else the server's. */
export function problemText(problem: CallProblem, errorMessages: ErrorMessages): string {
  const message = problem.errorType === null ? undefined : errorMessages[problem.errorType];
  const end = /[.!?]$/.test(problem.title) ? '' : '.';
  return message ?? `${problem.title}${end} ${problem.next}`;
}

export interface Action {
  readonly busy: boolean;
  /** Does it, once at a time; a refusal is told as a notice. @returns the answer, null when refused */
  run<T>(call: () => Promise<Result<T, CallProblem>>): Promise<T | null>;
}

/** A call that changes something, outside of a form. The counts of the page follow it. */
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
