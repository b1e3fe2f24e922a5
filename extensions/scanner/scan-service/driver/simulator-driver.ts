import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type DiagnosticCheck, type HardwareState, mayContinue } from '#contracts';
import {
  type DeviceSettings,
  deviceDegOfClock,
  type FrameGeometry,
  type ScannerSettings,
  type SimulatedFault,
  type SweepPlan,
} from '../../model/index.ts';
import {
  AS_IT_SHOULD_BE,
  type Circumstances,
  contactAt,
  createPhantom,
  DEVICE_PROFILE,
  frameMaker,
  type Jerk,
  type Phantom,
  poseAt,
  seedOfText,
  signalFrame,
  signalMaker,
  trueFrame,
  whiteAmplitude,
} from '../../simulator/index.ts';
import {
  type CheckResult,
  type DeviceDescription,
  DriverError,
  type PrepareOrder,
  type RecordedFrame,
  type RecordingEvent,
  type ScannerDriver,
  type ScanOrder,
} from './scanner-driver.ts';
import { checked, checkOfFault, PREPARE_CHECKS } from './simulated-checks.ts';
import {
  type Activity,
  FRESH,
  type HardwareLife,
  LOWEST_WATER_PERCENT,
  later,
  MOST_MOVEMENT_MM,
  motionMm,
  sensorsOf,
} from './simulated-hardware.ts';

/** Frames a second of the device that is simulated. */
export const DEVICE_FRAMES_PER_SECOND = DEVICE_PROFILE.movement.framesPerSecond;
/** A look of the device at one of its parts, seconds. */
const CHECK_SECONDS = 0.12;
/** The test of all elements, seconds. */
const TRANSDUCER_SECONDS = 2;
/** How long the device waits for a patient to lie still before a scan, seconds. */
const STILL_WITHIN_SECONDS = 15;
/** How far a patient moves who moves too much. */
const JERK_MM = 6;

// Turns against the clock and starts at 3 o'clock, so that nothing works by ignoring the encoder.
const DESCRIPTION: DeviceDescription = { deviceAngle: { direction: -1, zeroDeg: 90 } };

export type SimulatorSettings = Pick<ScannerSettings, 'speedFactor' | 'seed'> &
  Partial<Circumstances> & {
    readonly faults?: readonly SimulatedFault[];
    /** Whether it has the receiver's signal to give; absent: not. */
    readonly rf?: boolean;
  };

/** Forms one frame of a sweep. */
type TakeFrame = (frameIdx: number) => RecordedFrame;

/** The seed of the patient that a scan meets; the same scan always meets the same one. */
export function patientSeed(settings: Pick<ScannerSettings, 'seed'>, scanId: string): number {
  return settings.seed ?? seedOfText(scanId);
}

/** A scanner made of software: image formation on a phantom, at the pace of a device. */
export class SimulatorDriver implements ScannerDriver {
  readonly #settings: SimulatorSettings;
  /** Ends the process as a crash does. */
  readonly #crash: () => void;
  #faults: readonly SimulatedFault[];
  #motor360Deg = DESCRIPTION.deviceAngle.zeroDeg;
  #motor180Deg = 0;
  #stalled = false;
  #life: HardwareLife = FRESH;
  #activity: Activity = 'resting';
  #livedUntilMs = performance.now();
  #resumed: PromiseWithResolvers<void> | null = null;
  /** The patient of the last scan; a restart meets the same one. */
  #patient: { readonly key: string; readonly phantom: Phantom } | null = null;
  /** How the patient of a scan has jerked: what is recorded of its gaps later shows it too. */
  #jerks: { readonly scanId: string; readonly list: readonly Jerk[] } = { scanId: '', list: [] };

  readonly #makePhantom: typeof createPhantom;

  constructor(
    settings: SimulatorSettings,
    crash: () => void = () => undefined,
    makePhantom = createPhantom,
  ) {
    this.#settings = settings;
    this.#crash = crash;
    this.#makePhantom = makePhantom;
    this.#faults = settings.faults ?? [];
  }

  describe(): DeviceDescription {
    return DESCRIPTION;
  }

  hardware(): HardwareState {
    if (this.#activity === 'resting' || this.#resumed !== null) this.#live();
    const motors = {
      motor180Deg: this.#motor180Deg,
      motor360Deg: this.#motor360Deg,
      stalled: this.#stalled,
    };
    return sensorsOf(this.#life, motors, this.#activity);
  }

  async *prepare(_order: PrepareOrder, signal: AbortSignal): AsyncIterable<CheckResult> {
    this.resume();
    const fault = this.#takeFault('prepare');
    const spoilt = fault === null ? null : checkOfFault(fault);
    if (fault !== null && spoilt === null) this.#fail(fault);
    for (const check of PREPARE_CHECKS) {
      if (!(await this.#works(CHECK_SECONDS, signal))) return;
      if (check === 'motion' && spoilt !== check && !(await this.#settles(signal))) return;
      yield checked(check, this.#life, check === spoilt ? fault : null);
    }
    this.#home();
  }

  async *checkTransducer(signal: AbortSignal): AsyncIterable<CheckResult> {
    const fault = this.#takeFault('transducer');
    const looks: readonly (readonly [DiagnosticCheck, number])[] = [
      ['probe', CHECK_SECONDS],
      ['transducer', TRANSDUCER_SECONDS],
    ];
    for (const [check, seconds] of looks) {
      if (!(await this.#works(seconds, signal))) return;
      yield checked(check, this.#life, check === 'transducer' ? fault : null);
    }
  }

  async *record(order: ScanOrder, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    const phantom = this.#phantomOf(order);
    const frameMs = 1000 / (DEVICE_FRAMES_PER_SECOND * this.#settings.speedFactor);
    let due = performance.now();
    let count = 0;
    let dry = this.#life.waterPercent < LOWEST_WATER_PERCENT;
    this.#live();
    this.#activity = 'scanning';
    const { scanId } = order;
    if (order.only === null || scanId !== this.#jerks.scanId) this.#jerks = { scanId, list: [] };
    let framesBefore = 0;
    try {
      for (const plan of order.sweeps) {
        const take = this.#takerOf(order, plan, phantom, framesBefore);
        this.#motor180Deg = plan.frame.tiltDeg;
        for (const frameIdx of order.only?.[plan.sweep] ?? plan.clockDeg.keys()) {
          const fault = this.#takeFault(count);
          if (fault !== null) yield this.#warn(fault, framesBefore + frameIdx);
          const isDry = this.#life.waterPercent < LOWEST_WATER_PERCENT;
          if (isDry && !dry && fault?.code !== 'WaterCriticallyLow') {
            yield { kind: 'warning', errorCode: 'WaterCriticallyLow', detail: 'Too little water' };
          }
          dry = isDry;
          due = Math.max(due + frameMs, performance.now());
          if (!(await this.#reach(due, signal))) return;
          this.#life = later(this.#life, 'scanning', 1 / DEVICE_FRAMES_PER_SECOND);
          count += 1;
          yield take(frameIdx);
        }
        framesBefore += plan.clockDeg.length;
      }
    } finally {
      if (this.#resumed !== null) this.#live();
      this.#activity = 'resting';
      this.#livedUntilMs = performance.now();
    }
  }

  /** How frames of a sweep are taken; `framesBefore` were taken of this scan before it. */
  #takerOf(order: ScanOrder, plan: SweepPlan, phantom: Phantom, framesBefore: number): TakeFrame {
    const seed = patientSeed(this.#settings, order.scanId);
    const around = { ...AS_IT_SHOULD_BE, ...circumstancesOf(this.#settings) };
    const picture = this.#pictureOf(phantom, trueFrame(around, plan.frame), order.settings);
    return (frameIdx) => {
      const clockDeg = plan.clockDeg[frameIdx] ?? 0;
      const deviceDeg = deviceDegOfClock(DESCRIPTION.deviceAngle, clockDeg);
      this.#motor360Deg = deviceDeg;
      const pose = poseAt(around, seed, clockDeg, framesBefore + frameIdx, this.#jerks.list);
      const noiseSeed = frameIdx * 2 + (plan.sweep === 'PER' ? 1 : 0);
      const taken = picture(pose, noiseSeed, contactAt(around, pose.clockDeg));
      return { kind: 'frame', sweep: plan.sweep, frameIdx, deviceDeg, ...taken };
    };
  }

  /** Pictures, and the signal where the device is set to it. */
  #pictureOf(phantom: Phantom, frame: FrameGeometry, settings: DeviceSettings) {
    type Looked = Parameters<ReturnType<typeof frameMaker>['frameAt']>;
    if (this.#settings.rf !== true || settings.acquisitionMode !== 'RF') {
      const maker = frameMaker(phantom, frame, settings);
      return (...looked: Looked) => ({ grey: maker.frameAt(...looked), rf: null });
    }
    const maker = signalMaker(phantom, frame, settings);
    const { lines, samples, lateralPitchMm, depthStepMm, firstDepthMm } = signalFrame(
      frame,
      settings,
    );
    return (...looked: Looked) => {
      const { grey, signal } = maker.frameAt(...looked);
      const at = { lines, samples, lateralPitchMm, depthStepMm, firstDepthMm };
      return { grey, rf: { data: signal, ...at, whiteAmplitude: whiteAmplitude() } };
    };
  }

  pause(): void {
    if (this.#resumed !== null) return;
    // Frames that are recorded count their own time.
    if (this.#activity === 'scanning') this.#livedUntilMs = performance.now();
    this.#resumed = Promise.withResolvers<void>();
  }

  resume(): void {
    this.#stalled = false;
    if (this.#resumed !== null) this.#live();
    this.#resumed?.resolve();
    this.#resumed = null;
  }

  /** Lets it fail in one more way, once. */
  failAt(fault: SimulatedFault): void {
    this.#faults = [...this.#faults, fault];
  }

  /** Stands for what a person does at the device as well: it is filled up. */
  async reset(): Promise<void> {
    this.resume();
    this.#home();
    this.#life = { ...this.#life, waterPercent: FRESH.waterPercent, movementMm: 0 };
  }

  #home(): void {
    this.#motor360Deg = DESCRIPTION.deviceAngle.zeroDeg;
    this.#motor180Deg = 0;
  }

  /** What has passed since it was looked at last; faster, as everything here. */
  #live(): void {
    const now = performance.now();
    const seconds = ((now - this.#livedUntilMs) / 1000) * this.#settings.speedFactor;
    this.#life = later(this.#life, this.#activity, seconds);
    this.#livedUntilMs = now;
  }

  /** Each fault comes once. */
  #takeFault(moment: SimulatedFault['at']): SimulatedFault | null {
    const fault = this.#faults.find(({ at }) => at === moment);
    if (fault === undefined) return null;
    this.#faults = this.#faults.filter((one) => one !== fault);
    return fault;
  }

  /** A fault in a recording: a warning, or the end of it. */
  #warn(fault: SimulatedFault, beforeFrame: number): RecordingEvent {
    const { code } = fault;
    if (!mayContinue(code)) this.#fail(fault);
    if (code === 'TooMuchMovement') {
      this.#life = { ...this.#life, movementMm: JERK_MM };
      const jerk = { beforeFrame, mm: JERK_MM };
      this.#jerks = { ...this.#jerks, list: [...this.#jerks.list, jerk] };
    }
    if (code === 'MotorStallDetected') this.#stalled = true;
    if (code === 'WaterCriticallyLow') {
      this.#life = { ...this.#life, waterPercent: LOWEST_WATER_PERCENT / 2 };
    }
    return { kind: 'warning', errorCode: code, detail: `Simulated: ${code}` };
  }

  #fail({ code }: SimulatedFault): never {
    if (code === 'ScanServiceNotAvailable') this.#crash();
    throw new DriverError(code, `Simulated: ${code}`);
  }

  #phantomOf({ scanId, side }: ScanOrder): Phantom {
    const seed = patientSeed(this.#settings, scanId);
    const key = `${seed} ${side}`;
    if (this.#patient?.key !== key) this.#patient = { key, phantom: this.#makePhantom(seed, side) };
    return this.#patient.phantom;
  }

  /** What takes the device this long; false once it was told to stop. */
  async #works(seconds: number, signal: AbortSignal): Promise<boolean> {
    const ms = (1000 * seconds) / this.#settings.speedFactor;
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    this.#live();
    return !signal.aborted;
  }

  /** A patient who has just moved gets time to lie still, and no longer; false when it was told to stop. */
  async #settles(signal: AbortSignal): Promise<boolean> {
    const until = this.#life.ageSeconds + STILL_WITHIN_SECONDS;
    while (motionMm(this.#life) > MOST_MOVEMENT_MM && this.#life.ageSeconds < until) {
      if (!(await this.#works(CHECK_SECONDS, signal))) return false;
    }
    return true;
  }

  /** Waits for the time of a frame and for the end of a pause; false once the scan was stopped. */
  async #reach(due: number, signal: AbortSignal): Promise<boolean> {
    const wait = due - performance.now();
    // Network and commands get their turn also when there is nothing to wait for.
    if (wait < 1) await setImmediate();
    else await sleep(wait, undefined, { signal }).catch(() => undefined);
    while (this.#resumed !== null && !signal.aborted) {
      await Promise.race([this.#resumed.promise, abortOf(signal)]);
    }
    return !signal.aborted;
  }
}

function circumstancesOf({ patient, machine }: SimulatorSettings): Partial<Circumstances> {
  return { ...(patient ? { patient } : {}), ...(machine ? { machine } : {}) };
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
