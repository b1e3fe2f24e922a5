import { useState } from 'react';
import type { CallProblem } from '#core';
import type { Result } from '#foundation';
import { useAdmin } from './admin-context.ts';

/** Words of this page for refusals that the server gives by name. */
export type RefusalWords = Readonly<Record<string, string>>;

/** What a refusal is called to the person: this page's words, else the server's. */
export function refusalText(problem: CallProblem, words: RefusalWords): string {
  const own = problem.errorType === null ? undefined : words[problem.errorType];
  const end = /[.!?]$/.test(problem.title) ? '' : '.';
  return own ?? `${problem.title}${end} ${problem.next}`;
}

export interface Act {
  readonly busy: boolean;
  /** Does it, once at a time; a refusal is told as a notice. @returns the answer, null when refused */
  run<T>(act: () => Promise<Result<T, CallProblem>>): Promise<T | null>;
}

/** A call that changes something, outside of a form. The counts of the page follow it. */
export function useAct(words: RefusalWords = {}): Act {
  const { notices, refreshCounts } = useAdmin();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async run(act) {
      if (busy) return null;
      setBusy(true);
      const answer = await act();
      setBusy(false);
      refreshCounts();
      if (answer.ok) return answer.value;
      notices.show('user-error', refusalText(answer.problem, words));
      return null;
    },
  };
}
