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
/** Frames per round; the reference is so slow that it draws one. */
const FAST_FRAMES = 12;
/** Angle between the first frames of two rounds, so that nine rounds cover the circle. */
const ANGLE_STEP_DEG = 360 / ROUNDS;
const SIZE = { lines: 512, samples: 512 };

/** Changes of the default device settings, each with a figure of its own. */
const OTHER_SETTINGS: readonly (readonly [string, Partial<DeviceSettings>])[] = [
  ['no-doubler-no-filter', { doubler: false, filterName: 'FAMODE1' }],
  ['compound', { compound: true }],
];

/**
 * Measures frames of 512 × 512 per second on one thread, one degree after the other as in a scan,
 * in turns with the plain TypeScript reference of the loops. Both sweeps with default settings have
 * a target; other settings are reported without one.
 */
export async function simulate(): Promise<readonly Figure[]> {
  const phantom = createPhantom(4711, 'R');
  const plans = sweepPlans('FULL', SIZE, DEFAULT_DEVICE_SETTINGS.depthMm);
  const [central] = plans;
  if (central === undefined) throw new Error('The protocol has no sweeps');
  const signal = signalSimulator(phantom, central.frame, DEFAULT_DEVICE_SETTINGS);
  const figures = [
    ...plans.map((plan) => sweepFigure(phantom, plan, DEFAULT_DEVICE_SETTINGS, plan.sweep)),
    ...OTHER_SETTINGS.map(([name, change]) =>
      sweepFigure(phantom, central, { ...DEFAULT_DEVICE_SETTINGS, ...change }, `CEN-${name}`),
    ),
  ];
  const rates = Array.from({ length: ROUNDS }, (_, i) =>
    rateOf(signal, ANGLE_STEP_DEG * i, FAST_FRAMES),
  );
  return [...figures, figureOf('CEN-with-RF', rates.slice(1), null)];
}

interface FrameGenerator {
  frameAt(clockDeg: number, frameSeed: number): unknown;
}

/** Returns frames per second. */
function rateOf(generator: FrameGenerator, fromDeg: number, frames: number): number {
  const startMs = performance.now();
  for (let i = 0; i < frames; i += 1) generator.frameAt((fromDeg + i) % 360, fromDeg + i);
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
  // Warm-up: the first calls run in the baseline compiler.
  rateOf(fast, 0, FAST_FRAMES);
  rateOf(plain, 0, 1);
  const productRates: number[] = [];
  const peerRates: number[] = [];
  for (let roundIdx = 0; roundIdx < ROUNDS; roundIdx += 1) {
    const fromDeg = ANGLE_STEP_DEG * roundIdx;
    productRates.push(rateOf(fast, fromDeg, FAST_FRAMES));
    peerRates.push(rateOf(plain, fromDeg, 1));
  }
  return figureOf(name, productRates, peerRates);
}

function figureOf(
  name: string,
  productRates: readonly number[],
  peerRates: readonly number[] | null,
): Figure {
  const what = 'the plain TypeScript reference';
  return {
    name: `simulate/${name}`,
    figure: round(median(productRates)),
    unit: 'frames of 512 × 512 per second',
    // Names without a suffix are the sweeps with default settings.
    target: name.includes('-') ? 'none' : '≥ 100',
    runs: productRates.length,
    spread: quartiles(productRates),
    machine: machine(),
    against: peerRates === null ? {} : { what, framesPerSecond: round(median(peerRates)) },
    more: { load: loadavg().map(round) },
  };
}
