import { createStore } from 'zustand/vanilla';
import { routes, type UserInfo } from '#contracts';
import {
  type Clock,
  type Disposable,
  type Emitter,
  problem,
  Scope,
  systemClock,
  toDisposable,
} from '#foundation';
import type { ApiClient } from '../services/api-client.ts';
import { isOffline } from '../services/call-problem.ts';
import type { Session, SessionState } from './session.ts';
import type { TokenStore } from './token-store.ts';

export interface SessionOptions {
  readonly api: ApiClient;
  readonly tokens: TokenStore;
  /** Tells a bearer that the server has refused. */
  readonly unauthorized: Emitter<string>;
  /** Where `storage` events of other tabs arrive; the window. */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly clock?: Clock;
  /** Saves what is pending; signing out waits at most 3 s for it. */
  readonly beforeSignOut?: () => Promise<unknown>;
}

const RETRY_MS = 3_000;
const FAREWELL_MS = 3_000;
const SIGNED_OUT: SessionState = { status: 'signed-out', user: null, problem: null };

const SESSION_ENDED = problem(
  'SESSION_ENDED',
  'Your session has ended',
  'The server no longer accepts the token of this browser.',
  'Sign in again; edits that were not saved are kept in this browser.',
);

/** Signing in and out over the API, with the token in local storage and other tabs in step. */
export function createSession(options: SessionOptions): Session {
  const { api, tokens, clock = systemClock } = options;
  const scope = new Scope('session');
  const store = createStore<SessionState>(() => ({ status: 'unknown', user: null, problem: null }));
  let retry: Disposable | null = null;

  const signedIn = (user: UserInfo): void =>
    store.setState({ status: 'signed-in', user, problem: null });

  async function restore(): Promise<void> {
    retry?.dispose();
    const token = tokens.get();
    if (token === null) {
      store.setState(SIGNED_OUT);
      return;
    }
    const answer = await api.call(routes.me, {});
    // Meanwhile another tab or a sign-in may have changed the token: this answer is not about it.
    if (scope.ended || tokens.get() !== token) return;
    if (answer.ok) return signedIn(answer.value);
    if (isOffline(answer.problem)) {
      if (store.getState().status !== 'signed-in') store.setState({ problem: answer.problem });
      retry = clock.after(RETRY_MS, () => void restore());
      return;
    }
    tokens.forget();
    store.setState({ ...SIGNED_OUT, problem: SESSION_ENDED });
  }

  function follow(event: Event): void {
    if (!tokens.concerns(event as StorageEvent)) return;
    if (tokens.get() === null) store.setState(SIGNED_OUT);
    else void restore();
  }

  scope.own(
    options.unauthorized.on((refused) => {
      if (tokens.get() !== refused) return;
      tokens.forget();
      store.setState({ ...SIGNED_OUT, problem: SESSION_ENDED });
    }),
  );
  options.events?.addEventListener('storage', follow);
  scope.own(toDisposable(() => options.events?.removeEventListener('storage', follow)));
  scope.own(toDisposable(() => retry?.dispose()));

  return {
    store,
    token: () => tokens.get(),
    restore,
    async signIn(email, password) {
      const answer = await api.call(routes.login, { body: { email, password } });
      if (answer.ok) {
        retry?.dispose();
        tokens.set(answer.value.accessToken);
        signedIn(answer.value.userInfo);
      }
      return answer;
    },
    async signOut() {
      if (options.beforeSignOut !== undefined) {
        await atMost(clock, FAREWELL_MS, options.beforeSignOut());
      }
      retry?.dispose();
      // The bearer is read before the first await of the call: it still goes out with it.
      const farewell = api.call(routes.logOff, { signal: AbortSignal.timeout(FAREWELL_MS) });
      tokens.clearAll();
      store.setState(SIGNED_OUT);
      await farewell;
    },
    can(anyOf) {
      const { user } = store.getState();
      if (user === null) return false;
      return anyOf.length === 0 || anyOf.some((feature) => user.permissions.includes(feature));
    },
    dispose: () => scope.dispose(),
  };
}

/** Waits for the work, but not longer than `ms`. */
function atMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const limit = clock.after(ms, resolve);
    const done = (): void => {
      limit.dispose();
      resolve();
    };
    // A failed save must not keep anyone signed in; it has shown itself in the save state.
    work.then(done, done);
  });
}
