import * as z from 'zod';
import { createStore } from 'zustand/vanilla';
import { idSchema, routes } from '#contracts';
import { type Disposable, ok, type Result, Scope, toDisposable } from '#foundation';
import type { Session, SessionState } from '../../session/session.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { CallProblem } from '../api/call-problem.ts';
import type { Preferences, PreferencesState, TabChannel } from './preferences.ts';

export interface PreferencesOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly session: Pick<Session, 'store'>;
  /** Absent: other tabs learn of changes when they load. */
  readonly channel?: TabChannel | undefined;
}

/** What one tab tells the others. */
const changeSchema = z.object({
  userId: idSchema,
  code: z.string(),
  value: z.string().nullable(),
});

const NOTHING: PreferencesState = { ready: false, values: new Map() };

/** Preferences over the API, read once after signing in. */
export function createPreferences({ api, session, channel }: PreferencesOptions): Preferences {
  const store = createStore<PreferencesState>(() => NOTHING);
  const scope = new Scope('preferences');
  const inTurn = createTurns();
  /** Codes that were changed while the list was on its way: it is older than they are. */
  let changed = new Set<string>();
  let kept = createKept();
  const userId = (): string | null => readerOf(session.store.getState());

  function put(code: string, value: string | null): void {
    changed.add(code);
    const values = new Map(store.getState().values);
    if (value === null) values.delete(code);
    else values.set(code, value);
    store.setState({ values });
  }

  async function read(): Promise<Result<void, CallProblem>> {
    const whose = userId();
    if (whose === null) return ok(undefined);
    const answer = await api.call(routes.listPreferences, { params: { userId: whose } });
    if (scope.ended || userId() !== whose) return ok(undefined);
    if (!answer.ok) return answer;
    kept.list(answer.value.items);
    const listed = answer.value.items.filter(({ prefCode }) => !changed.has(prefCode));
    const values = listed.map(({ prefCode, value }) => [prefCode, value] as const);
    store.setState({ ready: true, values: new Map([...store.getState().values, ...values]) }, true);
    return ok(undefined);
  }

  function begin(): void {
    store.setState(NOTHING, true);
    changed = new Set();
    kept = createKept();
    void read();
  }

  /** Null forgets it. */
  function change(code: string, value: string | null): Promise<Result<void, CallProblem>> {
    const whose = userId();
    if (whose === null) return Promise.resolve(ok(undefined));
    put(code, value);
    return inTurn(async () => {
      const answer = await send(api, whose, code, value);
      if (answer.ok) {
        if (userId() === whose) kept.set(code, value);
        channel?.postMessage({ userId: whose, code, value });
        return ok(undefined);
      }
      const now = store.getState().values.get(code) ?? null;
      if (now === value && userId() === whose) {
        put(code, kept.get(code));
        // The list, when it comes, knows better.
        changed.delete(code);
      }
      return answer;
    });
  }

  /** Another tab has saved it. */
  const heard = (code: string, value: string | null): void => {
    kept.set(code, value);
    put(code, value);
  };
  if (channel !== undefined) scope.own(hearTabs(channel, userId, heard));
  scope.own(
    toDisposable(
      session.store.subscribe((state, previous) => {
        if (readerOf(state) !== readerOf(previous)) begin();
      }),
    ),
  );
  begin();

  return {
    store,
    whenReady: () => (store.getState().ready ? Promise.resolve(ok(undefined)) : read()),
    save: change,
    forget: (code) => change(code, null),
    dispose: () => scope.dispose(),
  };
}

function send(
  api: PreferencesOptions['api'],
  userId: string,
  prefCode: string,
  value: string | null,
) {
  return value === null
    ? api.call(routes.deletePreference, { params: { userId, prefCode } })
    : api.call(routes.savePreference, { body: { userId, prefCode, value } });
}

/** What the server has as far as it has said so; a refused change goes back to it. */
function createKept() {
  const values = new Map<string, string | null>();
  return {
    get: (code: string) => values.get(code) ?? null,
    set: (code: string, value: string | null) => void values.set(code, value),
    list(items: readonly { readonly prefCode: string; readonly value: string }[]): void {
      // What was saved while the list was on its way is newer.
      for (const { prefCode, value } of items) {
        if (!values.has(prefCode)) values.set(prefCode, value);
      }
    },
  };
}

/** Whose preferences are read; nobody's until a password that somebody else has set is changed. */
function readerOf({ user }: SessionState): string | null {
  return user === null || user.askedForResetPassword ? null : user.id;
}

/** One after the other: a later value must not be overtaken by an earlier one. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn;
    return turn;
  };
}

/** What other tabs tell of the same person, as far as it has the right shape; closes the channel at its end. */
function hearTabs(
  channel: TabChannel,
  userId: () => string | null,
  put: (code: string, value: string | null) => void,
): Disposable {
  const hear = ({ data }: MessageEvent<unknown>): void => {
    const heard = changeSchema.safeParse(data);
    if (heard.success && heard.data.userId === userId()) put(heard.data.code, heard.data.value);
  };
  channel.addEventListener('message', hear);
  return toDisposable(() => {
    channel.removeEventListener('message', hear);
    channel.close();
  });
}
