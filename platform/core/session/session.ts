import type { CallProblem } from '#api-client';
import type { Feature, LoginResponse, Route, UserInfo } from '#contracts';
import type { Disposable, Problem, Result } from '#foundation';
import type { ReadonlyStore } from '../services/store.ts';

export interface SessionState {
  readonly status: 'unknown' | 'signed-out' | 'signed-in';
  readonly user: UserInfo | null;
  /**
   * Reason of the status: for 'unknown', the server was unreachable while checking a stored token
   * (retried automatically); for 'signed-out', the session has ended. Else null.
   */
  readonly problem: Problem | null;
}

/**
 * The signed-in user. The token is kept in local storage; signing out clears local storage
 * except the language.
 */
export interface Session extends Disposable {
  readonly store: ReadonlyStore<SessionState>;
  readonly token: () => string | null;
  /** Checks a stored token with the server; called once at start. */
  restore(): Promise<void>;
  signIn(email: string, password: string): Promise<Result<LoginResponse, CallProblem>>;
  signOut(): Promise<void>;
  /** Uses the token issued with a new password; the previous token is invalid. */
  adopt(response: LoginResponse): void;
  /** Updates the user's data after an edit of the user's account. */
  update(user: UserInfo): void;
  /**
   * Ends the session of an idle user: saves, logs off, removes the token. Drafts stay in the
   * browser, and the next sign-in returns to the same page.
   */
  endIdle(): Promise<void>;
  /**
   * True if the server permits the account to call the route now; rules about single records, such
   * as own records only, are checked by the server.
   */
  mayCall(route: Route): boolean;
  /**
   * True if the account may use any of the features now; an empty list requires none. For pages,
   * panels and modes, whose declarations list features; use `mayCall` for calls.
   */
  can(anyOf: readonly Feature[]): boolean;
}
