import type { Disposable, Problem } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

/**
 * `failed`: an action failed without further details. `developer`: a fault, in developer mode only.
 */
export type NoticeKind =
  | 'info'
  | 'success'
  | 'warning'
  | 'failed'
  | 'user-error'
  | 'validation'
  | 'developer';

export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly text: string;
  /** Action offered on the notice, e.g. Undo. */
  readonly action: { readonly label: string; run(): void } | null;
}

/** Display time of a notice in ms, prescribed by specification 8 and 9. */
export const NOTICE_MS: Readonly<Record<NoticeKind, number>> = {
  info: 2_500,
  success: 2_500,
  failed: 2_500,
  warning: 5_000,
  'user-error': 5_000,
  validation: 10_000,
  developer: 10_000,
};

/** Minimum display time in ms of a notice with an action, so that the button can be reached. */
export const UNDO_MS = 5_000;

/**
 * Short messages at the top right that may be ignored. Messages that need a decision stay in place
 * instead.
 */
export interface Notices extends Disposable {
  readonly store: ReadonlyStore<readonly Notice[]>;
  /** Returns the id of the notice. The same text is shown once unless the notices have actions. */
  show(kind: NoticeKind, text: string, action?: Notice['action']): string;
  /** Shows 'Action was successful', for actions without a specific text. */
  succeeded(): void;
  /** Shows 'Action failed', for actions without a specific text. */
  failed(): void;
  /**
   * Shows the Problem of a user action by its kind: validation and user errors with their text,
   * offline as a warning, nothing if cancelled. A fault shows 'Action failed'; its details go to
   * the log, and to the screen in developer mode.
   */
  showProblem(problem: Problem): void;
  /** Logs a fault without a user action; shown in developer mode only. */
  reportFault(problem: Problem, stack?: string | null): void;
  dismiss(id: string): void;
  /** Pauses all timers until the result is disposed, e.g. while a notice is being read. */
  pause(): Disposable;
}
