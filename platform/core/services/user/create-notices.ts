import { createStore } from 'zustand/vanilla';
import {
  assertNever,
  type Clock,
  type Disposable,
  newId,
  type Problem,
  systemClock,
  toDisposable,
} from '#foundation';
import { noticeTexts } from '../../texts/notice-texts.ts';
import { problemKind } from '../errors/problem-kind.ts';
import { NOTICE_MS, type Notice, type NoticeKind, type Notices, UNDO_MS } from './notices.ts';

/** More than this at once is noise; the oldest goes. */
const MOST_AT_ONCE = 5;

export interface NoticesOptions {
  readonly clock?: Clock;
  /** Faults are shown with their details. */
  readonly developerMode?: boolean;
  /** Where faults go. */
  readonly log?: (problem: Problem, stack: string | null) => void;
}

/** Notices that leave by themselves after the time of their kind. The same words show once. */
export function createNotices(options: NoticesOptions = {}): Notices {
  const { clock = systemClock, developerMode = false } = options;
  const store = createStore<readonly Notice[]>(() => []);
  const timers = createLeaving(clock, dismiss);

  function dismiss(id: string): void {
    timers.forget(id);
    store.setState(
      store.getState().filter((notice) => notice.id !== id),
      true,
    );
  }

  function show(kind: NoticeKind, text: string, action: Notice['action'] = null): string {
    for (const same of store.getState()) {
      if (same.kind === kind && same.text === text && same.action === null) dismiss(same.id);
    }
    const notice: Notice = { id: newId(clock.now()), kind, text, action };
    const shown = [...store.getState(), notice];
    for (const old of shown.slice(0, Math.max(0, shown.length - MOST_AT_ONCE))) dismiss(old.id);
    store.setState(shown.slice(-MOST_AT_ONCE), true);
    timers.after(notice.id, action === null ? NOTICE_MS[kind] : Math.max(NOTICE_MS[kind], UNDO_MS));
    return notice.id;
  }

  function reportFault(problem: Problem, stack: string | null = null): void {
    options.log?.(problem, stack);
    if (developerMode) show('developer', `${sentence(problem.title)} ${problem.detail}`.trim());
  }

  function showProblem(problem: Problem): void {
    const kind = problemKind(problem);
    const words = `${sentence(problem.title)} ${problem.next}`.trim();
    if (kind === 'cancelled') return;
    if (kind === 'validation') show('validation', sentence(problem.title));
    else if (kind === 'offline') show('warning', words);
    else if (kind === 'user' || kind === 'conflict') show('user-error', words);
    else if (kind === 'other') {
      show('failed', noticeTexts.failed);
      reportFault(problem);
    } else assertNever(kind, 'kind of Problem');
  }

  return {
    store,
    show,
    succeeded: () => void show('success', noticeTexts.succeeded),
    failed: () => void show('failed', noticeTexts.failed),
    showProblem,
    reportFault,
    dismiss,
    hold: timers.hold,
    dispose() {
      timers.dispose();
      store.setState([], true);
    },
  };
}

function sentence(title: string): string {
  return /[.!?…]$/.test(title) ? title : `${title}.`;
}

interface Leaving {
  readonly timer: Disposable;
  readonly endsAt: number;
}

/** The time that each notice has left; held, all of them stand still. */
function createLeaving(clock: Clock, leave: (id: string) => void) {
  const running = new Map<string, Leaving>();
  /** Milliseconds left of those that stand still. */
  const still = new Map<string, number>();
  let holds = 0;

  function start(id: string, ms: number): void {
    running.set(id, { timer: clock.after(ms, () => leave(id)), endsAt: clock.now() + ms });
  }

  return {
    after(id: string, ms: number): void {
      if (holds > 0) still.set(id, ms);
      else start(id, ms);
    },
    forget(id: string): void {
      running.get(id)?.timer.dispose();
      running.delete(id);
      still.delete(id);
    },
    hold(): Disposable {
      holds += 1;
      for (const [id, { timer, endsAt }] of running) {
        timer.dispose();
        still.set(id, Math.max(0, endsAt - clock.now()));
      }
      running.clear();
      return toDisposable(() => {
        holds -= 1;
        if (holds > 0) return;
        for (const [id, ms] of still) start(id, ms);
        still.clear();
      });
    },
    dispose(): void {
      for (const { timer } of running.values()) timer.dispose();
      running.clear();
      still.clear();
    },
  };
}
