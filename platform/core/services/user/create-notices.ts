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

/** Maximum number of visible notices; the oldest is removed. */
const MAX_VISIBLE = 5;

export interface NoticesOptions {
  readonly clock?: Clock;
  /** Shows faults with their details. */
  readonly developerMode?: boolean;
  /** Receives faults. */
  readonly log?: (problem: Problem, stack: string | null) => void;
}

/** Creates notices that disappear after the time of their kind. The same text is shown once. */
export function createNotices(options: NoticesOptions = {}): Notices {
  const { clock = systemClock, developerMode = false } = options;
  const store = createStore<readonly Notice[]>(() => []);
  const timers = createDismissTimers(clock, dismiss);

  function dismiss(id: string): void {
    timers.clear(id);
    store.setState(
      store.getState().filter((notice) => notice.id !== id),
      true,
    );
  }

  function show(kind: NoticeKind, text: string, action: Notice['action'] = null): string {
    for (const shown of store.getState()) {
      if (shown.kind === kind && shown.text === text && shown.action === null) dismiss(shown.id);
    }
    const notice: Notice = { id: newId(clock.now()), kind, text, action };
    const visible = [...store.getState(), notice];
    const excess = visible.slice(0, Math.max(0, visible.length - MAX_VISIBLE));
    for (const { id } of excess) dismiss(id);
    store.setState(visible.slice(-MAX_VISIBLE), true);
    const minimumMs = action === null ? 0 : UNDO_MS;
    timers.start(notice.id, Math.max(NOTICE_MS[kind], minimumMs));
    return notice.id;
  }

  function reportFault(problem: Problem, stack: string | null = null): void {
    options.log?.(problem, stack);
    if (developerMode) show('developer', `${toSentence(problem.title)} ${problem.detail}`.trim());
  }

  function showProblem(problem: Problem): void {
    const kind = problemKind(problem);
    const text = `${toSentence(problem.title)} ${problem.next}`.trim();
    if (kind === 'cancelled') return;
    if (kind === 'validation') show('validation', toSentence(problem.title));
    else if (kind === 'offline') show('warning', text);
    else if (kind === 'user' || kind === 'conflict') show('user-error', text);
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
    pause: timers.pause,
    dispose() {
      timers.dispose();
      store.setState([], true);
    },
  };
}

/** Adds a full stop to a title without final punctuation. */
function toSentence(title: string): string {
  return /[.!?…]$/.test(title) ? title : `${title}.`;
}

interface DismissTimer {
  readonly timer: Disposable;
  readonly endsAt: number;
}

/** Timers of the notices; `pause` stops all of them and keeps the remaining times. */
function createDismissTimers(clock: Clock, dismiss: (id: string) => void) {
  const running = new Map<string, DismissTimer>();
  /** Remaining time of paused notices, in ms. */
  const pausedMs = new Map<string, number>();
  let pauseCount = 0;

  function startTimer(id: string, ms: number): void {
    running.set(id, { timer: clock.after(ms, () => dismiss(id)), endsAt: clock.now() + ms });
  }

  return {
    start(id: string, ms: number): void {
      if (pauseCount > 0) pausedMs.set(id, ms);
      else startTimer(id, ms);
    },
    clear(id: string): void {
      running.get(id)?.timer.dispose();
      running.delete(id);
      pausedMs.delete(id);
    },
    pause(): Disposable {
      pauseCount += 1;
      for (const [id, { timer, endsAt }] of running) {
        timer.dispose();
        pausedMs.set(id, Math.max(0, endsAt - clock.now()));
      }
      running.clear();
      return toDisposable(() => {
        pauseCount -= 1;
        if (pauseCount > 0) return;
        for (const [id, ms] of pausedMs) startTimer(id, ms);
        pausedMs.clear();
      });
    },
    dispose(): void {
      for (const { timer } of running.values()) timer.dispose();
      running.clear();
      pausedMs.clear();
    },
  };
}
