import type { DeviceAngle, HardwareState, ScanErrorCode, ScanProtocol } from '#contracts';
import type { Result } from '#foundation';
import type { Side } from '#geometry';
import type { DeviceSettings, SweepName, SweepPlan } from '../model/index.ts';

/** What the device is; does not change while it is connected. */
export interface DeviceDescription {
  /** How its encoder maps to the clock. */
  readonly deviceAngle: DeviceAngle;
}

/** What is to be recorded. */
export interface ScanOrder {
  readonly scanId: string;
  readonly side: Side;
  readonly protocol: ScanProtocol;
  readonly sweeps: readonly SweepPlan[];
  readonly settings: DeviceSettings;
}

/** One frame as the device delivers it. */
export interface RecordedFrame {
  readonly sweep: SweepName;
  /** Index within the sweep's plan. */
  readonly frameIdx: number;
  /** Angle of the encoder when the frame was taken, degrees (not the clock angle). */
  readonly deviceDeg: number;
  /** `lines · samples` grey values of B-mode, depth fastest; the receiver may keep it. */
  readonly grey: Uint8Array;
}

/** A device failure on its way out of `record`; the code is shown to the operator. */
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
 * implementation of this contract.
 */
export interface ScannerDriver {
  describe(): DeviceDescription;
  /** What it is and what its sensors say. Must answer at once, also while recording. */
  hardware(): HardwareState;
  /**
   * Brings the device into the position a scan starts from; a pause in which an earlier scan was
   * stopped is over. The Problem's code is a ScanErrorCode.
   */
  prepare(signal: AbortSignal): Promise<Result<void>>;
  /**
   * Records the sweeps in order, each frame once and in the order of its plan. Ends after the last
   * frame, or early and without an error when `signal` aborts, which is how a scan is stopped.
   * Throws DriverError when the device fails. One recording at a time.
   */
  record(order: ScanOrder, signal: AbortSignal): AsyncIterable<RecordedFrame>;
  /** Holds the array between two frames; a recording goes on with the next frame after `resume`. */
  pause(): void;
  resume(): void;
  /** Sets the device back after an error; an aborted recording must have ended. */
  reset(): Promise<void>;
}
