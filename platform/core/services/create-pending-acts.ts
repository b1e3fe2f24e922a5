import { createStore } from 'zustand/vanilla';
import { Scope, toDisposable } from '#foundation';
import type { Session } from '../session/session.ts';
import type { Notices } from './notices.ts';
import type { PendingAct, PendingActs } from './pending-acts.ts';

export interface PendingActsOptions {
  readonly notices: Notices;
  readonly session: Pick<Session, 'token'>;
  /** Where `pagehide` arrives; the window. */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
}

interface Waiting {
  readonly act: PendingAct;
  /** The bearer of whoever asked for it. */
  readonly token: string | null;
  readonly noticeId: string;
}

export function createPendingActs(options: PendingActsOptions): PendingActs {
  const { notices, session } = options;
  const scope = new Scope('pending acts');
  const store = createStore<ReadonlySet<string>>(() => new Set());
  const waiting = new Map<string, Waiting>();

  const leaveOut = (id: string): void =>
    store.setState(new Set([...store.getState()].filter((one) => one !== id)), true);

  async function send({ act, token, noticeId }: Waiting, keepalive: boolean): Promise<void> {
    waiting.delete(act.id);
    notices.dismiss(noticeId);
    // Whoever is signed in by now has not asked for it.
    if (session.token() !== token) return leaveOut(act.id);
    const answer = await act.run({ keepalive });
    if (session.token() !== token) return leaveOut(act.id);
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
      const takeBack = (): void => {
        const one = waiting.get(act.id);
        if (one === undefined) return;
        waiting.delete(act.id);
        leaveOut(act.id);
        notices.dismiss(one.noticeId);
      };
      const noticeId = notices.show('info', act.text, { label: act.undo, run: takeBack });
      waiting.set(act.id, { act, token, noticeId });
      store.setState(new Set(store.getState()).add(act.id), true);
    },
    flush: () => sendAll(false),
    dispose: () => scope.dispose(),
  };
}
