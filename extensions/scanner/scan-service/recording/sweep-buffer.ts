import type { SweepName, SweepPlan } from '../../model/index.ts';
import { DriverError, type FramesOfSweeps, type RecordedFrame } from '../driver/scanner-driver.ts';
import { SignalSpool } from './signal-spool.ts';

/** Frames of a sweep, collected in memory until the sweep is complete. */
export class SweepBuffer {
  readonly plan: SweepPlan;
  /** Depth fastest, then lateral, then frame. */
  readonly grey: Uint8Array;
  readonly #deviceDeg: (number | undefined)[] = [];
  /**
   * Receiver signals of the frames. After a crash, the signals of prior frames are lost; the server
   * has only their images.
   */
  readonly signals = new SignalSpool();
  #count = 0;

  constructor(plan: SweepPlan) {
    this.plan = plan;
    this.grey = new Uint8Array(this.#frameSize * plan.clockDeg.length);
  }

  get #frameSize(): number {
    return this.plan.frame.lines * this.plan.frame.samples;
  }

  get isComplete(): boolean {
    return this.#count === this.plan.clockDeg.length;
  }

  has(frameIdx: number): boolean {
    return this.#deviceDeg[frameIdx] !== undefined;
  }

  /** Removes a frame that was never stored, so that it is recorded again. */
  discard(frameIdx: number): void {
    if (!this.has(frameIdx)) return;
    this.#deviceDeg[frameIdx] = undefined;
    this.signals.discard(frameIdx);
    this.#count -= 1;
  }

  /** Encoder angles of all frames; valid only for a complete sweep. */
  get deviceDeg(): readonly number[] {
    return this.#deviceDeg.map((deg) => deg ?? 0);
  }

  /** Stores or replaces a frame. Throws `DriverError` for a wrong size. */
  put({ frameIdx, deviceDeg, grey, rf }: Omit<RecordedFrame, 'kind' | 'sweep'>): void {
    if (grey.length !== this.#frameSize) {
      const detail = `Wrong frame size: ${grey.length} instead of ${this.#frameSize} samples`;
      throw new DriverError('HardwareError', detail);
    }
    if (!this.has(frameIdx)) this.#count += 1;
    this.grey.set(grey, frameIdx * this.#frameSize);
    this.#deviceDeg[frameIdx] = deviceDeg;
    if (rf !== null) this.signals.put(frameIdx, rf);
  }
}

/** Buffers of all sweeps of an attempt. */
export class SweepBuffers {
  readonly #buffers: ReadonlyMap<SweepName, SweepBuffer>;

  constructor(plans: readonly SweepPlan[]) {
    this.#buffers = new Map(plans.map((plan) => [plan.sweep, new SweepBuffer(plan)]));
  }

  get list(): readonly SweepBuffer[] {
    return [...this.#buffers.values()];
  }

  /** Deletes the spooled signals from disk, when the attempt can no longer be resumed. */
  clear(): void {
    for (const { signals } of this.list) signals.clear();
  }

  /** Throws `DriverError` for a sweep that the attempt does not contain. */
  bufferOf(sweep: SweepName): SweepBuffer {
    const buffer = this.#buffers.get(sweep);
    if (buffer === undefined) throw new DriverError('HardwareError', `Unknown sweep ${sweep}`);
    return buffer;
  }
}

/** Returns every frame index of the sweeps. */
export function everyFrame(plans: readonly SweepPlan[]): FramesOfSweeps {
  const indicesOf = (sweep: SweepName): readonly number[] => [
    ...(plans.find((plan) => plan.sweep === sweep)?.clockDeg.keys() ?? []),
  ];
  return { CEN: indicesOf('CEN'), PER: indicesOf('PER') };
}
