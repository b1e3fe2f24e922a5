import type { CallProblem } from '#api-client';
import type { Disposable, Result } from '#foundation';
import type { ReadonlyStore } from '../store.ts';

export interface PreferencesState {
  /** False until the preferences have been read after sign-in. */
  readonly ready: boolean;
  /** Serialised values by code. */
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Preferences of the signed-in user. A change applies at once, also in the user's other tabs, and
 * is stored on the server; a rejected change is reverted.
 */
export interface Preferences extends Disposable {
  readonly store: ReadonlyStore<PreferencesState>;
  /** Reads the preferences if necessary, so that unknown values are not overwritten. */
  whenReady(): Promise<Result<void, CallProblem>>;
  save(code: string, value: string, options?: PreferenceSaving): Promise<Result<void, CallProblem>>;
  /** Restores the product's default. */
  reset(code: string): Promise<Result<void, CallProblem>>;
}

export interface PreferenceSaving {
  /**
   * Sends the value while the page is being left, without waiting for earlier saves; limited to
   * 64 KiB by browsers.
   */
  readonly keepalive?: boolean;
}

/** Channel to the other tabs of this browser, e.g. a BroadcastChannel. */
export type TabChannel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'
>;
