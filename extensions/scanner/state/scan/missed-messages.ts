import type { DeviceStatus, NewerThan } from '#contracts';
import { type Clock, type Disposable, disposeAll, toDisposable } from '#foundation';
import { type ScannerClient, scannerOf } from '../scanner/scanner-client.ts';
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
  /** Received numbers from `#next` on. */
  readonly #received = new Set<number>();

  /** True if a sequence number is missing. */
  get hasGap(): boolean {
    return this.#received.size > 0;
  }

  add({ epoch, seq }: NewerThan): void {
    if (epoch < this.#epoch) return;
    if (epoch > this.#epoch) {
      this.#epoch = epoch;
      this.#received.clear();
      // Messages before the first received message are covered by the read of the server state.
      this.#next = seq;
    }
    if (seq < this.#next) return;
    this.#received.add(seq);
    while (this.#received.delete(this.#next)) this.#next += 1;
  }

  /** Ignores the current gaps after a read of the server state. */
  skipGaps(): void {
    this.#next = Math.max(this.#next, ...[...this.#received].map((seq) => seq + 1));
    this.#received.clear();
  }
}

/** Returns true if the page shows a running scan, and the status does not name this scan. */
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
 * Triggers a read of the server state when a message of the synced scan was lost: when a sequence
 * number is missing, or the status contradicts the shown progress, for longer than `LATE_MS`.
 */
export function watchMissedMessages(options: MissedMessagesOptions): Disposable {
  const { scanner, clock } = options;
  const tracker = new SequenceTracker();
  let pendingRead: Disposable | null = null;
  const isOutOfSync = (): boolean => {
    const progress = options.progress();
    if (tracker.hasGap || progress === null) return tracker.hasGap;
    return contradicts(progress, scannerOf(scanner.store.getState(), progress.deviceId).status);
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
