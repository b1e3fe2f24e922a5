import { setTimeout as sleep } from 'node:timers/promises';
import type { HardwareState } from '#contracts';
import { ok, type Result } from '#foundation';
import { deviceDegOfClock } from '../../model/index.ts';
import {
  type DeviceDescription,
  DriverError,
  type RecordedFrame,
  type ScannerDriver,
  type ScanOrder,
} from '../scanner-driver.ts';
import { plainHardware } from './hardware.ts';

/** A driver that delivers grey frames without any physics, and breaks where a test says. */
export class QuickDriver implements ScannerDriver {
  breakAtFrame: number | null = null;
  frameMs = 0;
  #paused = false;

  describe(): DeviceDescription {
    return {
      deviceAngle: { direction: -1, zeroDeg: 90 },
    };
  }

  hardware(): HardwareState {
    return plainHardware();
  }

  async prepare(): Promise<Result<void>> {
    this.#paused = false;
    return ok(undefined);
  }

  async *record(order: ScanOrder, signal: AbortSignal): AsyncIterable<RecordedFrame> {
    let count = 0;
    for (const { sweep, frame, clockDeg } of order.sweeps) {
      for (const [frameIdx, deg] of clockDeg.entries()) {
        do await sleep(this.frameMs);
        while (this.#paused && !signal.aborted);
        if (signal.aborted) return;
        if (count === this.breakAtFrame) throw new DriverError('MotorStallDetected', 'stuck');
        count += 1;
        const grey = new Uint8Array(frame.lines * frame.samples).fill(frameIdx % 256);
        const deviceDeg = deviceDegOfClock(this.describe().deviceAngle, deg);
        yield { sweep, frameIdx, deviceDeg, grey };
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
