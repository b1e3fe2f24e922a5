import type { ScanErrorCode } from '#contracts';
import { type Disposable, messageOf, systemClock } from '#foundation';
import { clockDegOfDevice, frameCount, type SweepName, type SweepPlan } from '../model/index.ts';
import type { ApiClient, CallProblem } from './api-client.ts';
import { FrameStore, type StoredFile } from './frame-store.ts';
import { frameFile, type RawContext, sweepFile } from './raw-files.ts';
import {
  DriverError,
  type RecordedFrame,
  type ScannerDriver,
  type ScanOrder,
} from './scanner-driver.ts';

const GRACE_MS = 5000;

/** A frame whose bytes are durable on the server. */
export interface StoredFrame extends StoredFile {
  readonly sweep: SweepName;
  readonly frameIdx: number;
  readonly clockDeg: number;
  readonly framesStored: number;
  readonly framesTotal: number;
}

/** How a recording ended. */
export type RecordingEnd =
  | { readonly kind: 'complete'; readonly framesStored: number }
  | { readonly kind: 'stopped'; readonly framesStored: number }
  | {
      readonly kind: 'failed';
      readonly framesStored: number;
      readonly errorCode: ScanErrorCode;
      readonly detail: string;
    };

export interface RecordingParts {
  readonly driver: ScannerDriver;
  readonly api: ApiClient;
  /** How long a frame may wait for the server. */
  readonly retryMs: number;
  onFrame(frame: StoredFrame): void;
}

/**
 * Records a scan: every frame is stored as a file of its own, every finished sweep as RAW. Says
 * 'complete' only when all of it is durable. Aborting `signal` stops the recording; frames under
 * way are still stored.
 */
export async function recordScan(
  parts: RecordingParts,
  order: ScanOrder,
  epoch: number,
  signal: AbortSignal,
): Promise<RecordingEnd> {
  const context: RawContext = {
    scanId: order.scanId,
    epoch,
    side: order.side,
    device: parts.driver.describe(),
    settings: order.settings,
  };
  const uploads = uploadsAfter(signal);
  const store = new FrameStore(parts.api, parts.retryMs, uploads.signal);
  const recording = new Recording(parts, order, context, store);
  const failed = (errorCode: ScanErrorCode, detail: string): RecordingEnd => ({
    kind: 'failed',
    framesStored: recording.framesStored,
    errorCode,
    detail,
  });
  try {
    await recording.run(signal);
  } catch (thrown) {
    const code = thrown instanceof DriverError ? thrown.errorCode : 'UnknownError';
    return failed(code, messageOf(thrown));
  } finally {
    await store.drain();
    uploads.dispose();
  }
  if (store.failure !== null && !signal.aborted)
    return failed(codeOf(store.failure), store.failure.detail);
  const { framesStored } = recording;
  // A stop after the last frame may have cut off an upload that no later one repeats.
  const complete = recording.complete && store.failure === null;
  return { kind: complete ? 'complete' : 'stopped', framesStored };
}

/** Uploads outlive a stop for a while, so that what was recorded is kept. */
function uploadsAfter(stop: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const uploads = new AbortController();
  let grace: Disposable | null = null;
  const begin = (): void => {
    grace = systemClock.after(GRACE_MS, () => uploads.abort());
  };
  stop.addEventListener('abort', begin, { once: true });
  return {
    signal: uploads.signal,
    dispose() {
      stop.removeEventListener('abort', begin);
      grace?.dispose();
    },
  };
}

/** The scan error that a refused or impossible upload means for the operator. */
function codeOf(failure: CallProblem): ScanErrorCode {
  return failure.status === 507 || failure.code === 'StorageFull'
    ? 'DiskSpaceIsFull'
    : 'ImageSaveFailed';
}

class Recording {
  readonly #parts: RecordingParts;
  readonly #order: ScanOrder;
  readonly #context: RawContext;
  readonly #store: FrameStore;
  readonly #framesTotal: number;
  #framesStored = 0;
  #framesSeen = 0;
  #sweep: { plan: SweepPlan; data: Uint8Array; deviceDeg: number[] } | null = null;

  constructor(parts: RecordingParts, order: ScanOrder, context: RawContext, store: FrameStore) {
    this.#parts = parts;
    this.#order = order;
    this.#context = context;
    this.#store = store;
    this.#framesTotal = frameCount(order.sweeps);
  }

  get framesStored(): number {
    return this.#framesStored;
  }

  get complete(): boolean {
    return this.#framesSeen === this.#framesTotal;
  }

  async run(signal: AbortSignal): Promise<void> {
    for await (const frame of this.#parts.driver.record(this.#order, signal)) {
      await this.#take(frame);
      if (this.#store.failure !== null) return;
    }
  }

  async #take(frame: RecordedFrame): Promise<void> {
    const plan = this.#order.sweeps.find((one) => one.sweep === frame.sweep);
    if (plan === undefined) throw new DriverError('HardwareError', `Unknown sweep ${frame.sweep}`);
    const size = plan.frame.lines * plan.frame.samples;
    if (frame.grey.length !== size) {
      throw new DriverError('HardwareError', `A frame has ${frame.grey.length} of ${size} samples`);
    }
    const sweep = this.#sweepOf(plan);
    sweep.data.set(frame.grey, frame.frameIdx * size);
    sweep.deviceDeg[frame.frameIdx] = frame.deviceDeg;
    this.#framesSeen += 1;
    await this.#storeFrame(plan, frame);
    if (sweep.deviceDeg.length === plan.clockDeg.length) await this.#storeSweep();
  }

  #sweepOf(plan: SweepPlan): { plan: SweepPlan; data: Uint8Array; deviceDeg: number[] } {
    if (this.#sweep?.plan === plan) return this.#sweep;
    const { lines, samples } = plan.frame;
    this.#sweep = {
      plan,
      data: new Uint8Array(lines * samples * plan.clockDeg.length),
      deviceDeg: [],
    };
    return this.#sweep;
  }

  async #storeFrame(plan: SweepPlan, frame: RecordedFrame): Promise<void> {
    const { fields, bytes } = frameFile(this.#context, plan, frame);
    const clockDeg = clockDegOfDevice(this.#context.device.deviceAngle, frame.deviceDeg);
    await this.#store.add(fields, bytes, (file) => {
      this.#framesStored += 1;
      this.#parts.onFrame({
        ...file,
        sweep: frame.sweep,
        frameIdx: frame.frameIdx,
        clockDeg,
        framesStored: this.#framesStored,
        framesTotal: this.#framesTotal,
      });
    });
  }

  async #storeSweep(): Promise<void> {
    if (this.#sweep === null) return;
    const { plan, deviceDeg, data } = this.#sweep;
    this.#sweep = null;
    const { fields, bytes } = sweepFile(this.#context, plan, deviceDeg, data);
    await this.#store.add(fields, bytes, () => undefined);
  }
}
