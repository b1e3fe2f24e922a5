import type { StartScan } from '#contracts';

/** One attempt of a scan while it runs. */
export interface Attempt {
  readonly scanId: string;
  readonly epoch: number;
  readonly abort: AbortController;
  framesStored: number;
  framesTotal: number;
  /** The command that stopped it, if one did. */
  stoppedBy: string | null;
  /** A newer attempt of the same scan takes its place; it ends without a word. */
  superseded: boolean;
  readonly time: ScanTime;
  done: Promise<void>;
}

export function newAttempt({ scanId, epoch }: StartScan): Attempt {
  return {
    scanId,
    epoch,
    abort: new AbortController(),
    framesStored: 0,
    framesTotal: 1,
    stoppedBy: null,
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

  constructor(now: () => number) {
    this.#now = now;
  }

  start(): void {
    this.#startedMs = this.#now();
  }

  pause(): void {
    this.#pausedMs ??= this.#now();
  }

  resume(): void {
    if (this.#pausedMs === null || this.#startedMs === null) return;
    this.#startedMs += this.#now() - this.#pausedMs;
    this.#pausedMs = null;
  }

  /** Seconds until all frames are stored, at the pace so far. */
  secondsLeft(framesStored: number, framesTotal: number): number {
    if (this.#startedMs === null || framesStored === 0) return 0;
    const recordedMs = (this.#pausedMs ?? this.#now()) - this.#startedMs;
    return ((recordedMs / framesStored) * (framesTotal - framesStored)) / 1000;
  }
}
