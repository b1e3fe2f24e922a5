import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  axisPointToSample,
  DEFAULT_DEVICE_SETTINGS as SETTINGS,
  sweepPlans,
} from '../../model/index.ts';
import { createPhantom } from '../phantom/phantom.ts';
import { TISSUE } from '../phantom/tissue.ts';
import { blockPhantom, fineFrame, meanOf } from '../test-support/block.ts';
import { frameSimulator } from './image-formation.ts';

const SAMPLES = 400;
const FRAME = fineFrame(120, 0.25, SAMPLES);
const atDepth = (mm: number): number => Math.round((mm - 2) / 0.1);
const line = (mm: number): number => Math.round(mm / 0.25);

/**
 * Draws a block of gland with a ball of another tissue 15 mm from the axis at 20 mm depth, 12
 * o'clock.
 */
function withBall(label: number): Uint8Array {
  const phantom = blockPhantom(34, 3, ([x, y, z]) =>
    Math.hypot(x, y - 20, z - 15) < 5 ? label : TISSUE.gland,
  );
  return frameSimulator(phantom, FRAME, SETTINGS).frameAt(0, 1);
}

const inside = (grey: Uint8Array): number =>
  meanOf(grey, SAMPLES, [line(13), line(17)], [atDepth(18), atDepth(22)]);
const behind = (grey: Uint8Array): number =>
  meanOf(grey, SAMPLES, [line(13), line(17)], [atDepth(28), atDepth(34)]);
const adjacent = (grey: Uint8Array): number =>
  meanOf(grey, SAMPLES, [line(24), line(28)], [atDepth(28), atDepth(34)]);
const level = (grey: Uint8Array): number =>
  meanOf(grey, SAMPLES, [line(24), line(28)], [atDepth(18), atDepth(22)]);

describe('the simulated image', () => {
  it('shows a cyst dark, with enhancement behind', () => {
    const grey = withBall(TISSUE.cyst);
    expect(inside(grey)).toBeLessThan(20);
    expect(level(grey)).toBeGreaterThan(90);
    // About 6 dB: 10 mm without the 0.75 dB/cm/MHz of gland, both ways.
    expect(behind(grey) - adjacent(grey)).toBeGreaterThan(15);
  });

  it('shows a solid mass darker than gland, with a shadow behind', () => {
    const grey = withBall(TISSUE.solid);
    expect(level(grey) - inside(grey)).toBeGreaterThan(40);
    expect(inside(grey)).toBeGreaterThan(inside(withBall(TISSUE.cyst)));
    expect(adjacent(grey) - behind(grey)).toBeGreaterThan(20);
  });

  it('shows neither shadow nor enhancement without a lesion', () => {
    const grey = withBall(TISSUE.gland);
    expect(Math.abs(behind(grey) - adjacent(grey))).toBeLessThan(10);
  });

  it('spreads the same echoes over more grey levels when the dynamic range shrinks', () => {
    const phantom = blockPhantom(34, 3);
    const mean = (dynamicRangeDb: number): number => {
      const settings = { ...SETTINGS, dynamicRangeDb };
      return level(frameSimulator(phantom, FRAME, settings).frameAt(0, 1));
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
    const [one, same] = [simulatorOf(left), simulatorOf(createPhantom(SEED, 'L'))];
    const other = simulatorOf(createPhantom(SEED + 1, 'L'));
    expect(hash(one.frameAt(40, 1))).toBe(hash(same.frameAt(40, 1)));
    expect(hash(one.frameAt(40, 1))).not.toBe(hash(other.frameAt(40, 1)));
    expect(hash(one.frameAt(40, 1))).not.toBe(hash(one.frameAt(40, 2)));
  });

  for (const [side, phantom] of Object.entries({ L: left, R: right })) {
    it(`shows its cyst at the true location in the ${side} breast`, () => {
      const cyst = phantom.truth.lesions.find((lesion) => lesion.kind === 'cyst')!;
      expect(cyst.position.quadrant).toBe('upper outer');
      const [x, y, z] = cyst.centreMm;
      const clockDeg = (Math.atan2(x, z) * 180) / Math.PI;
      const grey = frameSimulator(phantom, frame, SETTINGS).frameAt(clockDeg, 1);
      const at = axisPointToSample(frame, { radiusMm: Math.hypot(x, z), depthMm: y });
      const [l, s] = [Math.round(at.line), Math.round(at.sample)];
      expect(meanOf(grey, 100, [l - 2, l + 3], [s - 3, s + 4])).toBeLessThan(30);
      const opposite = frameSimulator(phantom, frame, SETTINGS).frameAt(360 - clockDeg, 1);
      expect(meanOf(opposite, 100, [l - 2, l + 3], [s - 3, s + 4])).toBeGreaterThan(45);
    });
  }

  it('mirrors left and right: the outer side has the same anatomy', () => {
    const other = right.truth;
    expect(other.nippleMm[0]).toBeCloseTo(-left.truth.nippleMm[0]);
    for (const [i, lesion] of left.truth.lesions.entries()) {
      expect(other.lesions[i]!.centreMm[0]).toBeCloseTo(-lesion.centreMm[0]);
      expect(other.lesions[i]!.centreMm[2]).toBeCloseTo(lesion.centreMm[2]);
      expect(other.lesions[i]!.position.quadrant).toBe(lesion.position.quadrant);
    }
  });

  it('casts a shadow behind the nipple according to the nipple’s attenuation', () => {
    const [nx, , nz] = right.truth.nippleMm;
    const clockDeg = (Math.atan2(nx, nz) * 180) / Math.PI;
    const l = Math.round(
      axisPointToSample(frame, { radiusMm: Math.hypot(nx, nz), depthMm: 9 }).line,
    );
    const under = (attenuation: number): number => {
      const { field } = right;
      const changed = field.acoustics.attenuation.slice();
      changed[TISSUE.nipple] = attenuation;
      const acoustics = { ...field.acoustics, attenuation: changed };
      const phantom = { ...right, field: { ...field, acoustics } };
      const grey = frameSimulator(phantom, frame, SETTINGS).frameAt(clockDeg, 1);
      return meanOf(grey, 100, [Math.max(0, l - 2), l + 3], [24, 34]);
    };
    expect(under(0.6) - under(3)).toBeGreaterThan(20);
  });
});
