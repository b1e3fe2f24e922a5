import type { Feature, LoginResponse, UserInfo } from '#contracts';
import type { Disposable, Problem, Result } from '#foundation';
import type { CallProblem } from '../services/api/call-problem.ts';
import type { ReadonlyStore } from '../services/store.ts';

export interface SessionState {
  readonly status: 'unknown' | 'signed-out' | 'signed-in';
  readonly user: UserInfo | null;
  /**
   * Why it is so: the server could not be reached while a kept token was checked ('unknown', tried
   * again by itself), or the session has ended ('signed-out'). Null in the ordinary course.
   */
  readonly problem: Problem | null;
}

/** Who is signed in. The token is kept in local storage; signing out clears all of it, always. */
export interface Session extends Disposable {
  readonly store: ReadonlyStore<SessionState>;
  readonly token: () => string | null;
  /** Checks a kept token with the server; call once at start. */
  restore(): Promise<void>;
  signIn(email: string, password: string): Promise<Result<LoginResponse, CallProblem>>;
  signOut(): Promise<void>;
  /** Takes the token that comes with a new password; the one of before is dead. */
  adopt(response: LoginResponse): void;
  /** Shows what the person has changed of themselves. */
  update(user: UserInfo): void;
  /**
   * Ends the session of who has left: saves, tells the server, forgets the token. Drafts stay in the
   * browser, and whoever signs in again comes back to where they were.
   */
  endIdle(): Promise<void>;
  /** True when the account may use one of the features now; an empty list needs none. */
  can(anyOf: readonly Feature[]): boolean;
}
