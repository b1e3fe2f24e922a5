import type { ScanErrorCode, StartScan } from '#contracts';

/** A running attempt of a scan. */
export interface Attempt {
  readonly scanId: string;
  readonly epoch: number;
  readonly abort: AbortController;
  framesStored: number;
  /** 1 until the attempt is planned, because messages require a positive number. */
  framesTotal: number;
  /** Id of the command that stopped the attempt; null if none. */
  stoppedBy: string | null;
  /** Error with which a command declared the attempt failed; null if none. */
  declared: ScanErrorCode | null;
  /**
   * True if a newer attempt of the same scan replaces this attempt, which then ends without an
   * acknowledgement.
   */
  superseded: boolean;
  readonly time: ScanTime;
  /** Resolves when the attempt has ended. */
  done: Promise<void>;
}

/** Creates an attempt before its plan; `done` is set by the caller. */
export function newAttempt({ scanId, epoch }: Pick<StartScan, 'scanId' | 'epoch'>): Attempt {
  return {
    scanId,
    epoch,
    abort: new AbortController(),
    framesStored: 0,
    framesTotal: 1,
    stoppedBy: null,
    declared: null,
    superseded: false,
    time: new ScanTime(() => performance.now()),
    done: Promise.resolve(),
  };
}

/** Recording time of a scan, without pauses. */
export class ScanTime {
  readonly #now: () => number;
  #startedMs: number | null = null;
  #pausedMs: number | null = null;
  /** Frames stored before this attempt was started or resumed; excluded from the pace. */
  #framesBefore = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `framesBefore` is the number of frames that are already stored. */
  start(framesBefore = 0): void {
    this.#startedMs = this.#now();
    this.#framesBefore = framesBefore;
  }

  pause(): void {
    this.#pausedMs ??= this.#now();
  }

  resume(): void {
    if (this.#pausedMs === null || this.#startedMs === null) return;
    this.#startedMs += this.#now() - this.#pausedMs;
    this.#pausedMs = null;
  }

  get hasStarted(): boolean {
    return this.#startedMs !== null;
  }

  /** Recording time so far, in seconds. */
  get elapsedSeconds(): number {
    if (this.#startedMs === null) return 0;
    return ((this.#pausedMs ?? this.#now()) - this.#startedMs) / 1000;
  }

  /**
   * Returns the seconds until all frames are stored, at the pace so far; 0 before the first frame.
   */
  secondsLeft(framesStored: number, framesTotal: number): number {
    const recorded = framesStored - this.#framesBefore;
    if (recorded <= 0) return 0;
    return (this.elapsedSeconds / recorded) * (framesTotal - framesStored);
  }
}
