import type {
  CheckOutcome,
  DeviceAngle,
  DeviceFault,
  DiagnosticCheck,
  HardwareState,
  ScanErrorCode,
  ScanProtocol,
} from '#contracts';
import type { Side } from '#geometry';
import type { DeviceSettings, SweepName, SweepPlan } from '../../model/index.ts';

/** What of the device bears on where its frames lie; does not change while it is connected. */
export interface DeviceDescription {
  /** How its encoder maps to the clock. */
  readonly deviceAngle: DeviceAngle;
}

/** What the device shall be ready for. */
export interface PrepareRequest {
  readonly settings: DeviceSettings;
  /** Millimetres; null where nobody said. */
  readonly cupDepthMm: number | null;
}

/** How one check ended. */
export interface CheckResult {
  readonly check: DiagnosticCheck;
  readonly outcome: CheckOutcome;
  /** What was seen, for support; null where there is nothing to add. */
  readonly detail: string | null;
  /** Elements of the array that failed, ascending from 0; of the check `transducer` only. */
  readonly failedElements: readonly number[];
}

/** Frames of each sweep by index, ascending. */
export type FramesOfSweeps = Readonly<Record<SweepName, readonly number[]>>;

/** What is to be recorded. */
export interface ScanRequest {
  readonly scanId: string;
  readonly side: Side;
  readonly protocol: ScanProtocol;
  readonly sweeps: readonly SweepPlan[];
  readonly settings: DeviceSettings;
  /** The gaps of an interrupted scan, which alone are recorded; null: every frame of the sweeps. */
  readonly only: FramesOfSweeps | null;
}

/** One frame as the device delivers it. */
export interface RecordedFrame {
  readonly kind: 'frame';
  readonly sweep: SweepName;
  /** Index within the sweep's plan. */
  readonly frameIdx: number;
  /** Angle of the encoder when the frame was taken, degrees (not the clock angle). */
  readonly deviceDeg: number;
  /** `lines · samples` grey values of B-mode, depth fastest; the receiver may keep it. */
  readonly grey: Uint8Array;
  /** The receiver's signal behind it; null unless the settings ask for RF and the device has it. */
  readonly rf: RfFrame | null;
}

/** `lines · samples` values of a receiver's signal, depth fastest; the receiver may keep them. */
export interface RfFrame {
  readonly data: Int16Array;
  readonly lines: number;
  readonly samples: number;
  readonly lateralPitchMm: number;
  readonly depthStepMm: number;
  readonly firstDepthMm: number;
  /** Amplitude that the picture shows white. */
  readonly whiteAmplitude: number;
}

/** Something that spoils the image and yet leaves the choice to go on (`mayContinue`). */
export interface ScanWarning {
  readonly kind: 'warning';
  readonly errorCode: ScanErrorCode;
  readonly detail: string;
}

export type RecordingEvent = RecordedFrame | ScanWarning;

/** A device failure on its way out of a driver; the code is shown to the operator. */
export class DriverError extends Error {
  readonly errorCode: ScanErrorCode;
  constructor(errorCode: ScanErrorCode, message: string) {
    super(message);
    this.name = 'DriverError';
    this.errorCode = errorCode;
  }
}

/**
 * A scanner. The scan service knows nothing else of the hardware: a real device is one more
 * implementation of this contract, and `DRIVER_RULES` tries every sentence of it. One of prepare,
 * checkTransducer, record and reset is called at a time; the rest at any time.
 *
 * What is delivered counts for nothing until the service has stored it: a driver keeps no frame,
 * repeats none by itself, and records again whatever a later order asks for.
 */
export interface ScannerDriver {
  describe(): DeviceDescription;
  /** What it is and what its sensors say. Must answer at once, also while recording. */
  hardware(): HardwareState;
  /**
   * Brings the device into the position a scan starts from, with these settings, and tells each
   * check as it ends, each at most once. A check that failed is told and is no error; the rest may
   * be left out then. A pause in which an earlier scan was stopped is over. Ends without an error
   * when `signal` aborts; throws DriverError when the device can't be readied.
   */
  prepare(request: PrepareRequest, signal: AbortSignal): AsyncIterable<CheckResult>;
  /** Tests the probe and each element of its array. `transducer` is told last; else as prepare. */
  checkTransducer(signal: AbortSignal): AsyncIterable<CheckResult>;
  /**
   * Records the sweeps in order, each frame that is asked for once and in the order of its plan.
   * Ends after the last frame, or early and without an error when `signal` aborts, which is how a
   * scan is stopped, also in a pause. Before a frame that may be spoilt it tells a warning and goes
   * on when it is asked for the next event: whoever wants the array held calls `pause` first.
   * Throws DriverError when the device fails; what was delivered before stays good.
   */
  record(request: ScanRequest, signal: AbortSignal): AsyncIterable<RecordingEvent>;
  /** Holds the array between two frames; one that is under way may still be delivered. */
  pause(): void;
  /** Goes on with the next frame, none lost; without a pause it does nothing. */
  resume(): void;
  /** Sets the device back after an error; an aborted recording must have ended. */
  reset(): Promise<void>;
  /**
   * Lets the device fail in one more way, once, at the moment that the fault names. Only a device
   * that is simulated has it; it is called in developer mode alone, at any time.
   */
  failAt?(fault: DeviceFault): void;
}
