import {
  DEFAULT_DEVICE_SETTINGS,
  type DeviceSettings,
} from '../../extensions/scanner/model/index.ts';
import { frameSimulator } from '../../extensions/scanner/simulator/index.ts';
import {
  blockPhantom,
  correlation,
  fineFrame,
} from '../../extensions/scanner/simulator/test-support/block.ts';

/** Fine enough for the narrowest speckle to span several lines and samples. */
export const BLOCK_FRAME = { ...fineFrame(256, 0.11, 900), depthStepMm: 0.045 };
const { lines: LINES, samples: SAMPLES, depthStepMm, firstDepthMm, lateralPitchMm } = BLOCK_FRAME;

/** Returns the index of the sample nearest to a depth. */
export const sampleAt = (depthMm: number): number =>
  Math.round((depthMm - firstDepthMm) / depthStepMm);

/** Settings with one beam for each line and without filters, which show only the acoustics. */
export const PLAIN: DeviceSettings = {
  ...DEFAULT_DEVICE_SETTINGS,
  doubler: false,
  filterName: 'FAMODE1',
};

/** Returns the envelope of a block of gland. */
export function blockEnvelope(
  scattererSeed: number,
  clockDeg: number,
  change: Partial<DeviceSettings> = {},
): Float32Array {
  const block = blockPhantom(36, scattererSeed);
  const settings = { ...PLAIN, ...change };
  return frameSimulator(block, BLOCK_FRAME, settings).envelopeAt(clockDeg, scattererSeed);
}

/** Returns all values of a depth band. */
export function bandOf(envelope: Float32Array, fromMm: number, toMm: number): number[] {
  const values: number[] = [];
  for (let line = 0; line < LINES; line += 1) {
    for (let j = sampleAt(fromMm); j < sampleAt(toMm); j += 1) {
      values.push(envelope[line * SAMPLES + j]!);
    }
  }
  return values;
}

/**
 * Returns the speckle width: twice the lag at which the autocorrelation of the envelope in a band
 * falls to one half, linear between lags.
 */
export function speckleWidthMm(
  envelope: Float32Array,
  band: readonly [number, number],
  axis: 'lateral' | 'axial',
): number {
  const stepMm = axis === 'lateral' ? lateralPitchMm : depthStepMm;
  const stride = axis === 'lateral' ? SAMPLES : 1;
  let previous = 1;
  for (let lag = 1; lag < 60; lag += 1) {
    const a: number[] = [];
    const b: number[] = [];
    for (let line = 0; line < LINES - (axis === 'lateral' ? lag : 0); line += 1) {
      for (let j = sampleAt(band[0]); j < sampleAt(band[1]); j += 1) {
        a.push(envelope[line * SAMPLES + j]!);
        b.push(envelope[line * SAMPLES + j + lag * stride]!);
      }
    }
    const current = correlation(a, b);
    if (current < 0.5) return 2 * (lag - (0.5 - current) / (previous - current)) * stepMm;
    previous = current;
  }
  return Number.POSITIVE_INFINITY;
}
