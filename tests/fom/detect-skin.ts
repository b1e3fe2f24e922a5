import { DEFAULT_DEVICE_SETTINGS, sweepPlans } from '../../extensions/scanner/model/index.ts';
import { findSkin, type SkinMap } from '../../extensions/scanner/reconstruction/index.ts';
import { frameSimulator, type Phantom } from '../../extensions/scanner/simulator/index.ts';
import { sweepOf } from './rec-support.ts';

/** Reconstructs the skin of a phantom from both sweeps. */
export function detectSkin(phantom: Phantom): Promise<SkinMap> {
  const plans = sweepPlans('FULL', { lines: 192, samples: 200 }, DEFAULT_DEVICE_SETTINGS.depthMm);
  const sweeps = plans.map((plan) => {
    const generator = frameSimulator(phantom, plan.frame, DEFAULT_DEVICE_SETTINGS);
    const size = plan.frame.lines * plan.frame.samples;
    const data = new Uint8Array(size * plan.clockDeg.length);
    for (const [i, deg] of plan.clockDeg.entries()) data.set(generator.frameAt(deg, i), i * size);
    return sweepOf(plan, data);
  });
  return findSkin(sweeps, async () => undefined);
}
