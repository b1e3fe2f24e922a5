import type { Disposable, Problem } from '#foundation';
import type { ReadonlyStore } from './store.ts';

export type NoticeKind = 'info' | 'success' | 'warning' | 'user-error' | 'validation';

export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly text: string;
  /** Offered on the notice, e.g. Undo. */
  readonly action: { readonly label: string; run(): void } | null;
}

/** Milliseconds a notice stays (specification 8 and 9). */
export const NOTICE_MS: Readonly<Record<NoticeKind, number>> = {
  info: 2_500,
  success: 2_500,
  warning: 5_000,
  'user-error': 5_000,
  validation: 10_000,
};

/** Short words at the top right that may be ignored. What needs a decision stays in place instead. */
export interface Notices extends Disposable {
  readonly store: ReadonlyStore<readonly Notice[]>;
  show(kind: NoticeKind, text: string, action?: Notice['action']): void;
  /** A refusal of the server or another Problem, as a user error. */
  showProblem(problem: Problem): void;
  dismiss(id: string): void;
}
