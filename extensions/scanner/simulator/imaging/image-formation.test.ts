import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  axisPointToSample,
  DEFAULT_DEVICE_SETTINGS as SETTINGS,
  sweepPlans,
} from '../../model/index.ts';
import { createPhantom } from '../phantom/phantom.ts';
import { TISSUE } from '../phantom/tissue.ts';
import { blockPhantom, fineFrame, meanOf, sampleAtDepth } from '../test-support/block.ts';
import { frameSimulator } from './image-formation.ts';

const SAMPLES = 400;
const FRAME = fineFrame(120, 0.25, SAMPLES);
const lineAt = (mm: number): number => Math.round(mm / 0.25);

/**
 * Returns the frame of a block of gland with a ball of another tissue 15 mm from the axis at 20 mm
 * depth, 12 o'clock.
 */
function frameWithBall(label: number): Uint8Array {
  const phantom = blockPhantom(34, 3, ([x, y, z]) =>
    Math.hypot(x, y - 20, z - 15) < 5 ? label : TISSUE.gland,
  );
  return frameSimulator(phantom, FRAME, SETTINGS).frameAt(0, 1);
}

// Mean grey levels inside the ball and behind it, and in the adjacent gland at these two depths.
const inside = (grey: Uint8Array): number =>
  meanOf(grey, SAMPLES, [lineAt(13), lineAt(17)], [sampleAtDepth(18), sampleAtDepth(22)]);
const behind = (grey: Uint8Array): number =>
  meanOf(grey, SAMPLES, [lineAt(13), lineAt(17)], [sampleAtDepth(28), sampleAtDepth(34)]);
const adjacentBehind = (grey: Uint8Array): number =>
  meanOf(grey, SAMPLES, [lineAt(24), lineAt(28)], [sampleAtDepth(28), sampleAtDepth(34)]);
const adjacent = (grey: Uint8Array): number =>
  meanOf(grey, SAMPLES, [lineAt(24), lineAt(28)], [sampleAtDepth(18), sampleAtDepth(22)]);

describe('the simulated image', () => {
  it('shows a cyst dark, with enhancement behind', () => {
    const grey = frameWithBall(TISSUE.cyst);
    expect(inside(grey)).toBeLessThan(20);
    expect(adjacent(grey)).toBeGreaterThan(90);
    // About 6 dB: 10 mm without the 0.75 dB/cm/MHz of gland, both ways.
    expect(behind(grey) - adjacentBehind(grey)).toBeGreaterThan(15);
  });

  it('shows a solid mass darker than gland, with a shadow behind', () => {
    const grey = frameWithBall(TISSUE.solid);
    expect(adjacent(grey) - inside(grey)).toBeGreaterThan(40);
    expect(inside(grey)).toBeGreaterThan(inside(frameWithBall(TISSUE.cyst)));
    expect(adjacentBehind(grey) - behind(grey)).toBeGreaterThan(20);
  });

  it('shows neither shadow nor enhancement without a lesion', () => {
    const grey = frameWithBall(TISSUE.gland);
    expect(Math.abs(behind(grey) - adjacentBehind(grey))).toBeLessThan(10);
  });

  it('spreads the same echoes over more grey levels when the dynamic range shrinks', () => {
    const phantom = blockPhantom(34, 3);
    const mean = (dynamicRangeDb: number): number => {
      const settings = { ...SETTINGS, dynamicRangeDb };
      return adjacent(frameSimulator(phantom, FRAME, settings).frameAt(0, 1));
    };
    expect(mean(40)).toBeLessThan(mean(60));
    expect(mean(60)).toBeLessThan(mean(80));
  });
});

describe('a simulated breast', { timeout: 60_000 }, () => {
  const [cen] = sweepPlans('FULL', { lines: 96, samples: 100 }, 45);
  const frame = cen!.frame;
  // A phantom takes most of a second to create; the tests below share a phantom of each side.
  const SEED = 47;
  const left = createPhantom(SEED, 'L');
  const right = createPhantom(SEED, 'R');
  const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

  it('returns the same bytes for the same seed, and other bytes for another seed', () => {
    const simulatorOf = (phantom: typeof left) => frameSimulator(phantom, frame, SETTINGS);
    const reference = simulatorOf(left);
    const sameSeed = simulatorOf(createPhantom(SEED, 'L'));
    const otherSeed = simulatorOf(createPhantom(SEED + 1, 'L'));
    expect(hash(reference.frameAt(40, 1))).toBe(hash(sameSeed.frameAt(40, 1)));
    expect(hash(reference.frameAt(40, 1))).not.toBe(hash(otherSeed.frameAt(40, 1)));
    expect(hash(reference.frameAt(40, 1))).not.toBe(hash(reference.frameAt(40, 2)));
  });

  for (const [side, phantom] of Object.entries({ L: left, R: right })) {
    it(`shows its cyst at the true location in the ${side} breast`, () => {
      const cyst = phantom.truth.lesions.find((lesion) => lesion.kind === 'cyst')!;
      expect(cyst.position.quadrant).toBe('upper outer');
      const [x, y, z] = cyst.centreMm;
      const clockDeg = (Math.atan2(x, z) * 180) / Math.PI;
      const grey = frameSimulator(phantom, frame, SETTINGS).frameAt(clockDeg, 1);
      const centre = axisPointToSample(frame, { radiusMm: Math.hypot(x, z), depthMm: y });
      const line = Math.round(centre.line);
      const sample = Math.round(centre.sample);
      const meanAtCyst = (values: Uint8Array): number =>
        meanOf(values, 100, [line - 2, line + 3], [sample - 3, sample + 4]);
      expect(meanAtCyst(grey)).toBeLessThan(30);
      const mirrored = frameSimulator(phantom, frame, SETTINGS).frameAt(360 - clockDeg, 1);
      expect(meanAtCyst(mirrored)).toBeGreaterThan(45);
    });
  }

  it('mirrors the anatomy of the left breast in the right breast', () => {
    const mirrored = right.truth;
    expect(mirrored.nippleMm[0]).toBeCloseTo(-left.truth.nippleMm[0]);
    for (const [i, lesion] of left.truth.lesions.entries()) {
      expect(mirrored.lesions[i]!.centreMm[0]).toBeCloseTo(-lesion.centreMm[0]);
      expect(mirrored.lesions[i]!.centreMm[2]).toBeCloseTo(lesion.centreMm[2]);
      expect(mirrored.lesions[i]!.position.quadrant).toBe(lesion.position.quadrant);
    }
  });

  it('casts a shadow behind the nipple according to the nipple’s attenuation', () => {
    const [nx, , nz] = right.truth.nippleMm;
    const clockDeg = (Math.atan2(nx, nz) * 180) / Math.PI;
    const line = Math.round(
      axisPointToSample(frame, { radiusMm: Math.hypot(nx, nz), depthMm: 9 }).line,
    );
    const levelBehind = (attenuation: number): number => {
      const { field } = right;
      const changed = field.acoustics.attenuation.slice();
      changed[TISSUE.nipple] = attenuation;
      const acoustics = { ...field.acoustics, attenuation: changed };
      const phantom = { ...right, field: { ...field, acoustics } };
      const grey = frameSimulator(phantom, frame, SETTINGS).frameAt(clockDeg, 1);
      return meanOf(grey, 100, [Math.max(0, line - 2), line + 3], [24, 34]);
    };
    expect(levelBehind(0.6) - levelBehind(3)).toBeGreaterThan(20);
  });
});
