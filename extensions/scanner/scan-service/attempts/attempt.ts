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

/** Minimum number of frames, and of seconds, since the first frame for an estimate. */
const PACE_FRAMES = 10;
const PACE_SECONDS = 1;

/** Recording time of a scan, without pauses. */
export class ScanTime {
  readonly #now: () => number;
  #startedMs: number | null = null;
  #pausedMs: number | null = null;
  /** Start of the pace, because the first frame takes longer than the others; null before it. */
  #first: { readonly framesStored: number; readonly seconds: number } | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  start(): void {
    this.#startedMs = this.#now();
    this.#first = null;
  }

  /** Starts the pace with the first frame that is stored after the start. */
  addFrame(framesStored: number): void {
    this.#first ??= { framesStored, seconds: this.elapsedSeconds };
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
   * Returns the seconds until all frames are stored, at the pace since the first frame; null until
   * the pace is known.
   */
  secondsLeft(framesStored: number, framesTotal: number): number | null {
    if (framesStored >= framesTotal) return 0;
    if (this.#first === null) return null;
    const frames = framesStored - this.#first.framesStored;
    const seconds = this.elapsedSeconds - this.#first.seconds;
    if (frames < PACE_FRAMES || seconds < PACE_SECONDS) return null;
    return (seconds / frames) * (framesTotal - framesStored);
  }
}
