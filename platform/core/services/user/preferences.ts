import type { Disposable, Result } from '#foundation';
import type { CallProblem } from '../api/call-problem.ts';
import type { ReadonlyStore } from '../store.ts';

export interface PreferencesState {
  /** False until they have been read after signing in. */
  readonly ready: boolean;
  /** By code; texts for programs to read. */
  readonly values: ReadonlyMap<string, string>;
}

/**
 * What the signed-in person prefers. A change holds at once, here and in the other tabs of this
 * person in this browser, and is kept on the server; one that the server refuses is taken back.
 */
export interface Preferences extends Disposable {
  readonly store: ReadonlyStore<PreferencesState>;
  /** Reads them if they have not been read; what is not known must not be overwritten. */
  whenReady(): Promise<Result<void, CallProblem>>;
  save(code: string, value: string): Promise<Result<void, CallProblem>>;
  /** Back to what the product prefers. */
  reset(code: string): Promise<Result<void, CallProblem>>;
}

/** Speaks to the other tabs of this browser; a BroadcastChannel is one. */
export type TabChannel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'
>;
