import type { DeviceStatus, NewerThan } from '#contracts';
import { type Clock, type Disposable, disposeAll, toDisposable } from '#foundation';
import type { ScannerClient } from '../scanner/scanner-client.ts';
import { isRunning, type ScanProgress } from './scan-progress.ts';

/** Maximum delay of a late message in ms; later messages count as lost. */
const LATE_MS = 2_000;

/**
 * Finds missing sequence numbers of an attempt's messages, in whatever order the messages arrive.
 */
export class SequenceTracker {
  #epoch = -1;
  /** All lower numbers were received, or precede the first received message. */
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
      // Messages before the first received message are covered by the read of the server state.
      this.#next = seq;
    }
    if (seq < this.#next) return;
    this.#above.add(seq);
    while (this.#above.delete(this.#next)) this.#next += 1;
  }

  /** Ignores the current gaps after a read of the server state. */
  skipGaps(): void {
    this.#next = Math.max(this.#next, ...[...this.#above].map((seq) => seq + 1));
    this.#above.clear();
  }
}

/** Returns true if the page shows the device at work on a scan, but the status does not. */
function contradicts(progress: ScanProgress, status: DeviceStatus | null): boolean {
  if (status === null || !isRunning(progress)) return false;
  return status.scanId !== progress.scanId;
}

export interface MissedMessagesOptions {
  readonly scanner: Pick<ScannerClient, 'onTick' | 'onAcknowledged' | 'onStatus' | 'store'>;
  readonly clock: Clock;
  progress(): ScanProgress | null;
  /** Reads the server state over REST. */
  read(): void;
}

/**
 * Triggers a read of the server state when a message of the synced scan was lost: when a number is
 * missing, or the status contradicts the shown progress, for longer than a late message may take.
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
