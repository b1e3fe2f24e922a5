import * as z from 'zod';
import { createStore } from 'zustand/vanilla';
import type { ApiClient, CallProblem } from '#api-client';
import { idSchema, routes } from '#contracts';
import { type Disposable, ok, type Result, Scope, toDisposable } from '#foundation';
import type { Session, SessionState } from '../../session/session.ts';
import type { PreferenceSaving, Preferences, PreferencesState, TabChannel } from './preferences.ts';

export interface PreferencesOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly session: Pick<Session, 'store'>;
  /** If absent, other tabs see changes only after loading. */
  readonly channel?: TabChannel | undefined;
}

/** Message between tabs. */
const changeSchema = z.object({
  userId: idSchema,
  code: z.string(),
  value: z.string().nullable(),
});

const EMPTY_STATE: PreferencesState = { ready: false, values: new Map() };

/** Preferences over the API, read once after sign-in. */
export function createPreferences({ api, session, channel }: PreferencesOptions): Preferences {
  const store = createStore<PreferencesState>(() => EMPTY_STATE);
  const scope = new Scope('preferences');
  const enqueue = createQueue();
  /** Codes changed since the list was requested, for which the list may be outdated. */
  let changedCodes = new Set<string>();
  let stored = createStoredValues();
  const userId = (): string | null => preferencesUserId(session.store.getState());

  /** Shows a value; null removes the value. */
  function setVisible(code: string, value: string | null): void {
    changedCodes.add(code);
    const values = new Map(store.getState().values);
    if (value === null) values.delete(code);
    else values.set(code, value);
    store.setState({ values });
  }

  async function read(): Promise<Result<void, CallProblem>> {
    const ownerId = userId();
    if (ownerId === null) return ok(undefined);
    const response = await api.call(routes.listPreferences, { params: { userId: ownerId } });
    if (scope.ended || userId() !== ownerId) return ok(undefined);
    if (!response.ok) return response;
    stored.addLoaded(response.value.items);
    const listed = response.value.items.filter(({ prefCode }) => !changedCodes.has(prefCode));
    const values = listed.map(({ prefCode, value }) => [prefCode, value] as const);
    store.setState({ ready: true, values: new Map([...store.getState().values, ...values]) }, true);
    return ok(undefined);
  }

  function start(): void {
    store.setState(EMPTY_STATE, true);
    changedCodes = new Set();
    stored = createStoredValues();
    void read();
  }

  /** Null deletes the preference. */
  function change(
    code: string,
    value: string | null,
    { keepalive = false }: PreferenceSaving = {},
  ): Promise<Result<void, CallProblem>> {
    const ownerId = userId();
    if (ownerId === null) return Promise.resolve(ok(undefined));
    setVisible(code, value);
    return (keepalive ? immediately : enqueue)(async () => {
      const response = await send(api, { userId: ownerId, code, value, keepalive });
      if (response.ok) {
        if (userId() === ownerId) stored.set(code, value);
        channel?.postMessage({ userId: ownerId, code, value });
        return ok(undefined);
      }
      const current = store.getState().values.get(code) ?? null;
      if (current === value && userId() === ownerId) {
        setVisible(code, stored.get(code));
        // Lets a list that arrives later set the value.
        changedCodes.delete(code);
      }
      return response;
    });
  }

  /** Applies a value that another tab has saved. */
  const applyRemoteChange = (code: string, value: string | null): void => {
    stored.set(code, value);
    setVisible(code, value);
  };
  if (channel !== undefined) scope.own(subscribeToTabs(channel, userId, applyRemoteChange));
  const stop = session.store.subscribe((state, previous) => {
    if (preferencesUserId(state) !== preferencesUserId(previous)) start();
  });
  scope.own(toDisposable(stop));
  start();

  return {
    store,
    whenReady: () => (store.getState().ready ? Promise.resolve(ok(undefined)) : read()),
    save: change,
    reset: (code) => change(code, null),
    dispose: () => scope.dispose(),
  };
}

function send(
  api: PreferencesOptions['api'],
  { userId, code: prefCode, value, keepalive }: PreferenceChange,
) {
  return value === null
    ? api.call(routes.deletePreference, { params: { userId, prefCode }, keepalive })
    : api.call(routes.savePreference, { body: { userId, prefCode, value }, keepalive });
}

interface PreferenceChange {
  readonly userId: string;
  readonly code: string;
  readonly value: string | null;
  readonly keepalive: boolean;
}

/** A page that is being left runs no queued task any more. */
const immediately = <T>(work: () => Promise<T>): Promise<T> => work();

/** Known values of the server; a rejected change is restored from these. */
function createStoredValues() {
  const values = new Map<string, string | null>();
  return {
    get: (code: string) => values.get(code) ?? null,
    set: (code: string, value: string | null) => void values.set(code, value),
    addLoaded(items: readonly { readonly prefCode: string; readonly value: string }[]): void {
      // Values saved while the list was loading are newer.
      for (const { prefCode, value } of items) {
        if (!values.has(prefCode)) values.set(prefCode, value);
      }
    },
  };
}

/**
 * Returns the id of the user whose preferences are read; null while a password set by another user
 * must be changed.
 */
function preferencesUserId({ user }: SessionState): string | null {
  return user === null || user.askedForResetPassword ? null : user.id;
}

/** Runs tasks in order, so that an earlier value never overwrites a later one. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let lastTask: Promise<unknown> = Promise.resolve();
  return (work) => {
    const task = lastTask.then(work);
    lastTask = task;
    return task;
  };
}

/** Applies valid changes of the same user from other tabs; closes the channel on dispose. */
function subscribeToTabs(
  channel: TabChannel,
  userId: () => string | null,
  apply: (code: string, value: string | null) => void,
): Disposable {
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    const parsed = changeSchema.safeParse(data);
    if (!parsed.success || parsed.data.userId !== userId()) return;
    apply(parsed.data.code, parsed.data.value);
  };
  channel.addEventListener('message', onMessage);
  return toDisposable(() => {
    channel.removeEventListener('message', onMessage);
    channel.close();
  });
}
