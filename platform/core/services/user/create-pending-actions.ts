import { createStore } from 'zustand/vanilla';
import { Scope, toDisposable } from '#foundation';
import type { Session } from '../../session/session.ts';
import type { Notices } from './notices.ts';
import type { PendingAction, PendingActions } from './pending-actions.ts';

export interface PendingActionsOptions {
  readonly notices: Notices;
  readonly session: Pick<Session, 'token' | 'store'>;
  /** Source of `pagehide` events; the window. */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
}

interface PendingEntry {
  readonly action: PendingAction;
  /** Bearer of the requesting user. */
  readonly token: string | null;
  readonly userId: string | null;
  readonly noticeId: string;
}

export function createPendingActions(options: PendingActionsOptions): PendingActions {
  const { notices, session } = options;
  const scope = new Scope('pending actions');
  const store = createStore<ReadonlySet<string>>(() => new Set());
  const pending = new Map<string, PendingEntry>();

  const lostNotices = createLostActionNotices(options);
  scope.own(lostNotices);
  const removeId = (id: string): void =>
    store.setState(new Set([...store.getState()].filter((pendingId) => pendingId !== id)), true);

  const reportLost = (entry: PendingEntry): void => {
    removeId(entry.action.id);
    lostNotices.add(entry);
  };

  async function send(entry: PendingEntry, keepalive: boolean): Promise<void> {
    const { action, token, noticeId } = entry;
    pending.delete(action.id);
    notices.dismiss(noticeId);
    // Does not send the action with the bearer of another session.
    if (session.token() !== token) return reportLost(entry);
    const response = await action.run({ keepalive });
    if (session.token() !== token) {
      if (response.ok) removeId(action.id);
      else reportLost(entry);
      return;
    }
    if (!response.ok) notices.showProblem(response.problem);
    void Promise.resolve(action.settled?.()).finally(() => removeId(action.id));
  }

  async function sendAll(keepalive: boolean): Promise<void> {
    await Promise.all([...pending.values()].map((entry) => send(entry, keepalive)));
  }

  scope.own(
    toDisposable(
      notices.store.subscribe((visible) => {
        const visibleIds = new Set(visible.map(({ id }) => id));
        for (const entry of [...pending.values()]) {
          if (!visibleIds.has(entry.noticeId)) void send(entry, false);
        }
      }),
    ),
  );
  const onPageHide = (): void => void sendAll(true);
  options.events?.addEventListener('pagehide', onPageHide);
  scope.own(toDisposable(() => options.events?.removeEventListener('pagehide', onPageHide)));

  return {
    store,
    schedule(action) {
      const token = session.token();
      const userId = session.store.getState().user?.id ?? null;
      const cancel = (): void => {
        const entry = pending.get(action.id);
        if (entry === undefined) return;
        pending.delete(action.id);
        removeId(action.id);
        notices.dismiss(entry.noticeId);
      };
      const noticeId = notices.show('info', action.text, { label: action.undo, run: cancel });
      pending.set(action.id, { action, token, userId, noticeId });
      store.setState(new Set(store.getState()).add(action.id), true);
    },
    flush: () => sendAll(false),
    dispose: () => scope.dispose(),
  };
}

/** Keeps the texts of unsent actions per user and shows them at the user's next sign-in. */
function createLostActionNotices({ notices, session }: PendingActionsOptions) {
  const textsByUser = new Map<string | null, Set<string>>();
  const showTexts = (): void => {
    const { status, user } = session.store.getState();
    if (status !== 'signed-in' || user === null) return;
    const ownTexts = textsByUser.get(user.id) ?? [];
    textsByUser.delete(user.id);
    for (const text of ownTexts) notices.show('warning', text);
  };
  const unsubscribe = session.store.subscribe(showTexts);
  return {
    add({ action, userId }: PendingEntry): void {
      textsByUser.set(userId, new Set(textsByUser.get(userId)).add(action.lostText));
      showTexts();
    },
    dispose: unsubscribe,
  };
}
