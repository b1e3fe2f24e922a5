import { loadavg } from 'node:os';
import {
  DEFAULT_DEVICE_SETTINGS,
  type DeviceSettings,
  type SweepPlan,
  sweepPlans,
} from '../../extensions/scanner/model/index.ts';
import {
  frameSimulator,
  signalSimulator,
} from '../../extensions/scanner/simulator/imaging/image-formation.ts';
import { createPhantom, type Phantom } from '../../extensions/scanner/simulator/index.ts';
import { referenceKernels } from '../../extensions/scanner/simulator/kernels/reference-kernels.ts';
import { wasmKernels } from '../../extensions/scanner/simulator/kernels/wasm-kernels.ts';
import { type Figure, machine, median, quartiles, round } from './support/figure.ts';

const ROUNDS = 9;
const FAST_FRAMES = 12;
const SIZE = { lines: 512, samples: 512 };

/** Other device settings, measured besides the sweeps with default settings. */
const OTHERS: readonly (readonly [string, Partial<DeviceSettings>])[] = [
  ['no-doubler-no-filter', { doubler: false, filterName: 'FAMODE1' }],
  ['compound', { compound: true }],
];

/**
 * Measures frames of 512 × 512 per second on one thread, in the order of a scan, one degree after
 * the other, in turns with the plain TypeScript reference of the loops. Both sweeps with default
 * settings count; the cost of other settings is reported besides.
 */
export async function simulate(): Promise<readonly Figure[]> {
  const phantom = createPhantom(4711, 'R');
  const plans = sweepPlans('FULL', SIZE, DEFAULT_DEVICE_SETTINGS.depthMm);
  const [first] = plans;
  if (first === undefined) throw new Error('The protocol has no sweeps');
  const signal = signalSimulator(phantom, first.frame, DEFAULT_DEVICE_SETTINGS);
  const figures = [
    ...plans.map((plan) => sweepFigure(phantom, plan, DEFAULT_DEVICE_SETTINGS, plan.sweep)),
    ...OTHERS.map(([name, change]) =>
      sweepFigure(phantom, first, { ...DEFAULT_DEVICE_SETTINGS, ...change }, `CEN-${name}`),
    ),
  ];
  const rates = Array.from({ length: ROUNDS }, (_, i) => rateOf(signal, 40 * i, FAST_FRAMES));
  return [...figures, figureOf('CEN-with-RF', rates.slice(1), null)];
}

interface FrameGenerator {
  frameAt(clockDeg: number, frameSeed: number): unknown;
}

function rateOf(generator: FrameGenerator, from: number, frames: number): number {
  const startMs = performance.now();
  for (let i = 0; i < frames; i += 1) generator.frameAt((from + i) % 360, from + i);
  return (1000 * frames) / (performance.now() - startMs);
}

function sweepFigure(
  phantom: Phantom,
  { frame }: SweepPlan,
  settings: DeviceSettings,
  name: string,
): Figure {
  const fast = frameSimulator(phantom, frame, settings, wasmKernels);
  const plain = frameSimulator(phantom, frame, settings, referenceKernels);
  // The first calls run in the baseline compiler.
  rateOf(fast, 0, FAST_FRAMES);
  rateOf(plain, 0, 1);
  const productRates: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    productRates.push(rateOf(fast, 40 * round, FAST_FRAMES));
    peer.push(rateOf(plain, 40 * round, 1));
  }
  return figureOf(name, productRates, peer);
}

function figureOf(
  name: string,
  productRates: readonly number[],
  peer: readonly number[] | null,
): Figure {
  const what = 'the plain TypeScript reference';
  return {
    name: `simulate/${name}`,
    figure: round(median(productRates)),
    unit: 'frames of 512 × 512 per second',
    target: name.includes('-') ? 'none' : '≥ 100',
    runs: productRates.length,
    spread: quartiles(productRates),
    machine: machine(),
    against: peer === null ? {} : { what, framesPerSecond: round(median(peer)) },
    more: { load: loadavg().map(round) },
  };
}
