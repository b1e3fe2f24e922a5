import { loadavg } from 'node:os';
import { DEFAULT_DEVICE_SETTINGS, sweepPlans } from '../../extensions/scanner/model/index.ts';
import { frameMaker } from '../../extensions/scanner/simulator/image-formation.ts';
import { createPhantom } from '../../extensions/scanner/simulator/index.ts';
import { referenceKernels } from '../../extensions/scanner/simulator/kernels/reference-kernels.ts';
import { wasmKernels } from '../../extensions/scanner/simulator/kernels/wasm-kernels.ts';
import { type Figure, machine, median, quartiles, round } from './figure.ts';

const ROUNDS = 9;
const FAST_FRAMES = 12;
const SIZE = { lines: 512, samples: 512 };

/**
 * Frames of 512 × 512 a second on one thread, as a scan asks for them, one degree after the other;
 * against the plain TypeScript that the loops are held equal to, in turns.
 */
export async function simulate(): Promise<readonly Figure[]> {
  const phantom = createPhantom(4711, 'R');
  const [plan] = sweepPlans('FULL', SIZE, DEFAULT_DEVICE_SETTINGS.depthMm);
  if (plan === undefined) throw new Error('A protocol has sweeps');
  const fast = frameMaker(phantom, plan.frame, DEFAULT_DEVICE_SETTINGS, wasmKernels);
  const plain = frameMaker(phantom, plan.frame, DEFAULT_DEVICE_SETTINGS, referenceKernels);
  const rate = (make: typeof fast, from: number, frames: number): number => {
    const began = performance.now();
    for (let i = 0; i < frames; i += 1) make.frameAt((from + i) % 360, from + i);
    return (1000 * frames) / (performance.now() - began);
  };
  // The first calls run in the baseline compiler.
  rate(fast, 0, FAST_FRAMES);
  rate(plain, 0, 1);
  const own: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(rate(fast, 40 * round, FAST_FRAMES));
    peer.push(rate(plain, 40 * round, 1));
  }
  return [
    {
      ...{ name: 'simulate', figure: round(median(own)), unit: 'frames of 512 × 512 a second' },
      ...{ target: '≥ 100', runs: ROUNDS, spread: quartiles(own), machine: machine() },
      against: { what: 'the plain TypeScript reference', framesPerSecond: round(median(peer)) },
      more: { load: loadavg().map(round) },
    },
  ];
}
