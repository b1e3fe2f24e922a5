import type { ScanErrorCode, StartScan } from '#contracts';

/** One attempt of a scan while it runs. */
export interface Attempt {
  readonly scanId: string;
  readonly epoch: number;
  readonly abort: AbortController;
  framesStored: number;
  framesTotal: number;
  /** The command that stopped it, if one did. */
  stoppedBy: string | null;
  /** The error that whoever stopped it declared it failed with. */
  declared: ScanErrorCode | null;
  /** A newer attempt of the same scan takes its place; it ends without a word. */
  superseded: boolean;
  readonly time: ScanTime;
  done: Promise<void>;
}

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

/** How long a scan has recorded, without its pauses. */
export class ScanTime {
  readonly #now: () => number;
  #startedMs: number | null = null;
  #pausedMs: number | null = null;
  /** Frames that were stored before: they took no time of this. */
  #framesBefore = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

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

  /** Whether recording has begun at all. */
  get hasStarted(): boolean {
    return this.#startedMs !== null;
  }

  /** Seconds of recording so far. */
  get elapsedSeconds(): number {
    if (this.#startedMs === null) return 0;
    return ((this.#pausedMs ?? this.#now()) - this.#startedMs) / 1000;
  }

  /** Seconds until all frames are stored, at the pace so far. */
  secondsLeft(framesStored: number, framesTotal: number): number {
    const recorded = framesStored - this.#framesBefore;
    if (recorded <= 0) return 0;
    return (this.elapsedSeconds / recorded) * (framesTotal - framesStored);
  }
}
