import { createStore } from 'zustand/vanilla';
import { Scope, toDisposable } from '#foundation';
import type { Session } from '../../session/session.ts';
import type { Notices } from './notices.ts';
import type { PendingAct, PendingActs } from './pending-acts.ts';

export interface PendingActsOptions {
  readonly notices: Notices;
  readonly session: Pick<Session, 'token' | 'store'>;
  /** Where `pagehide` arrives; the window. */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
}

interface Waiting {
  readonly act: PendingAct;
  /** The bearer of whoever asked for it. */
  readonly token: string | null;
  readonly userId: string | null;
  readonly noticeId: string;
}

export function createPendingActs(options: PendingActsOptions): PendingActs {
  const { notices, session } = options;
  const scope = new Scope('pending acts');
  const store = createStore<ReadonlySet<string>>(() => new Set());
  const waiting = new Map<string, Waiting>();

  const lost = createLost(options);
  scope.own(lost);
  const leaveOut = (id: string): void =>
    store.setState(new Set([...store.getState()].filter((one) => one !== id)), true);

  const lose = (one: Waiting): void => {
    leaveOut(one.act.id);
    lost.add(one);
  };

  async function send(one: Waiting, keepalive: boolean): Promise<void> {
    const { act, token, noticeId } = one;
    waiting.delete(act.id);
    notices.dismiss(noticeId);
    // Whoever is signed in by now has not asked for it.
    if (session.token() !== token) return lose(one);
    const answer = await act.run({ keepalive });
    if (session.token() !== token) return answer.ok ? leaveOut(act.id) : lose(one);
    if (!answer.ok) notices.showProblem(answer.problem);
    void Promise.resolve(act.settled?.()).finally(() => leaveOut(act.id));
  }

  async function sendAll(keepalive: boolean): Promise<void> {
    await Promise.all([...waiting.values()].map((one) => send(one, keepalive)));
  }

  scope.own(
    toDisposable(
      notices.store.subscribe((shown) => {
        const standing = new Set(shown.map(({ id }) => id));
        for (const one of [...waiting.values()]) {
          if (!standing.has(one.noticeId)) void send(one, false);
        }
      }),
    ),
  );
  const onPageHide = (): void => void sendAll(true);
  options.events?.addEventListener('pagehide', onPageHide);
  scope.own(toDisposable(() => options.events?.removeEventListener('pagehide', onPageHide)));

  return {
    store,
    putOff(act) {
      const token = session.token();
      const userId = session.store.getState().user?.id ?? null;
      const takeBack = (): void => {
        const one = waiting.get(act.id);
        if (one === undefined) return;
        waiting.delete(act.id);
        leaveOut(act.id);
        notices.dismiss(one.noticeId);
      };
      const noticeId = notices.show('info', act.text, { label: act.undo, run: takeBack });
      waiting.set(act.id, { act, token, userId, noticeId });
      store.setState(new Set(store.getState()).add(act.id), true);
    },
    flush: () => sendAll(false),
    dispose: () => scope.dispose(),
  };
}

/** What was not done because a session had ended, for each person until they are signed in again. */
function createLost({ notices, session }: PendingActsOptions) {
  const texts = new Map<string | null, Set<string>>();
  const tell = (): void => {
    const { status, user } = session.store.getState();
    if (status !== 'signed-in' || user === null) return;
    const own = texts.get(user.id) ?? [];
    texts.delete(user.id);
    for (const text of own) notices.show('warning', text);
  };
  const told = session.store.subscribe(tell);
  return {
    add({ act, userId }: Waiting): void {
      texts.set(userId, new Set(texts.get(userId)).add(act.lost));
      tell();
    },
    dispose: told,
  };
}
