import type { Disposable, Problem } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

/** 'failed': an act did not work and there is no more to say; 'developer': a fault, in that mode. */
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
  /** Offered on the notice, e.g. Undo. */
  readonly action: { readonly label: string; run(): void } | null;
}

/** Milliseconds a notice stays (specification 8 and 9). */
export const NOTICE_MS: Readonly<Record<NoticeKind, number>> = {
  info: 2_500,
  success: 2_500,
  failed: 2_500,
  warning: 5_000,
  'user-error': 5_000,
  validation: 10_000,
  developer: 10_000,
};

/** A notice that offers an act, e.g. Undo, stays at least so long: one must get there. */
export const UNDO_MS = 5_000;

/** Short words at the top right that may be ignored. What needs a decision stays in place instead. */
export interface Notices extends Disposable {
  readonly store: ReadonlyStore<readonly Notice[]>;
  /** Answers the notice's id. The same words show once, unless each offers an act of its own. */
  show(kind: NoticeKind, text: string, action?: Notice['action']): string;
  /** 'Action was successful', for acts that have no better words. */
  succeeded(): void;
  /** 'Action failed', likewise. */
  failed(): void;
  /**
   * A Problem of something that a person asked for, by its kind: fields to correct and refusals in
   * their words, a server that is away as a warning, nothing for what was cancelled. Of a fault
   * people read 'Action failed'; its details go to the log, and to the screen in developer mode.
   */
  showProblem(problem: Problem): void;
  /** A fault that nobody asked for: logged, and shown in developer mode alone. */
  reportFault(problem: Problem, stack?: string | null): void;
  dismiss(id: string): void;
  /** No notice leaves by itself until the answer is disposed: someone is reading. */
  pause(): Disposable;
}
