import { describe, expect, it } from 'vitest';
import { DEFAULT_DEVICE_SETTINGS, sweepPlans } from '../../model/index.ts';
import { frameMaker } from '../image-formation.ts';
import { createPhantom } from '../phantom.ts';
import { referenceKernels } from './reference-kernels.ts';
import { wasmKernels } from './wasm-kernels.ts';

const SIZE = { lines: 48, samples: 62 };
const PLANS = sweepPlans('FULL', SIZE, DEFAULT_DEVICE_SETTINGS.depthMm);
const phantom = createPhantom(4711, 'L');

/** The two ways round in another order, with sums in 32 bits against 64 (f32x4 against numbers). */
const ENVELOPE_TOLERANCE = 2e-4;

describe('the hot loops of the simulator', () => {
  it.each(PLANS)('make the frames of the plain reference, sweep $sweep', ({ frame }) => {
    const fast = frameMaker(phantom, frame, DEFAULT_DEVICE_SETTINGS, wasmKernels);
    const plain = frameMaker(phantom, frame, DEFAULT_DEVICE_SETTINGS, referenceKernels);
    const envelope = fast.envelopeAt(33, 7);
    const expected = plain.envelopeAt(33, 7);
    expect(envelope.length).toBe(SIZE.lines * SIZE.samples);
    const largest = expected.reduce((most, value) => Math.max(most, value), 0);
    let worst = 0;
    for (const [i, value] of envelope.entries()) {
      worst = Math.max(worst, Math.abs(value - (expected[i] ?? Number.NaN)));
    }
    expect(worst / largest).toBeLessThan(ENVELOPE_TOLERANCE);
    const grey = fast.frameAt(33, 7);
    const plainGrey = plain.frameAt(33, 7);
    let off = 0;
    for (const [i, value] of grey.entries())
      off = Math.max(off, Math.abs(value - (plainGrey[i] ?? 256)));
    expect(off).toBeLessThanOrEqual(1);
    // Not black, nor all of one grey: an empty frame would equal an empty one.
    expect(new Set(grey).size).toBeGreaterThan(100);
  });

  it('give the same bytes for the same seed, and others for another', () => {
    const { frame } = PLANS[0] ?? {};
    if (frame === undefined) throw new Error('a protocol has sweeps');
    const one = frameMaker(phantom, frame, DEFAULT_DEVICE_SETTINGS);
    const other = frameMaker(phantom, frame, DEFAULT_DEVICE_SETTINGS);
    expect(one.frameAt(200, 5)).toEqual(other.frameAt(200, 5));
    expect(one.frameAt(200, 5)).not.toEqual(other.frameAt(200, 6));
  });
});
