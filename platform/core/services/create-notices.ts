import { createStore } from 'zustand/vanilla';
import { type Clock, type Disposable, newId, type Problem, systemClock } from '#foundation';
import { NOTICE_MS, type Notice, type NoticeKind, type Notices } from './notices.ts';

/** More than this at once is noise; the oldest goes. */
const MOST_AT_ONCE = 5;

/** Notices that leave by themselves after the time of their kind. The same words show once. */
export function createNotices(clock: Clock = systemClock): Notices {
  const store = createStore<readonly Notice[]>(() => []);
  const timers = new Map<string, Disposable>();

  function dismiss(id: string): void {
    timers.get(id)?.dispose();
    timers.delete(id);
    store.setState(
      store.getState().filter((notice) => notice.id !== id),
      true,
    );
  }

  function show(kind: NoticeKind, text: string, action: Notice['action'] = null): void {
    for (const same of store.getState()) {
      if (same.kind === kind && same.text === text) dismiss(same.id);
    }
    const notice: Notice = { id: newId(clock.now()), kind, text, action };
    const shown = [...store.getState(), notice];
    for (const old of shown.slice(0, Math.max(0, shown.length - MOST_AT_ONCE))) dismiss(old.id);
    store.setState(shown.slice(-MOST_AT_ONCE), true);
    timers.set(
      notice.id,
      clock.after(NOTICE_MS[kind], () => dismiss(notice.id)),
    );
  }

  return {
    store,
    show,
    showProblem(problem: Problem) {
      const aboutFields = problem.code === 'VALIDATION_FAILED';
      const text = problem.title.endsWith('.') ? problem.title : `${problem.title}.`;
      show(
        aboutFields ? 'validation' : 'user-error',
        aboutFields ? text : `${text} ${problem.next}`.trim(),
      );
    },
    dismiss,
    dispose() {
      for (const timer of timers.values()) timer.dispose();
      timers.clear();
      store.setState([], true);
    },
  };
}
