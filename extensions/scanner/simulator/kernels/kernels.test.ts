import { describe, expect, it } from 'vitest';
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings, sweepPlans } from '../../model/index.ts';
import { frameSimulator, signalSimulator } from '../imaging/image-formation.ts';
import { createPhantom } from '../phantom/phantom.ts';
import { referenceKernels } from './reference-kernels.ts';
import { wasmKernels } from './wasm-kernels.ts';

const SIZE = { lines: 48, samples: 62 };
const PLANS = sweepPlans('FULL', SIZE, DEFAULT_DEVICE_SETTINGS.depthMm);
/** Five lines of the peripheral sweep. */
const NARROW = { ...sweepPlans('FULL', SIZE, 45)[1]!.frame, lines: 5 };
const phantom = createPhantom(4711, 'L');

/**
 * Tolerance between the implementations, which differ in order and in precision of sums (f32x4
 * against 64-bit numbers).
 */
const ENVELOPE_TOLERANCE = 2e-4;

const PLAIN: DeviceSettings = { ...DEFAULT_DEVICE_SETTINGS, filterName: 'FAMODE1' };

/** Returns the largest difference between two lists of equal length. */
function maxDifference(values: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(values.length).toBe(expected.length);
  let max = 0;
  for (let i = 0; i < values.length; i += 1) {
    max = Math.max(max, Math.abs((values[i] ?? Number.NaN) - (expected[i] ?? Number.NaN)));
  }
  return max;
}

describe('the wasm kernels', () => {
  it.each(PLANS)('produce the frames of the plain reference, sweep $sweep', ({ frame }) => {
    const fast = frameSimulator(phantom, frame, PLAIN, wasmKernels);
    const plain = frameSimulator(phantom, frame, PLAIN, referenceKernels);
    const envelope = fast.envelopeAt(33, 7);
    const expected = plain.envelopeAt(33, 7);
    expect(envelope.length).toBe(SIZE.lines * SIZE.samples);
    const largest = expected.reduce((max, value) => Math.max(max, value), 0);
    expect(maxDifference(envelope, expected) / largest).toBeLessThan(ENVELOPE_TOLERANCE);
    const grey = fast.frameAt(33, 7);
    expect(maxDifference(grey, plain.frameAt(33, 7))).toBeLessThanOrEqual(1);
    // Neither black nor uniform; otherwise two empty frames would be equal.
    expect(new Set(grey).size).toBeGreaterThan(100);
  });

  it.each(['FAMODE2', 'FAMODE3', 'FAMODE4'] as const)(
    'filter like the plain reference: %s',
    (name) => {
      const settings = { ...DEFAULT_DEVICE_SETTINGS, filterName: name, compound: true };
      const frames = [wasmKernels, referenceKernels].map((createKernels) =>
        frameSimulator(phantom, NARROW, settings, createKernels).frameAt(120, 3),
      );
      const [fast = [], plain = []] = frames;
      // A grey level of the unfiltered image may differ by 1, and the filter may amplify that
      // difference.
      expect(maxDifference(fast, plain)).toBeLessThanOrEqual(3);
      const unfiltered = { ...settings, filterName: 'FAMODE1' } as const;
      expect(
        maxDifference(fast, frameSimulator(phantom, NARROW, unfiltered).frameAt(120, 3)),
      ).toBeGreaterThan(9);
    },
  );

  it("produce the receiver's signal of the plain reference, and the image from that signal", () => {
    const [fast, plain] = [wasmKernels, referenceKernels].map((createKernels) =>
      signalSimulator(phantom, NARROW, PLAIN, createKernels).frameAt(200, 9),
    );
    if (fast === undefined || plain === undefined) throw new Error('Expected two frames');
    expect(maxDifference(fast.signal, plain.signal)).toBeLessThanOrEqual(2);
    expect(maxDifference(fast.grey, plain.grey)).toBeLessThanOrEqual(1);
    expect(new Set(fast.signal).size).toBeGreaterThan(100);
  });

  it('return the same bytes for the same frame seed, and other bytes for another frame seed', () => {
    const { frame } = PLANS[0] ?? {};
    if (frame === undefined) throw new Error('The protocol has no sweeps');
    const first = frameSimulator(phantom, frame, DEFAULT_DEVICE_SETTINGS);
    const second = frameSimulator(phantom, frame, DEFAULT_DEVICE_SETTINGS);
    expect(first.frameAt(200, 5)).toEqual(second.frameAt(200, 5));
    expect(first.frameAt(200, 5)).not.toEqual(second.frameAt(200, 6));
  });
});
