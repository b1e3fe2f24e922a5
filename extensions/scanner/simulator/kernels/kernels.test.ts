import { describe, expect, it } from 'vitest';
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings, sweepPlans } from '../../model/index.ts';
import { frameSimulator, signalSimulator } from '../imaging/image-formation.ts';
import { createPhantom } from '../phantom/phantom.ts';
import { referenceKernels } from './reference-kernels.ts';
import { wasmKernels } from './wasm-kernels.ts';

const SIZE = { lines: 48, samples: 62 };
const PLANS = sweepPlans('FULL', SIZE, DEFAULT_DEVICE_SETTINGS.depthMm);
/** Five lines of the peripheral sweep. */
const [NARROW] = sweepPlans('FULL', SIZE, 45)
  .map(({ frame }) => ({ ...frame, lines: 5 }))
  .slice(1);
if (NARROW === undefined) throw new Error('A protocol has two sweeps');
const phantom = createPhantom(4711, 'L');

/** The two ways round in another order, with sums in 32 bits against 64 (f32x4 against numbers). */
const ENVELOPE_TOLERANCE = 2e-4;

const PLAIN: DeviceSettings = { ...DEFAULT_DEVICE_SETTINGS, filterName: 'FAMODE1' };

/** The largest difference of two equally long lists. */
function maxDifference(some: ArrayLike<number>, others: ArrayLike<number>): number {
  expect(some.length).toBe(others.length);
  let max = 0;
  for (let i = 0; i < some.length; i += 1) {
    max = Math.max(max, Math.abs((some[i] ?? Number.NaN) - (others[i] ?? Number.NaN)));
  }
  return max;
}

describe('the hot loops of the simulator', () => {
  it.each(PLANS)('make the frames of the plain reference, sweep $sweep', ({ frame }) => {
    const fast = frameSimulator(phantom, frame, PLAIN, wasmKernels);
    const plain = frameSimulator(phantom, frame, PLAIN, referenceKernels);
    const envelope = fast.envelopeAt(33, 7);
    const expected = plain.envelopeAt(33, 7);
    expect(envelope.length).toBe(SIZE.lines * SIZE.samples);
    const largest = expected.reduce((max, value) => Math.max(max, value), 0);
    expect(maxDifference(envelope, expected) / largest).toBeLessThan(ENVELOPE_TOLERANCE);
    const grey = fast.frameAt(33, 7);
    expect(maxDifference(grey, plain.frameAt(33, 7))).toBeLessThanOrEqual(1);
    // Not black, nor all of one grey: an empty frame would equal an empty one.
    expect(new Set(grey).size).toBeGreaterThan(100);
  });

  it.each(['FAMODE2', 'FAMODE3', 'FAMODE4'] as const)(
    'filter as the plain reference: %s',
    (name) => {
      const settings = { ...DEFAULT_DEVICE_SETTINGS, filterName: name, compound: true };
      const frames = [wasmKernels, referenceKernels].map((createKernels) =>
        frameSimulator(phantom, NARROW, settings, createKernels).frameAt(120, 3),
      );
      const [fast = [], plain = []] = frames;
      // A grey of the unfiltered picture may differ by 1, and what stands out is raised by as much again.
      expect(maxDifference(fast, plain)).toBeLessThanOrEqual(3);
      const unfiltered = { ...settings, filterName: 'FAMODE1' } as const;
      expect(
        maxDifference(fast, frameSimulator(phantom, NARROW, unfiltered).frameAt(120, 3)),
      ).toBeGreaterThan(9);
    },
  );

  it("keep the receiver's signal of the plain reference, and make the picture of it", () => {
    const [fast, plain] = [wasmKernels, referenceKernels].map((createKernels) =>
      signalSimulator(phantom, NARROW, PLAIN, createKernels).frameAt(200, 9),
    );
    if (fast === undefined || plain === undefined) throw new Error('two frames');
    expect(maxDifference(fast.signal, plain.signal)).toBeLessThanOrEqual(2);
    expect(maxDifference(fast.grey, plain.grey)).toBeLessThanOrEqual(1);
    expect(new Set(fast.signal).size).toBeGreaterThan(100);
  });

  it('give the same bytes for the same seed, and others for another', () => {
    const { frame } = PLANS[0] ?? {};
    if (frame === undefined) throw new Error('a protocol has sweeps');
    const one = frameSimulator(phantom, frame, DEFAULT_DEVICE_SETTINGS);
    const other = frameSimulator(phantom, frame, DEFAULT_DEVICE_SETTINGS);
    expect(one.frameAt(200, 5)).toEqual(other.frameAt(200, 5));
    expect(one.frameAt(200, 5)).not.toEqual(other.frameAt(200, 6));
  });
});
