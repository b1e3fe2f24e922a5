import { setTimeout as sleep } from 'node:timers/promises';
import type { HardwareState, ScanErrorCode } from '#contracts';
import { aHardwareState } from '#testing';
import { deviceDegOfClock } from '../../model/index.ts';
import {
  type CheckResult,
  type DeviceDescription,
  DriverError,
  type PrepareRequest,
  type RecordingEvent,
  type ScannerDriver,
  type ScanRequest,
} from '../driver/scanner-driver.ts';

/** Driver that delivers uniform grey frames without physics, and fails where a test requests. */
export class QuickDriver implements ScannerDriver {
  /** Fails once with `breakWith` before the frame of this running number; null for never. */
  breakAtFrame: number | null = null;
  breakWith: ScanErrorCode = 'MotorStallDetected';
  /** Warns once before the frame of this running number; null for never. */
  warnAtFrame: number | null = null;
  warnWith: ScanErrorCode = 'TooMuchMovement';
  frameMs = 0;
  checkMs = 0;
  /** Whether frames come with a signal, which has twice as many depth samples. */
  withRf = false;
  checks: readonly CheckResult[] = [
    { check: 'probe', outcome: 'Passed', detail: null, failedElements: [] },
    { check: 'transducer', outcome: 'Passed', detail: null, failedElements: [] },
  ];
  prepared: PrepareRequest | null = null;
  requests: ScanRequest[] = [];
  #paused = false;

  describe(): DeviceDescription {
    return { deviceAngle: { direction: -1, zeroDeg: 90 } };
  }

  hardware(): HardwareState {
    return aHardwareState({ productId: 'QUICK', serialNumber: 'Q-1', firmware: '1' });
  }

  async *prepare(request: PrepareRequest, signal: AbortSignal): AsyncIterable<CheckResult> {
    this.#paused = false;
    this.prepared = request;
    yield* this.checkTransducer(signal);
  }

  async *checkTransducer(signal: AbortSignal): AsyncIterable<CheckResult> {
    for (const check of this.checks) {
      await sleep(this.checkMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      yield check;
    }
  }

  async *record(request: ScanRequest, signal: AbortSignal): AsyncIterable<RecordingEvent> {
    this.requests.push(request);
    let count = 0;
    for (const { sweep, frame, clockDeg } of request.sweeps) {
      for (const frameIdx of request.only?.[sweep] ?? clockDeg.keys()) {
        if (count === this.breakAtFrame) {
          this.breakAtFrame = null;
          throw new DriverError(this.breakWith, 'stuck');
        }
        if (count === this.warnAtFrame) {
          this.warnAtFrame = null;
          yield { kind: 'warning', errorCode: this.warnWith, detail: 'requested by the test' };
        }
        do await sleep(this.frameMs);
        while (this.#paused && !signal.aborted);
        if (signal.aborted) return;
        count += 1;
        const grey = new Uint8Array(frame.lines * frame.samples).fill(frameIdx % 256);
        const deviceDeg = deviceDegOfClock(this.describe().deviceAngle, clockDeg[frameIdx] ?? 0);
        const rf =
          this.withRf && request.settings.acquisitionMode === 'RF'
            ? {
                data: new Int16Array(2 * grey.length).fill(-frameIdx),
                lines: frame.lines,
                samples: 2 * frame.samples,
                depthStepMm: frame.depthStepMm / 2,
                firstDepthMm: frame.firstDepthMm,
                lateralPitchMm: frame.lateralPitchMm,
                whiteAmplitude: 1000,
              }
            : null;
        yield { kind: 'frame', sweep, frameIdx, deviceDeg, grey, rf };
      }
    }
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
  }

  async reset(): Promise<void> {
    this.#paused = false;
    this.breakAtFrame = null;
  }
}
