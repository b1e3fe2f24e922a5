import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  depthBelowSkin,
  SKIN_ANGLES,
  type SkinSurface,
  skinYMm,
  type TransducerFace,
} from '#geometry';

const RADII = 40;
/** Distance of two radii, in mm. */
const STEP = 2;

/** Sloping plane, rising to the patient's left and to the head; unknown around 6 o'clock. */
const heightAt = (x: number, z: number): number => 3 + 0.05 * x + 0.02 * z;
const isUnknownAt = (deg: number, radius: number): boolean => radius > 20 && deg > 160 && deg < 200;
const skin: SkinSurface = {
  radii: RADII,
  radiusStepMm: STEP,
  depthMm: new Float32Array(SKIN_ANGLES * RADII).map((_, index) => {
    const radius = index % RADII;
    const deg = Math.floor(index / RADII);
    if (isUnknownAt(deg, radius)) return Number.NaN;
    const angle = (deg * Math.PI) / 180;
    return heightAt(Math.sin(angle) * radius * STEP, Math.cos(angle) * radius * STEP);
  }),
};
const face: TransducerFace = { pointMm: [0, -1, 0], inward: [0, 1, 0] };
const surface = { skin, face };

describe('depth', () => {
  it('is measured from the transducer face without skin', () => {
    const depth = depthBelowSkin({ skin: null, face }, [4, 20, 7]);
    expect(depth).toEqual({ depthMm: 21, depthReference: 'transducer-face' });
  });

  it.each([
    ['where the transducer had no contact', [0, 20, -60]],
    ['outside the map', [90, 20, 0]],
    ['where a neighbouring sample is unknown', [0, 20, -41]],
  ] as const)('is measured from the transducer face %s, with that reference', (_, point) => {
    expect(depthBelowSkin(surface, point)).toEqual({
      depthMm: 21,
      depthReference: 'transducer-face',
    });
  });

  it('is measured from the skin wherever known, at every angle', () => {
    const angles = fc.double({ min: 0, max: 359.999, noNaN: true });
    const radii = fc.double({ min: 0, max: (RADII - 1) * STEP - 0.01, noNaN: true });
    fc.assert(
      fc.property(
        angles,
        radii,
        fc.double({ min: -5, max: 60, noNaN: true }),
        (deg, radiusMm, y) => {
          fc.pre(deg < 155 || deg > 205);
          const angle = (deg * Math.PI) / 180;
          const x = Math.sin(angle) * radiusMm;
          const z = Math.cos(angle) * radiusMm;
          const depth = depthBelowSkin(surface, [x, y, z]);
          expect(depth.depthReference).toBe('skin');
          expect(Math.abs(depth.depthMm - (y - heightAt(x, z)))).toBeLessThan(0.01);
        },
      ),
    );
  });

  it('is negative above the skin, in the gel', () => {
    expect(depthBelowSkin(surface, [20, 1, 0]).depthMm).toBeCloseTo(-3, 3);
  });

  it('is known at the last radius of the map', () => {
    expect(skinYMm(skin, (RADII - 1) * STEP, 0)).toBeCloseTo(heightAt(78, 0), 4);
    expect(skinYMm(skin, (RADII - 1) * STEP + 0.01, 0)).toBeNull();
  });
});
