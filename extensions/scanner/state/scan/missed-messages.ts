import type { DeviceStatus, NewerThan } from '#contracts';
import { type Clock, type Disposable, disposeAll, toDisposable } from '#foundation';
import type { ScannerClient } from '../scanner/scanner-client.ts';
import { isRunning, type ScanProgress } from './scan-progress.ts';

/** What is late comes within this; after it, it counts as lost. Milliseconds. */
const LATE_MS = 2_000;

/** Which numbers of an attempt's messages were not heard, whatever order the others came in. */
export class SequenceTracker {
  #epoch = -1;
  /** All below it were heard, or were before the first that was. */
  #next = 0;
  readonly #above = new Set<number>();

  get hasGap(): boolean {
    return this.#above.size > 0;
  }

  add({ epoch, seq }: NewerThan): void {
    if (epoch < this.#epoch) return;
    if (epoch > this.#epoch) {
      this.#epoch = epoch;
      this.#above.clear();
      // Whoever begins to listen in the middle reads what was before.
      this.#next = seq;
    }
    if (seq < this.#next) return;
    this.#above.add(seq);
    while (this.#above.delete(this.#next)) this.#next += 1;
  }

  /** What was missing has been read elsewhere. */
  skipGaps(): void {
    this.#next = Math.max(this.#next, ...[...this.#above].map((seq) => seq + 1));
    this.#above.clear();
  }
}

/** Whether a device that the page shows at work on a scan says that it is not. */
function contradicts(progress: ScanProgress, status: DeviceStatus | null): boolean {
  if (status === null || !isRunning(progress)) return false;
  return status.scanId !== progress.scanId;
}

export interface MissedMessagesOptions {
  readonly scanner: Pick<ScannerClient, 'onTick' | 'onAcknowledged' | 'onStatus' | 'store'>;
  readonly clock: Clock;
  progress(): ScanProgress | null;
  /** Reads the truth by REST. */
  read(): void;
}

/**
 * Has the truth read when a message of the followed scan was lost: a number is missing, or the
 * status contradicts what is shown, and stays so while a late message may still come.
 */
export function watchMissedMessages(options: MissedMessagesOptions): Disposable {
  const { scanner, clock } = options;
  const tracker = new SequenceTracker();
  let pendingRead: Disposable | null = null;
  const isOutOfSync = (): boolean => {
    const progress = options.progress();
    return (
      tracker.hasGap ||
      (progress !== null && contradicts(progress, scanner.store.getState().status))
    );
  };
  const check = (): void => {
    if (pendingRead !== null || !isOutOfSync()) return;
    pendingRead = clock.after(LATE_MS, () => {
      pendingRead = null;
      if (!isOutOfSync()) return;
      tracker.skipGaps();
      options.read();
    });
  };
  const handleMessage = (message: NewerThan & { readonly scanId: string | null }): void => {
    if (message.scanId === options.progress()?.scanId) tracker.add(message);
    check();
  };
  const subscriptions = [
    scanner.onTick(handleMessage),
    scanner.onAcknowledged(({ message }) => handleMessage(message)),
    scanner.onStatus(check),
    toDisposable(() => pendingRead?.dispose()),
  ];
  return toDisposable(() => disposeAll(subscriptions));
}
