import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { HardwareState } from '#contracts';
import { ok, type Result } from '#foundation';
import { deviceDegOfClock, type ScannerSettings } from '../model/index.ts';
import { createPhantom, frameMaker, type Phantom, seedOfText } from '../simulator/index.ts';
import type {
  DeviceDescription,
  RecordedFrame,
  ScannerDriver,
  ScanOrder,
} from './scanner-driver.ts';

/** Frames a second of the device that is simulated. */
export const DEVICE_FRAMES_PER_SECOND = 24;

const DESCRIPTION: DeviceDescription = {
  // Turns against the clock and starts at 3 o'clock, so that nothing works by ignoring the encoder.
  deviceAngle: { direction: -1, zeroDeg: 90 },
};

type SimulatorSettings = Pick<ScannerSettings, 'speedFactor' | 'seed'>;

/** The seed of the patient that a scan meets; the same scan always meets the same one. */
export function patientSeed(settings: Pick<ScannerSettings, 'seed'>, scanId: string): number {
  return settings.seed ?? seedOfText(scanId);
}

/** A scanner made of software: image formation on a phantom, at the pace of a device. */
export class SimulatorDriver implements ScannerDriver {
  readonly #settings: SimulatorSettings;
  #motor360Deg = DESCRIPTION.deviceAngle.zeroDeg;
  #motor180Deg = 0;
  #resumed: PromiseWithResolvers<void> | null = null;
  /** The patient of the last scan; a restart meets the same one. */
  #patient: { readonly key: string; readonly phantom: Phantom } | null = null;

  constructor(settings: SimulatorSettings) {
    this.#settings = settings;
  }

  describe(): DeviceDescription {
    return DESCRIPTION;
  }

  hardware(): HardwareState {
    return {
      productId: 'CF-SIM',
      revision: 'A',
      serialNumber: 'SIM-0001',
      firmware: 'simulated 1.0.0',
      probe: null,
      wirelessCharger: { connected: false, charging: false },
      battery: { charge: 100, temperature: 24, ok: true },
      motor180: { positionDeg: this.#motor180Deg, ok: true },
      motor360: { positionDeg: this.#motor360Deg, ok: true },
      waterSensor: { levelPercent: 100, ok: true },
      motionSensor: { movementMm: 0, ok: true },
      lastUpdateTimeStamp: new Date().toISOString(),
    };
  }

  async prepare(_signal: AbortSignal): Promise<Result<void>> {
    this.resume();
    this.#motor360Deg = DESCRIPTION.deviceAngle.zeroDeg;
    this.#motor180Deg = 0;
    return ok(undefined);
  }

  async *record(order: ScanOrder, signal: AbortSignal): AsyncIterable<RecordedFrame> {
    const phantom = this.#phantomOf(order);
    const frameMs = 1000 / (DEVICE_FRAMES_PER_SECOND * this.#settings.speedFactor);
    let due = performance.now();
    for (const plan of order.sweeps) {
      const maker = frameMaker(phantom, plan.frame, order.settings);
      this.#motor180Deg = plan.frame.tiltDeg;
      for (const [frameIdx, clockDeg] of plan.clockDeg.entries()) {
        due = Math.max(due + frameMs, performance.now());
        if (!(await this.#reach(due, signal))) return;
        const deviceDeg = deviceDegOfClock(DESCRIPTION.deviceAngle, clockDeg);
        this.#motor360Deg = deviceDeg;
        const grey = maker.frameAt(clockDeg, frameIdx * 2 + (plan.sweep === 'PER' ? 1 : 0));
        yield { sweep: plan.sweep, frameIdx, deviceDeg, grey };
      }
    }
  }

  pause(): void {
    this.#resumed ??= Promise.withResolvers<void>();
  }

  resume(): void {
    this.#resumed?.resolve();
    this.#resumed = null;
  }

  async reset(): Promise<void> {
    this.resume();
    this.#motor360Deg = DESCRIPTION.deviceAngle.zeroDeg;
    this.#motor180Deg = 0;
  }

  #phantomOf({ scanId, side }: ScanOrder): Phantom {
    const seed = patientSeed(this.#settings, scanId);
    const key = `${seed} ${side}`;
    if (this.#patient?.key !== key) this.#patient = { key, phantom: createPhantom(seed, side) };
    return this.#patient.phantom;
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

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
