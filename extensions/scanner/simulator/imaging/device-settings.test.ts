import { describe, expect, it } from 'vitest';
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '../../model/index.ts';
import { TISSUE } from '../phantom/tissue.ts';
import { blockPhantom, fineFrame, meanOf, sampleAtDepth } from '../test-support/block.ts';
import { frameSimulator } from './image-formation.ts';

const SAMPLES = 400;
const FRAME = fineFrame(120, 0.2, SAMPLES);
const PLAIN: DeviceSettings = {
  ...DEFAULT_DEVICE_SETTINGS,
  doubler: false,
  filterName: 'FAMODE1',
};
const UNIFORM = blockPhantom(32, 8);
/** Lateral position of an edge along the depth: fat before it, and gland, 13 dB brighter, after. */
const EDGE_MM = 12;
const EDGE_BLOCK = blockPhantom(32, 8, ([, , z]) => (z < EDGE_MM ? TISSUE.fat : TISSUE.gland));

const simulatorWith = (change: Partial<DeviceSettings>, block = UNIFORM) =>
  frameSimulator(block, FRAME, { ...PLAIN, ...change });

/** Returns all values near the focus, where gain and beam width are almost constant. */
function nearFocus(values: ArrayLike<number>): number[] {
  const list: number[] = [];
  for (let line = 0; line < FRAME.lines; line += 1) {
    for (let j = sampleAtDepth(23); j < sampleAtDepth(27); j += 1)
      list.push(values[line * SAMPLES + j]!);
  }
  return list;
}

function spread(values: readonly number[]): { mean: number; deviation: number; ratio: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const deviation = Math.sqrt(variance);
  return { mean, deviation, ratio: mean / deviation };
}

/** Angles whose frames show independent speckle. */
const ANGLES = [5, 95, 200];

/** Averages a statistic of the speckle near the focus over frames. */
const meanOverAngles = (statistic: (clockDeg: number) => number): number =>
  ANGLES.reduce((sum, clockDeg) => sum + statistic(clockDeg) / ANGLES.length, 0);

describe('compound', () => {
  it('smooths speckle by a factor of about 1.6, and keeps the level', () => {
    const speckleOf = (change: Partial<DeviceSettings>) => {
      const simulator = simulatorWith(change);
      const statistic = (name: 'ratio' | 'mean') =>
        meanOverAngles((deg) => spread(nearFocus(simulator.envelopeAt(deg, 4)))[name]);
      return { ratio: statistic('ratio'), mean: statistic('mean') };
    };
    const single = speckleOf({});
    const compound = speckleOf({ compound: true });
    expect(compound.ratio / single.ratio).toBeGreaterThan(1.4);
    expect(compound.ratio / single.ratio).toBeLessThan(1.8);
    expect(Math.abs(20 * Math.log10(compound.mean / single.mean))).toBeLessThan(0.5);
  });

  it('shows structures at the same location as a straight look', () => {
    const cyst = blockPhantom(32, 8, ([x, y, z]) =>
      x * x + (y - 25) ** 2 + (z - 12) ** 2 < 16 ? TISSUE.cyst : TISSUE.gland,
    );
    const edges = (change: Partial<DeviceSettings>): readonly number[] => {
      const grey = simulatorWith(change, cyst).frameAt(0, 2);
      const dark = Array.from(
        { length: FRAME.lines },
        (_, line) =>
          meanOf(grey, SAMPLES, [line, line + 1], [sampleAtDepth(24), sampleAtDepth(26)]) < 60,
      );
      return [dark.indexOf(true), dark.lastIndexOf(true)];
    };
    const straight = edges({});
    const compound = edges({ compound: true });
    // The cyst is 8 mm wide, or 40 lines.
    expect(straight[1]! - straight[0]!).toBeGreaterThan(30);
    for (const [i, line] of straight.entries()) {
      expect(Math.abs(compound[i]! - line)).toBeLessThanOrEqual(3);
    }
  });

  it('softens a shadow, because the slanted looks pass the obstacle on both sides', () => {
    const dense = blockPhantom(32, 8, ([x, y, z]) =>
      x * x + (y - 12) ** 2 + (z - 12) ** 2 < 9 ? TISSUE.solid : TISSUE.gland,
    );
    dense.field.acoustics.attenuation[TISSUE.solid] = 3;
    const shadow = (change: Partial<DeviceSettings>): number => {
      const grey = simulatorWith(change, dense).frameAt(0, 2);
      const level = (from: number, to: number) =>
        meanOf(grey, SAMPLES, [Math.round(from / 0.2), Math.round(to / 0.2)], [250, 300]);
      return level(18, 23) - level(11, 13);
    };
    expect(shadow({})).toBeGreaterThan(30);
    expect(shadow({ compound: true })).toBeLessThan(0.8 * shadow({}));
  });
});

describe('doubler', () => {
  it('fires every other line, and fills the lines between with the mean of both neighbours', () => {
    const reference = simulatorWith({}).envelopeAt(40, 6);
    const doubled = simulatorWith({ doubler: true }).envelopeAt(40, 6);
    const valueAt = (values: Float32Array, line: number, j: number) => values[line * SAMPLES + j]!;
    const expectedAt = (line: number, j: number): number => {
      if (line % 2 === 0) return valueAt(reference, line, j);
      const before = valueAt(doubled, line - 1, j);
      // The last line has only one neighbour.
      if (line + 1 === FRAME.lines) return before;
      return (before + valueAt(doubled, line + 1, j)) / 2;
    };
    for (let line = 0; line < FRAME.lines; line += 1) {
      for (let j = 0; j < SAMPLES; j += 7) {
        expect(valueAt(doubled, line, j)).toBeCloseTo(expectedAt(line, j), 5);
      }
    }
  });
});

/**
 * Returns the number of lines over which the mean level of the edge rises from a fifth to four
 * fifths.
 */
function edgeLines(frames: readonly Uint8Array[]): number {
  const levels = Array.from({ length: FRAME.lines }, (_, line) =>
    frames.map((grey) =>
      meanOf(grey, SAMPLES, [line, line + 1], [sampleAtDepth(21), sampleAtDepth(29)]),
    ),
  );
  const profile = levels.map((list) => spread(list).mean);
  const edgeLine = EDGE_MM / FRAME.lateralPitchMm;
  const low = spread(profile.slice(edgeLine - 30, edgeLine - 10)).mean;
  const high = spread(profile.slice(edgeLine + 10, edgeLine + 30)).mean;
  const crossing = (share: number): number => {
    const level = low + share * (high - low);
    const after = profile.findIndex((value, line) => line > edgeLine - 10 && value > level);
    const before = profile[after - 1]!;
    return after - (profile[after]! - level) / (profile[after]! - before);
  };
  return crossing(0.8) - crossing(0.2);
}

describe('filters', () => {
  const speckleWith = (filterName: DeviceSettings['filterName']) => {
    const simulator = simulatorWith({ filterName });
    const statistic = (name: 'mean' | 'deviation') =>
      meanOverAngles((deg) => spread(nearFocus(simulator.frameAt(deg, 4)))[name]);
    return { mean: statistic('mean'), deviation: statistic('deviation') };
  };
  const edgeLinesWith = (filterName: DeviceSettings['filterName']): number =>
    edgeLines(
      [-12, -8, -4, 0, 4, 8, 12].map((deg) =>
        simulatorWith({ filterName }, EDGE_BLOCK).frameAt(deg, 4),
      ),
    );

  it('keep the level of tissue', () => {
    const unfiltered = speckleWith('FAMODE1');
    for (const name of ['FAMODE2', 'FAMODE3', 'FAMODE4'] as const) {
      // Levels in dB are skewed: a median lies above their mean.
      expect(Math.abs(speckleWith(name).mean - unfiltered.mean), name).toBeLessThan(4);
    }
  });

  it('smooth slightly (median) or strongly (adaptive), or sharpen', () => {
    const unfiltered = speckleWith('FAMODE1').deviation;
    // The level of fully developed speckle varies by 5.57 dB.
    expect(unfiltered / (255 / PLAIN.dynamicRangeDb)).toBeCloseTo(5.57, 0);
    expect(speckleWith('FAMODE2').deviation).toBeLessThan(0.95 * unfiltered);
    expect(speckleWith('FAMODE2').deviation).toBeGreaterThan(0.5 * unfiltered);
    expect(speckleWith('FAMODE3').deviation).toBeLessThan(0.65 * unfiltered);
    expect(speckleWith('FAMODE4').deviation).toBeGreaterThan(1.1 * unfiltered);
  });

  it('keep the width of an edge, or make the edge narrower', () => {
    const unfiltered = edgeLinesWith('FAMODE1');
    expect(Math.abs(edgeLinesWith('FAMODE2') - unfiltered)).toBeLessThan(1);
    expect(Math.abs(edgeLinesWith('FAMODE3') - unfiltered)).toBeLessThan(2);
    expect(edgeLinesWith('FAMODE4')).toBeLessThan(0.8 * unfiltered);
  });
});
