import type {
  CheckOutcome,
  DeveloperResponse,
  DeviceAngle,
  DeviceFault,
  DiagnosticCheck,
  HardwareState,
  ScanErrorCode,
  ScanProtocol,
} from '#contracts';
import type { Side } from '#geometry';
import type { DeviceSettings, SweepName, SweepPlan } from '../../model/index.ts';

/** Properties of the device that affect the geometry of its frames; constant while connected. */
export interface DeviceDescription {
  /** Mapping of the encoder angle to the clock angle. */
  readonly deviceAngle: DeviceAngle;
}

/** Response of a simulated device to an injected fault. */
export type FaultResponse = Extract<DeveloperResponse, 'Accepted' | 'FramePassed' | 'NoSuchFrame'>;

/** Settings to prepare the device for. */
export interface PrepareRequest {
  readonly settings: DeviceSettings;
  /** In mm; null if unknown. */
  readonly cupDepthMm: number | null;
}

/** Result of a single check. */
export interface CheckResult {
  readonly check: DiagnosticCheck;
  readonly outcome: CheckOutcome;
  /** Observed details for support; null if none. */
  readonly detail: string | null;
  /** Indices of failed array elements, ascending from 0; only for the check `transducer`. */
  readonly failedElements: readonly number[];
}

/** Frame indices of each sweep, ascending. */
export type FramesOfSweeps = Readonly<Record<SweepName, readonly number[]>>;

/** A recording to make. */
export interface ScanRequest {
  readonly scanId: string;
  readonly side: Side;
  readonly protocol: ScanProtocol;
  readonly sweeps: readonly SweepPlan[];
  readonly settings: DeviceSettings;
  /** Frames to record for an interrupted scan; null records every frame of the sweeps. */
  readonly only: FramesOfSweeps | null;
}

/** A frame as delivered by the device. */
export interface RecordedFrame {
  readonly kind: 'frame';
  readonly sweep: SweepName;
  /** Index within the sweep's plan. */
  readonly frameIdx: number;
  /** Encoder angle of the frame in degrees (not the clock angle). */
  readonly deviceDeg: number;
  /** `lines · samples` grey levels of B-mode, depth fastest; the receiver may keep the buffer. */
  readonly grey: Uint8Array;
  /**
   * Receiver signal of the frame; null unless the settings request RF and the device supports RF.
   */
  readonly rf: RfFrame | null;
}

/**
 * `lines · samples` values of a receiver's signal, depth fastest; the receiver may keep the buffer.
 */
export interface RfFrame {
  readonly data: Int16Array;
  readonly lines: number;
  readonly samples: number;
  readonly lateralPitchMm: number;
  readonly depthStepMm: number;
  readonly firstDepthMm: number;
  /** Amplitude displayed as white. */
  readonly whiteAmplitude: number;
}

/** Condition that degrades the image, but may be overridden (`mayContinue`). */
export interface ScanWarning {
  readonly kind: 'warning';
  readonly errorCode: ScanErrorCode;
  readonly detail: string;
}

export type RecordingEvent = RecordedFrame | ScanWarning;

/** A device failure thrown by a driver; the operator sees the code. */
export class DriverError extends Error {
  readonly errorCode: ScanErrorCode;
  constructor(errorCode: ScanErrorCode, message: string) {
    super(message);
    this.name = 'DriverError';
    this.errorCode = errorCode;
  }
}

/**
 * A scanner; the scan service has no other interface to the hardware, and a real device implements
 * this contract too. `DRIVER_RULES` verifies the contract. Only one of `prepare`,
 * `checkTransducer`, `record` and `reset` is called at a time; the other methods at any time.
 *
 * Delivered frames do not count until the service has stored them: a driver keeps no frames, does
 * not repeat frames by itself, and records frames again when a later request includes them.
 */
export interface ScannerDriver {
  describe(): DeviceDescription;
  /** Returns identification and sensor values. Must return at once, also while recording. */
  hardware(): HardwareState;
  /**
   * Moves the device to the start position of a scan with these settings, and yields each check as
   * it ends, at most once per check. A failed check is yielded, not thrown; the remaining checks
   * may then be omitted. Ends the pause of a stopped scan. Returns without an error when `signal`
   * aborts; throws `DriverError` when the device cannot be prepared.
   */
  prepare(request: PrepareRequest, signal: AbortSignal): AsyncIterable<CheckResult>;
  /**
   * Tests the probe and each element of its array. Yields `transducer` last; otherwise behaves like
   * `prepare`.
   */
  checkTransducer(signal: AbortSignal): AsyncIterable<CheckResult>;
  /**
   * Records the sweeps in order, each requested frame once and in the order of its plan. Ends after
   * the last frame, or early and without an error when `signal` aborts, which stops a scan, also in
   * a pause. Before a frame that may be degraded, yields a warning and continues when the next
   * event is requested; to stop the array, the caller calls `pause` before that. Throws
   * `DriverError` when the device fails; frames delivered before stay valid.
   */
  record(request: ScanRequest, signal: AbortSignal): AsyncIterable<RecordingEvent>;
  /** Stops the array between two frames; a frame in progress may still be delivered. */
  pause(): void;
  /** Continues with the next frame without losing frames; has no effect without a pause. */
  resume(): void;
  /** Resets the device after an error; an aborted recording must have ended before. */
  reset(): Promise<void>;
  /**
   * Adds a fault that the device raises once, at the moment of the fault. Rejects a frame that the
   * running recording has passed, and a frame that no recording has. Only simulated devices
   * implement this method; called only in developer mode, at any time.
   */
  failAt?(fault: DeviceFault): FaultResponse;
}
