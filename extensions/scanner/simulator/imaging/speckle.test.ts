import { describe, expect, it } from 'vitest';
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '../../model/index.ts';
import { hash32 } from '../math/random.ts';
import { scattererStream } from '../phantom/scatterers.ts';
import { blockPhantom, correlation, fineFrame, sampleAtDepth } from '../test-support/block.ts';
import { beamWidths } from './beam.ts';
import { frameSimulator } from './image-formation.ts';

const SAMPLES = 400;
const LINES = 160;
const PITCH_MM = 0.175;
const FRAME = fineFrame(LINES, PITCH_MM, SAMPLES);
const BLOCK = blockPhantom(36, 99);

/** A separate beam for every line. */
const PLAIN: DeviceSettings = { ...DEFAULT_DEVICE_SETTINGS, doubler: false };

const envelopeOf = (change: Partial<DeviceSettings>, clockDeg = 30): Float32Array =>
  frameSimulator(BLOCK, FRAME, { ...PLAIN, ...change }).envelopeAt(clockDeg, 5);

const meanValue = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Returns the distance at which the envelope's autocorrelation in a band falls to one half, along
 * an axis.
 */
function halfWidthMm(envelope: Float32Array, depthMm: number, axis: 'lateral' | 'axial'): number {
  const from = sampleAtDepth(depthMm - 2.5);
  const to = sampleAtDepth(depthMm + 2.5);
  const stepMm = axis === 'lateral' ? PITCH_MM : FRAME.depthStepMm;
  let previous = 1;
  for (let lag = 1; lag < 40; lag += 1) {
    const a: number[] = [];
    const b: number[] = [];
    for (let line = 0; line < LINES - (axis === 'lateral' ? lag : 0); line += 1) {
      for (let j = from; j < to; j += 1) {
        a.push(envelope[line * SAMPLES + j]!);
        b.push(
          axis === 'lateral'
            ? envelope[(line + lag) * SAMPLES + j]!
            : envelope[line * SAMPLES + j + lag]!,
        );
      }
    }
    const current = correlation(a, b);
    if (current < 0.5) return (lag - (0.5 - current) / (previous - current)) * stepMm;
    previous = current;
  }
  return Number.POSITIVE_INFINITY;
}

describe('speckle in a uniform block', () => {
  it('has the envelope signal-to-noise ratio of fully developed speckle, 1.91', () => {
    const ratios: number[] = [];
    for (const clockDeg of [10, 70, 130, 200, 280]) {
      const envelope = envelopeOf({}, clockDeg);
      // Bands of 2 mm, in which gain and focus are almost constant.
      for (let mm = 20; mm < 30; mm += 2) {
        const values: number[] = [];
        for (let line = 0; line < LINES; line += 1) {
          values.push(
            ...envelope.subarray(
              line * SAMPLES + sampleAtDepth(mm),
              line * SAMPLES + sampleAtDepth(mm + 2),
            ),
          );
        }
        const mean = meanValue(values);
        const variance = meanValue(values.map((value) => (value - mean) ** 2));
        ratios.push(mean / Math.sqrt(variance));
      }
    }
    expect(Math.abs(meanValue(ratios) - 1.91)).toBeLessThan(0.08);
  });

  it('is equally bright along the array and at every angle', () => {
    // Lines that read some scatterers twice would cause stripes of half a dB.
    const block = blockPhantom(36, 4711);
    const simulator = frameSimulator(block, FRAME, PLAIN);
    const power = (envelope: Float32Array, from: number, to: number): number => {
      let sum = 0;
      for (let line = from; line < to; line += 1) {
        for (let j = sampleAtDepth(15); j < sampleAtDepth(35); j += 1)
          sum += envelope[line * SAMPLES + j]! ** 2;
      }
      return sum / (to - from);
    };
    const angles = Array.from({ length: 24 }, (_, i) => 15 * i);
    const frames = angles.map((clockDeg) => simulator.envelopeAt(clockDeg, 5));
    const overall = meanValue(frames.map((frame) => power(frame, 0, LINES)));
    const differenceDb = (value: number): number => Math.abs(10 * Math.log10(value / overall));
    const upright = [0, 90, 180, 270].map((deg) => power(frames[deg / 15]!, 0, LINES));
    const slanted = [45, 135, 225, 315].map((deg) => power(frames[deg / 15]!, 0, LINES));
    expect(differenceDb(meanValue(upright))).toBeLessThan(0.35);
    expect(differenceDb(meanValue(slanted))).toBeLessThan(0.35);
    for (let from = 0; from < LINES; from += 40) {
      const section = meanValue(frames.map((frame) => power(frame, from, from + 40)));
      expect(differenceDb(section)).toBeLessThan(0.35);
    }
  });

  it('differs between patients with consecutive seeds', () => {
    const columns = (seed: number) =>
      Array.from({ length: 32 }, (_, x) => hash32(scattererStream(seed), 4096 + x, 4096));
    const hashes = new Set([20, 21, 22, 23, 24, 25, 26, 27].flatMap(columns));
    expect(hashes.size).toBe(8 * 32);
  });

  it('is narrowest at the focus, and follows a moved focus', () => {
    const middle = envelopeOf({ focusMm: 25 });
    const shallow = envelopeOf({ focusMm: 10 });
    expect(halfWidthMm(middle, 25, 'lateral')).toBeLessThan(
      0.7 * halfWidthMm(middle, 10, 'lateral'),
    );
    expect(halfWidthMm(middle, 25, 'lateral')).toBeLessThan(
      0.7 * halfWidthMm(middle, 38, 'lateral'),
    );
    expect(halfWidthMm(shallow, 10, 'lateral')).toBeLessThan(
      0.7 * halfWidthMm(shallow, 25, 'lateral'),
    );
  });

  it('gets finer with frequency, along the beam and across', () => {
    const low = envelopeOf({ frequencyHz: 3.5e6 });
    const high = envelopeOf({ frequencyHz: 7e6 });
    for (const axis of ['axial', 'lateral'] as const) {
      const ratio = halfWidthMm(low, 25, axis) / halfWidthMm(high, 25, axis);
      expect(ratio, axis).toBeGreaterThan(1.3);
      expect(ratio, axis).toBeLessThan(2.4);
    }
  });

  it('agrees with the neighbouring frame near the axis, but not at the rim', () => {
    const coarse = { ...FRAME, lateralPitchMm: 0.35, firstLateralMm: 0 };
    const wide = blockPhantom(62, 99);
    const simulator = frameSimulator(wide, coarse, PLAIN);
    const frame = simulator.envelopeAt(30, 1);
    const neighbour = simulator.envelopeAt(31, 2);
    const agreement = (fromMm: number, toMm: number): number => {
      const a: number[] = [];
      const b: number[] = [];
      for (let line = Math.round(fromMm / 0.35); line < Math.round(toMm / 0.35); line += 1) {
        for (let j = sampleAtDepth(22); j < sampleAtDepth(28); j += 1) {
          a.push(frame[line * SAMPLES + j]!);
          b.push(neighbour[line * SAMPLES + j]!);
        }
      }
      return correlation(a, b);
    };
    expect(agreement(1, 6)).toBeGreaterThan(0.8);
    expect(agreement(50, 55)).toBeLessThan(0.4);
  });
});

describe('beam widths', () => {
  it('follow the wavelength', () => {
    const widthsAt = (frequencyHz: number) =>
      beamWidths({ ...DEFAULT_DEVICE_SETTINGS, frequencyHz }, 25);
    // At the focus: the wavelength of 0.308 mm times the f-number, and half a pulse of 1.6 cycles.
    expect(widthsAt(5e6).lateralMm).toBeCloseTo(0.308 * 2.2, 3);
    expect(widthsAt(5e6).axialMm).toBeCloseTo(0.246, 3);
    expect(widthsAt(2.5e6).lateralMm / widthsAt(5e6).lateralMm).toBeCloseTo(2, 6);
  });
});
