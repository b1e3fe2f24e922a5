import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ApiClient, isOffline } from '#api-client';
import {
  type Feature,
  type LoginResponse,
  permitsCall,
  type Route,
  routes,
  type UserInfo,
  waitsForPasswordChange,
} from '#contracts';
import {
  type Clock,
  type Disposable,
  type Emitter,
  problem,
  Scope,
  systemClock,
  toDisposable,
} from '#foundation';
import { endTexts } from '../texts/session-end-texts.ts';
import type { Activity } from './activity.ts';
import type { Session, SessionState } from './session.ts';
import type { TokenStore } from './token-store.ts';

export interface SessionOptions {
  readonly api: ApiClient;
  readonly tokens: TokenStore;
  /** Emits a bearer that the server has rejected. */
  readonly unauthorized: Emitter<string>;
  /** Source of `storage` events of other tabs; the window. */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  readonly clock?: Clock;
  /** Last input in this browser; a stored token is rejected after too long an idle time. */
  readonly activity?: Pick<Activity, 'touch' | 'isExpired'>;
  /** Saves pending changes; sign-out waits at most 3 s. */
  readonly beforeSignOut?: () => Promise<unknown>;
}

const RETRY_MS = 3_000;
const SIGN_OUT_TIMEOUT_MS = 3_000;
const SIGNED_OUT: SessionState = { status: 'signed-out', user: null, problem: null };

const SESSION_ENDED = problem(
  'SESSION_ENDED',
  endTexts.rejected.title,
  endTexts.rejected.detail,
  endTexts.rejected.next,
);

const SESSION_IDLE = problem(
  'SESSION_IDLE',
  endTexts.idle.title,
  endTexts.idle.detail,
  endTexts.idle.next,
);

/** Signs in and out over the API; keeps the token in local storage and follows other tabs. */
export function createSession(options: SessionOptions): Session {
  const { api, tokens, clock = systemClock } = options;
  const scope = new Scope('session');
  const store = createStore<SessionState>(() => ({ status: 'unknown', user: null, problem: null }));
  let retry: Disposable | null = null;
  const signOutActions = createSignOutActions(options, store, () => retry?.dispose());

  const signedIn = (user: UserInfo): void =>
    store.setState({ status: 'signed-in', user, problem: null });

  async function restore(): Promise<void> {
    retry?.dispose();
    const token = tokens.get();
    if (token === null) return store.setState(SIGNED_OUT);
    if (options.activity?.isExpired() === true) return signOutActions.endIdle();
    const response = await api.call(routes.me, {});
    // Ignores the response if the token was changed meanwhile by another tab or a sign-in.
    if (scope.ended || tokens.get() !== token) return;
    if (response.ok) return signedIn(response.value);
    if (isOffline(response.problem)) {
      if (store.getState().status !== 'signed-in') store.setState({ problem: response.problem });
      retry = clock.after(RETRY_MS, () => void restore());
      return;
    }
    tokens.remove();
    store.setState({ ...SIGNED_OUT, problem: SESSION_ENDED });
  }

  function onStorage(event: Event): void {
    if (!tokens.concerns(event as StorageEvent)) return;
    if (tokens.get() !== null) return void restore();
    if (store.getState().status === 'signed-out') return;
    // A sign-out in another tab clears all storage (key null); an ended session keeps the drafts.
    const hasSessionEnded = (event as StorageEvent).key !== null;
    store.setState(hasSessionEnded ? { ...SIGNED_OUT, problem: SESSION_ENDED } : SIGNED_OUT);
  }

  function adopt(response: LoginResponse): void {
    retry?.dispose();
    options.activity?.touch();
    tokens.set(response.accessToken);
    signedIn(response.userInfo);
  }

  scope.own(
    options.unauthorized.on((rejectedToken) => {
      if (tokens.get() !== rejectedToken) return;
      tokens.remove();
      store.setState({ ...SIGNED_OUT, problem: SESSION_ENDED });
    }),
  );
  options.events?.addEventListener('storage', onStorage);
  scope.own(toDisposable(() => options.events?.removeEventListener('storage', onStorage)));
  scope.own(toDisposable(() => retry?.dispose()));

  return {
    store,
    token: () => tokens.get(),
    restore,
    async signIn(email, password) {
      const response = await api.call(routes.login, { body: { email, password } });
      if (response.ok) adopt(response.value);
      return response;
    },
    signOut: signOutActions.signOut,
    endIdle: signOutActions.endIdle,
    adopt,
    update(user) {
      if (store.getState().status === 'signed-in') signedIn(user);
    },
    mayCall: (route) => mayCall(store.getState().user, route),
    can: (anyOf) => mayUse(store.getState().user, anyOf),
    dispose: () => scope.dispose(),
  };
}

function mayCall(user: UserInfo | null, route: Route): boolean {
  if (user === null) return route.access === 'public';
  if (user.askedForResetPassword && waitsForPasswordChange(route)) return false;
  return permitsCall(route, user.permissions);
}

function mayUse(user: UserInfo | null, anyOf: readonly Feature[]): boolean {
  if (user === null) return false;
  if (anyOf.length === 0) return true;
  // The server rejects all other calls until a password set by another user is changed.
  if (user.askedForResetPassword) return false;
  return anyOf.some((feature) => user.permissions.includes(feature));
}

/** Sign-out by the user and sign-out after idle time. */
function createSignOutActions(
  { api, tokens, clock = systemClock, beforeSignOut }: SessionOptions,
  store: StoreApi<SessionState>,
  stopRetry: () => void,
): Pick<Session, 'signOut' | 'endIdle'> {
  const flush = async (): Promise<void> => {
    if (beforeSignOut !== undefined) await withTimeout(clock, SIGN_OUT_TIMEOUT_MS, beforeSignOut());
    stopRetry();
  };
  // The call reads the bearer synchronously, so that the token may be removed right after.
  const callLogOff = () =>
    api.call(routes.logOff, { signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS) });
  return {
    async signOut() {
      await flush();
      const loggedOff = callLogOff();
      tokens.clearAll();
      store.setState(SIGNED_OUT);
      await loggedOff;
    },
    async endIdle() {
      const token = tokens.get();
      await flush();
      // Stops if the user has signed in again in another tab meanwhile.
      if (token === null || tokens.get() !== token) return;
      const loggedOff = callLogOff();
      tokens.remove();
      store.setState({ ...SIGNED_OUT, problem: SESSION_IDLE });
      await loggedOff;
    },
  };
}

/** Waits for `work`, at most `ms`. */
function withTimeout(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timeout = clock.after(ms, resolve);
    const finish = (): void => {
      timeout.dispose();
      resolve();
    };
    // A failed save must not block the sign-out; the save state has already shown the failure.
    work.then(finish, finish);
  });
}
