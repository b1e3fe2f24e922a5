import {
  DEFAULT_DEVICE_SETTINGS,
  type DeviceSettings,
  type FrameSize,
  sweepPlans,
} from '../../extensions/scanner/model/index.ts';
import type { Reconstruction } from '../../extensions/scanner/reconstruction/index.ts';
import { frameSimulator, type Phantom } from '../../extensions/scanner/simulator/index.ts';
import { sweepOf, volumeOf } from './rec-support.ts';

export interface QuickScan {
  readonly size: FrameSize;
  /** Degrees between frames. */
  readonly everyDeg: number;
  readonly voxelMm: number;
  /** Settings of the device; the defaults if absent. */
  readonly settings?: DeviceSettings;
}

/** Scans a phantom with both sweeps and reconstructs the volume. */
export function scanVolume(phantom: Phantom, scan: QuickScan): Promise<Reconstruction> {
  const settings = scan.settings ?? DEFAULT_DEVICE_SETTINGS;
  const plans = sweepPlans('FULL', scan.size, settings.depthMm);
  const sweeps = plans.map((fullPlan) => {
    const clockDeg = fullPlan.clockDeg.filter((deg) => deg % scan.everyDeg === 0);
    const plan = { ...fullPlan, clockDeg };
    const generator = frameSimulator(phantom, plan.frame, settings);
    const size = plan.frame.lines * plan.frame.samples;
    const data = new Uint8Array(size * clockDeg.length);
    for (const [i, deg] of clockDeg.entries()) data.set(generator.frameAt(deg, i), i * size);
    return sweepOf(plan, data);
  });
  return volumeOf(sweeps, scan.voxelMm);
}
