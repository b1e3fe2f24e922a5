import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type DiagnosticCheck, type HardwareState, mayContinue } from '#contracts';
import {
  clockAnglesOf,
  type DeviceSettings,
  deviceDegOfClock,
  type FrameGeometry,
  type ScannerSettings,
  type SimulatedFault,
  type SweepPlan,
} from '../../model/index.ts';
import {
  contactAt,
  createPhantom,
  DEVICE_PROFILE,
  frameSimulator,
  IDEAL_CONDITIONS,
  type Jerk,
  type Phantom,
  poseAt,
  type ScanConditions,
  seedOfText,
  signalFrame,
  signalSimulator,
  trueFrame,
  whiteAmplitude,
} from '../../simulator/index.ts';
import {
  type CheckResult,
  type DeviceDescription,
  DriverError,
  type FaultResponse,
  type PrepareRequest,
  type RecordedFrame,
  type RecordingEvent,
  type ScannerDriver,
  type ScanRequest,
} from './scanner-driver.ts';
import { checkOfFault, checkResultOf, PREPARE_CHECKS } from './simulated-checks.ts';
import {
  type Activity,
  advanceHardware,
  INITIAL_HARDWARE,
  MAX_MOVEMENT_MM,
  MIN_WATER_PERCENT,
  motionMm,
  type SimulatedHardware,
  sensorsOf,
} from './simulated-hardware.ts';

/** Frame rate of the simulated device. */
export const DEVICE_FRAMES_PER_SECOND = DEVICE_PROFILE.movement.framesPerSecond;
/** Duration of a single check, in seconds. */
const CHECK_SECONDS = 0.12;
/** Duration of the test of all elements, in seconds. */
const TRANSDUCER_SECONDS = 2;
/** Maximum time for which the device waits for a patient to settle before a scan, in seconds. */
const MAX_SETTLE_SECONDS = 15;
/** Number of frames of the longest recording. */
const MAX_FRAMES = 2 * clockAnglesOf('FULL').length;
/** Movement of a patient on a `TooMuchMovement` fault. */
const JERK_MM = 6;

// Counter-clockwise from 3 o'clock, so that code that ignores the encoder fails.
const DESCRIPTION: DeviceDescription = { deviceAngle: { direction: -1, zeroDeg: 90 } };

export type SimulatorSettings = Pick<ScannerSettings, 'speedFactor' | 'seed'> &
  Partial<ScanConditions> & {
    readonly faults?: readonly SimulatedFault[];
    /** Whether a receiver signal is available; absent means no. */
    readonly rf?: boolean;
  };

/** Records the frame with this index in a sweep. */
type FrameSource = (frameIdx: number) => RecordedFrame;

/** Returns the seed of a scan's patient; the same scan always has the same patient. */
export function patientSeed(settings: Pick<ScannerSettings, 'seed'>, scanId: string): number {
  return settings.seed ?? seedOfText(scanId);
}

/** Software scanner: image formation on a phantom, at the pace of a device. */
export class SimulatorDriver implements ScannerDriver {
  readonly #settings: SimulatorSettings;
  /** Ends the process like a crash. */
  readonly #crash: () => void;
  #faults: readonly SimulatedFault[];
  #motor360Deg = DESCRIPTION.deviceAngle.zeroDeg;
  #motor180Deg = 0;
  #stalled = false;
  #hardware: SimulatedHardware = INITIAL_HARDWARE;
  #activity: Activity = 'resting';
  #updatedAtMs = performance.now();
  /** Pending during a pause, resolved by `resume`; null while not paused. */
  #resumed: PromiseWithResolvers<void> | null = null;
  /** Patient of the last scan, reused for a restart. */
  #patient: { readonly key: string; readonly phantom: Phantom } | null = null;
  /** Jerks of the patient in a scan; frames recorded later into gaps show the jerks too. */
  #jerks: { readonly scanId: string; readonly list: readonly Jerk[] } = { scanId: '', list: [] };

  /** Frames of the running recording, and the first frame that a fault can still precede. */
  #recording: { readonly nextFrame: number; readonly frames: number } | null = null;

  readonly #phantomFactory: typeof createPhantom;

  constructor(
    settings: SimulatorSettings,
    crash: () => void = () => undefined,
    phantomFactory = createPhantom,
  ) {
    this.#settings = settings;
    this.#crash = crash;
    this.#phantomFactory = phantomFactory;
    this.#faults = settings.faults ?? [];
  }

  describe(): DeviceDescription {
    return DESCRIPTION;
  }

  hardware(): HardwareState {
    if (this.#activity === 'resting' || this.#resumed !== null) this.#updateHardware();
    const motors = {
      motor180Deg: this.#motor180Deg,
      motor360Deg: this.#motor360Deg,
      stalled: this.#stalled,
    };
    return sensorsOf(this.#hardware, motors, this.#activity);
  }

  async *prepare(_request: PrepareRequest, signal: AbortSignal): AsyncIterable<CheckResult> {
    this.resume();
    const fault = this.#consumeFault('prepare');
    const failedCheck = fault === null ? null : checkOfFault(fault);
    if (fault !== null && failedCheck === null) this.#fail(fault);
    for (const check of PREPARE_CHECKS) {
      if (!(await this.#wait(CHECK_SECONDS, signal))) return;
      if (check === 'motion' && failedCheck !== check && !(await this.#waitUntilStill(signal)))
        return;
      yield checkResultOf(check, this.#hardware, check === failedCheck ? fault : null);
    }
    this.#homeMotors();
  }

  async *checkTransducer(signal: AbortSignal): AsyncIterable<CheckResult> {
    const fault = this.#consumeFault('transducer');
    const steps: readonly (readonly [DiagnosticCheck, number])[] = [
      ['probe', CHECK_SECONDS],
      ['transducer', TRANSDUCER_SECONDS],
    ];
    for (const [check, seconds] of steps) {
      if (!(await this.#wait(seconds, signal))) return;
      yield checkResultOf(check, this.#hardware, check === 'transducer' ? fault : null);
    }
  }

  async *record(request: ScanRequest, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    const phantom = this.#phantomOf(request);
    const frameMs = 1000 / (DEVICE_FRAMES_PER_SECOND * this.#settings.speedFactor);
    let dueMs = performance.now();
    let count = 0;
    let wasDry = this.#hardware.waterPercent < MIN_WATER_PERCENT;
    this.#updateHardware();
    this.#activity = 'scanning';
    const { scanId } = request;
    if (request.only === null || scanId !== this.#jerks.scanId) this.#jerks = { scanId, list: [] };
    let framesBefore = 0;
    const frames = requestedFrames(request);
    this.#recording = { nextFrame: 0, frames };
    try {
      for (const plan of request.sweeps) {
        const recordFrame = this.#frameSourceOf(request, plan, phantom, framesBefore);
        this.#motor180Deg = plan.frame.tiltDeg;
        for (const frameIdx of request.only?.[plan.sweep] ?? plan.clockDeg.keys()) {
          const fault = this.#consumeFault(count);
          this.#recording = { nextFrame: count + 1, frames };
          if (fault !== null) yield this.#applyFault(fault, framesBefore + frameIdx);
          const isDry = this.#hardware.waterPercent < MIN_WATER_PERCENT;
          if (isDry && !wasDry && fault?.code !== 'WaterCriticallyLow') {
            yield {
              kind: 'warning',
              errorCode: 'WaterCriticallyLow',
              detail: 'Water level too low',
            };
          }
          wasDry = isDry;
          dueMs = Math.max(dueMs + frameMs, performance.now());
          if (!(await this.#waitUntil(dueMs, signal))) return;
          this.#hardware = advanceHardware(
            this.#hardware,
            'scanning',
            1 / DEVICE_FRAMES_PER_SECOND,
          );
          count += 1;
          yield recordFrame(frameIdx);
        }
        framesBefore += plan.clockDeg.length;
      }
    } finally {
      if (this.#resumed !== null) this.#updateHardware();
      this.#recording = null;
      this.#activity = 'resting';
      this.#updatedAtMs = performance.now();
    }
  }

  /**
   * Returns the frame source of a sweep; `framesBefore` is the number of frames in the scan's
   * preceding sweeps.
   */
  #frameSourceOf(
    request: ScanRequest,
    plan: SweepPlan,
    phantom: Phantom,
    framesBefore: number,
  ): FrameSource {
    const seed = patientSeed(this.#settings, request.scanId);
    const conditions = { ...IDEAL_CONDITIONS, ...conditionsOf(this.#settings) };
    const formImage = this.#imageSourceOf(
      phantom,
      trueFrame(conditions, plan.frame),
      request.settings,
    );
    return (frameIdx) => {
      const clockDeg = plan.clockDeg[frameIdx] ?? 0;
      const deviceDeg = deviceDegOfClock(DESCRIPTION.deviceAngle, clockDeg);
      this.#motor360Deg = deviceDeg;
      const pose = poseAt(conditions, seed, clockDeg, framesBefore + frameIdx, this.#jerks.list);
      const noiseSeed = frameIdx * 2 + (plan.sweep === 'PER' ? 1 : 0);
      const image = formImage(pose, noiseSeed, contactAt(conditions, pose.clockDeg));
      return { kind: 'frame', sweep: plan.sweep, frameIdx, deviceDeg, ...image };
    };
  }

  /** Returns the image source, with the receiver signal if the device is set to RF. */
  #imageSourceOf(phantom: Phantom, frame: FrameGeometry, settings: DeviceSettings) {
    type FrameArgs = Parameters<ReturnType<typeof frameSimulator>['frameAt']>;
    if (this.#settings.rf !== true || settings.acquisitionMode !== 'RF') {
      const simulator = frameSimulator(phantom, frame, settings);
      return (...args: FrameArgs) => ({ grey: simulator.frameAt(...args), rf: null });
    }
    const simulator = signalSimulator(phantom, frame, settings);
    const { lines, samples, lateralPitchMm, depthStepMm, firstDepthMm } = signalFrame(
      frame,
      settings,
    );
    return (...args: FrameArgs) => {
      const { grey, signal } = simulator.frameAt(...args);
      const geometry = { lines, samples, lateralPitchMm, depthStepMm, firstDepthMm };
      return { grey, rf: { data: signal, ...geometry, whiteAmplitude: whiteAmplitude() } };
    };
  }

  pause(): void {
    if (this.#resumed !== null) return;
    // Each recorded frame has advanced the hardware; from here on, real time advances it.
    if (this.#activity === 'scanning') this.#updatedAtMs = performance.now();
    this.#resumed = Promise.withResolvers<void>();
  }

  resume(): void {
    this.#stalled = false;
    if (this.#resumed !== null) this.#updateHardware();
    this.#resumed?.resolve();
    this.#resumed = null;
  }

  failAt(fault: SimulatedFault): FaultResponse {
    const { at } = fault;
    if (typeof at === 'number') {
      const { nextFrame, frames } = this.#recording ?? { nextFrame: 0, frames: MAX_FRAMES };
      if (at >= frames) return 'NoSuchFrame';
      if (at < nextFrame) return 'FramePassed';
    }
    this.#faults = [...this.#faults, fault];
    return 'Accepted';
  }

  /** Also refills the water, which a person does at a real device. */
  async reset(): Promise<void> {
    this.resume();
    this.#homeMotors();
    this.#hardware = {
      ...this.#hardware,
      waterPercent: INITIAL_HARDWARE.waterPercent,
      movementMm: 0,
    };
  }

  #homeMotors(): void {
    this.#motor360Deg = DESCRIPTION.deviceAngle.zeroDeg;
    this.#motor180Deg = 0;
  }

  /** Advances the hardware by the time since the last update, scaled by `speedFactor`. */
  #updateHardware(): void {
    const now = performance.now();
    const seconds = ((now - this.#updatedAtMs) / 1000) * this.#settings.speedFactor;
    this.#hardware = advanceHardware(this.#hardware, this.#activity, seconds);
    this.#updatedAtMs = now;
  }

  /** Removes and returns the fault of a moment, so that each fault is raised once. */
  #consumeFault(moment: SimulatedFault['at']): SimulatedFault | null {
    const fault = this.#faults.find(({ at }) => at === moment);
    if (fault === undefined) return null;
    this.#faults = this.#faults.filter((candidate) => candidate !== fault);
    return fault;
  }

  /**
   * Applies a fault to the simulated hardware and returns its warning; throws if the fault ends the
   * recording.
   */
  #applyFault(fault: SimulatedFault, beforeFrame: number): RecordingEvent {
    const { code } = fault;
    if (!mayContinue(code)) this.#fail(fault);
    if (code === 'TooMuchMovement') {
      this.#hardware = { ...this.#hardware, movementMm: JERK_MM };
      const jerk = { beforeFrame, mm: JERK_MM };
      this.#jerks = { ...this.#jerks, list: [...this.#jerks.list, jerk] };
    }
    if (code === 'MotorStallDetected') this.#stalled = true;
    if (code === 'WaterCriticallyLow') {
      this.#hardware = { ...this.#hardware, waterPercent: MIN_WATER_PERCENT / 2 };
    }
    return { kind: 'warning', errorCode: code, detail: `Simulated: ${code}` };
  }

  #fail({ code }: SimulatedFault): never {
    if (code === 'ScanServiceNotAvailable') this.#crash();
    throw new DriverError(code, `Simulated: ${code}`);
  }

  #phantomOf({ scanId, side }: ScanRequest): Phantom {
    const seed = patientSeed(this.#settings, scanId);
    const key = `${seed} ${side}`;
    if (this.#patient?.key !== key)
      this.#patient = { key, phantom: this.#phantomFactory(seed, side) };
    return this.#patient.phantom;
  }

  /** Waits for simulated seconds; returns false if aborted. */
  async #wait(seconds: number, signal: AbortSignal): Promise<boolean> {
    const ms = (1000 * seconds) / this.#settings.speedFactor;
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    this.#updateHardware();
    return !signal.aborted;
  }

  /** Waits for the patient to settle, up to `MAX_SETTLE_SECONDS`; returns false if aborted. */
  async #waitUntilStill(signal: AbortSignal): Promise<boolean> {
    const until = this.#hardware.ageSeconds + MAX_SETTLE_SECONDS;
    while (motionMm(this.#hardware) > MAX_MOVEMENT_MM && this.#hardware.ageSeconds < until) {
      if (!(await this.#wait(CHECK_SECONDS, signal))) return false;
    }
    return true;
  }

  /**
   * Waits until a frame is due, and for the end of a pause; returns false if the scan was stopped.
   */
  async #waitUntil(dueMs: number, signal: AbortSignal): Promise<boolean> {
    const wait = dueMs - performance.now();
    // Yields to network and commands even without a wait.
    if (wait < 1) await setImmediate();
    else await sleep(wait, undefined, { signal }).catch(() => undefined);
    while (this.#resumed !== null && !signal.aborted) {
      await Promise.race([this.#resumed.promise, abortOf(signal)]);
    }
    return !signal.aborted;
  }
}

function requestedFrames({ sweeps, only }: ScanRequest): number {
  return sweeps.reduce((sum, { sweep, clockDeg }) => sum + (only?.[sweep] ?? clockDeg).length, 0);
}

function conditionsOf({ patient, machine }: SimulatorSettings): Partial<ScanConditions> {
  return { ...(patient ? { patient } : {}), ...(machine ? { machine } : {}) };
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
