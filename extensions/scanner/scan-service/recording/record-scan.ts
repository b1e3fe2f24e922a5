import type { CallProblem } from '#api-client';
import { type FrameSensors, mayContinue, type ScanErrorCode } from '#contracts';
import { type Disposable, messageOf, systemClock, unwrap } from '#foundation';
import {
  clockDegOfDevice,
  contactPercent,
  deviceDegOfClock,
  frameCount,
  type SweepName,
  type SweepPlan,
} from '../../model/index.ts';
import {
  DriverError,
  type RecordedFrame,
  type ScannerDriver,
  type ScanRequest,
  type ScanWarning,
} from '../driver/scanner-driver.ts';
import { type DeviceApi, failureDetail, type StoredFile } from '../server/device-api.ts';
import { FrameStore } from '../server/frame-store.ts';
import { frameFile, type RawContext, rfFile, sweepFile } from './raw-files.ts';
import {
  EMPTY_STORED_ATTEMPT,
  readFrame,
  type StoredAttempt,
  storedCount,
} from './stored-attempt.ts';
import { type SweepBuffer, SweepBuffers } from './sweep-buffer.ts';

/** Time for uploads to finish after a stop. */
const GRACE_MS = 5000;

/** A frame whose bytes are durable on the server. */
export interface StoredFrame extends StoredFile {
  readonly sweep: SweepName;
  readonly frameIdx: number;
  readonly clockDeg: number;
  readonly sensors: FrameSensors;
  readonly framesStored: number;
  readonly framesTotal: number;
}

/** Result of a recording. */
export type RecordingEnd =
  | { readonly kind: 'complete'; readonly framesStored: number }
  | { readonly kind: 'stopped'; readonly framesStored: number }
  | {
      readonly kind: 'failed';
      readonly framesStored: number;
      readonly errorCode: ScanErrorCode;
      readonly detail: string;
    };

export interface RecordingDeps {
  readonly driver: ScannerDriver;
  readonly api: DeviceApi;
  /** Maximum time for retries to store a frame. */
  readonly retryMs: number;
  onFrame(frame: StoredFrame): void;
  /**
   * Called before the next event is requested from the driver, so that `pause` takes effect at
   * once.
   */
  onWarning(warning: ScanWarning): void;
  /** Buffers for the frames; absent creates new buffers. */
  readonly sweeps?: SweepBuffers;
  /** Stored data of an interrupted attempt; absent means none. */
  readonly stored?: StoredAttempt;
}

/**
 * Records a scan: stores every frame as a separate file and every finished sweep as RAW. Returns
 * 'complete' only when all data are durable. Aborting `signal` stops the recording; frames in
 * progress are still stored.
 */
export async function recordScan(
  deps: RecordingDeps,
  request: ScanRequest,
  epoch: number,
  signal: AbortSignal,
): Promise<RecordingEnd> {
  const context: RawContext = {
    scanId: request.scanId,
    epoch,
    side: request.side,
    device: deps.driver.describe(),
    settings: request.settings,
  };
  const uploads = abortUploadsAfter(signal);
  const store = new FrameStore(deps.api, deps.retryMs, uploads.signal);
  const recording = new Recording(deps, request, context, store, uploads.signal);
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
    return failed(codeOf(store.failure), failureDetail(store.failure));
  const { framesStored } = recording;
  // A stop after the last frame may have cut off an upload that is not repeated.
  const complete = recording.complete && store.failure === null;
  return { kind: complete ? 'complete' : 'stopped', framesStored };
}

/** Returns a signal that aborts `GRACE_MS` after a stop, so that recorded frames are stored. */
function abortUploadsAfter(stop: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const uploads = new AbortController();
  let grace: Disposable | null = null;
  const startGrace = (): void => {
    grace = systemClock.after(GRACE_MS, () => uploads.abort());
  };
  stop.addEventListener('abort', startGrace, { once: true });
  return {
    signal: uploads.signal,
    dispose() {
      stop.removeEventListener('abort', startGrace);
      grace?.dispose();
    },
  };
}

/** Maps a rejected or failed upload to the scan error shown to the operator. */
function codeOf(failure: CallProblem): ScanErrorCode {
  return failure.status === 507 ? 'DiskSpaceIsFull' : 'ImageSaveFailed';
}

/** State of a recording in progress. */
class Recording {
  readonly #deps: RecordingDeps;
  readonly #request: ScanRequest;
  readonly #context: RawContext;
  readonly #store: FrameStore;
  readonly #uploads: AbortSignal;
  readonly #framesTotal: number;
  readonly #sweeps: SweepBuffers;
  readonly #previous: StoredAttempt;
  /** Sweeps whose RAW files are stored or being stored. */
  readonly #written: Set<SweepName>;
  /** Frames that the server already had with other bytes. */
  readonly #conflictingFrames: { readonly frame: RecordedFrame; readonly fileId: string }[] = [];
  #framesStored: number;

  constructor(
    deps: RecordingDeps,
    request: ScanRequest,
    context: RawContext,
    store: FrameStore,
    uploads: AbortSignal,
  ) {
    this.#deps = deps;
    this.#request = request;
    this.#context = context;
    this.#store = store;
    this.#uploads = uploads;
    this.#framesTotal = frameCount(request.sweeps);
    this.#previous = deps.stored ?? EMPTY_STORED_ATTEMPT;
    this.#sweeps = deps.sweeps ?? new SweepBuffers(request.sweeps);
    const { BMODE, RF } = this.#previous.sweeps;
    // A stop may have occurred between the files of a sweep; its signal is then still in the spool.
    const isStored = (name: SweepName): boolean =>
      RF.has(name) || this.#sweeps.bufferOf(name).signals.layout === null;
    this.#written = new Set([...BMODE].filter(isStored));
    this.#framesStored = storedCount(this.#previous);
  }

  get framesStored(): number {
    return this.#framesStored;
  }

  get complete(): boolean {
    return this.#sweeps.list.every(({ plan }) => this.#written.has(plan.sweep));
  }

  async run(signal: AbortSignal): Promise<void> {
    // An interruption may have occurred between the last frame of a sweep and its file.
    for (const sweep of this.#sweeps.list) await this.#storeSweep(sweep);
    for await (const event of this.#deps.driver.record(this.#request, signal)) {
      if (event.kind === 'warning') this.#warn(event);
      else await this.#addFrame(event);
      if (this.#store.failure !== null) return;
    }
  }

  #warn(warning: ScanWarning): void {
    const { errorCode, detail } = warning;
    if (!mayContinue(errorCode)) throw new DriverError(errorCode, detail);
    this.#deps.onWarning(warning);
  }

  async #addFrame(frame: RecordedFrame): Promise<void> {
    const sweep = this.#sweeps.bufferOf(frame.sweep);
    sweep.put(frame);
    await this.#storeFrame(sweep, frame);
    await this.#storeSweep(sweep);
  }

  async #storeFrame({ plan }: SweepBuffer, frame: RecordedFrame): Promise<void> {
    const sensors = this.#sensorsOf(plan, frame);
    const { fields, bytes } = frameFile(this.#context, plan, frame, sensors);
    const clockDeg = clockDegOfDevice(this.#context.device.deviceAngle, frame.deviceDeg);
    await this.#store.add(fields, bytes, (file) => {
      this.#framesStored += 1;
      if (file.hadOtherBytes) this.#conflictingFrames.push({ frame, fileId: file.fileId });
      this.#deps.onFrame({
        ...file,
        sweep: frame.sweep,
        frameIdx: frame.frameIdx,
        clockDeg,
        sensors,
        framesStored: this.#framesStored,
        framesTotal: this.#framesTotal,
      });
    });
  }

  #sensorsOf(plan: SweepPlan, { grey }: RecordedFrame): FrameSensors {
    const { motionSensor, waterSensor } = this.#deps.driver.hardware();
    return {
      movementMm: motionSensor?.movementMm ?? null,
      waterPercent: waterSensor?.levelPercent ?? null,
      contactPercent: contactPercent(grey, plan.frame, this.#context.settings.dynamicRangeDb),
    };
  }

  async #storeSweep(sweep: SweepBuffer): Promise<void> {
    const name = sweep.plan.sweep;
    if (!sweep.isComplete || this.#written.has(name)) return;
    await this.#store.drain();
    await this.#reloadStoredFrames(sweep);
    if (this.#store.failure !== null) return;
    this.#written.add(name);
    const { signals } = sweep;
    const rf = await rfFile(this.#context, sweep.plan, sweep.deviceDeg, signals);
    if (rf !== null && !this.#previous.sweeps.RF.has(name)) {
      await this.#store.add(rf.fields, rf.bytes, () => signals.clear());
    }
    if (this.#previous.sweeps.BMODE.has(name)) return;
    const { fields, bytes } = sweepFile(this.#context, sweep.plan, sweep.deviceDeg, sweep.grey);
    await this.#store.add(fields, bytes, () => undefined);
  }

  /**
   * Replaces frames in the buffer by the stored bytes. A frame in transit when the service crashed
   * may be stored after its gap was read; the frame is then recorded again, and the server keeps
   * the first bytes.
   */
  async #reloadStoredFrames(sweep: SweepBuffer): Promise<void> {
    const { api, retryMs } = this.#deps;
    for (const { frame, fileId } of this.#conflictingFrames) {
      if (frame.sweep !== sweep.plan.sweep) continue;
      const deps = { api, retryMs, signal: this.#uploads };
      const read = unwrap(await readFrame(deps, { id: fileId }));
      const deviceDeg = deviceDegOfClock(
        this.#context.device.deviceAngle,
        read.header.clockDeg[0] ?? 0,
      );
      sweep.put({ frameIdx: frame.frameIdx, deviceDeg, grey: read.grey, rf: frame.rf });
    }
  }
}
