import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { lengthOf } from '../math/portable-math.ts';
import { drawAnatomy } from './anatomy.ts';
import { createPhantom, lesionCount, type Phantom } from './phantom.ts';
import { lesionLabel, TISSUE } from './tissue.ts';

const ANATOMIES = Array.from({ length: 400 }, (_, i) => drawAnatomy(1 + i, 1));
const shareOf = (count: number): number => count / ANATOMIES.length;

/**
 * A fatty breast with a cancer and two other lesions; a dense breast with a cyst; an inverted
 * nipple.
 */
const BREASTS = [createPhantom(44, 'R'), createPhantom(47, 'L'), createPhantom(53, 'R')];

/** Returns the tissue label at a point; -1 outside the field. */
function labelAt({ field }: Phantom, x: number, y: number, z: number): number {
  const i = Math.floor(x / field.cellMm + field.nx / 2);
  const k = Math.floor(z / field.cellMm + field.nz / 2);
  return field.labels[(k * field.nx + i) * field.ny + Math.floor(y / field.cellMm)] ?? -1;
}

describe('a phantom', () => {
  it('is the same on every machine, to the byte', () => {
    const { field } = BREASTS[1]!;
    const hash = createHash('sha256');
    for (const array of [field.labels, field.skinTopMm, field.skinBottomMm, field.muscleTopMm]) {
      hash.update(array);
    }
    for (const table of Object.values(field.acoustics)) hash.update(table);
    expect(hash.digest('hex')).toBe(
      'ee7aa719274b34d8166f28eb9101c44586640b786f3d4fc702236ddc5e783993',
    );
  });

  it('has no lesion in a quarter of all cases, and up to three lesions otherwise', () => {
    const counts = ANATOMIES.map(lesionCount);
    expect(shareOf(counts.filter((count) => count === 0).length)).toBeCloseTo(0.25, 1);
    expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3]));
  });

  it('shares no random number with the phantom of the next seed', () => {
    const numbers = ANATOMIES.flatMap((anatomy) => [
      anatomy.nippleX,
      anatomy.density,
      anatomy.fatMm,
    ]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('has any density, and a nipple up to 8 mm from the axis', () => {
    const densities = ANATOMIES.map(({ density }) => density).sort((a, b) => a - b);
    expect(densities[0]).toBeLessThan(0.05);
    expect(densities.at(-1)).toBeGreaterThan(0.95);
    const offsets = ANATOMIES.map(({ nippleX, nippleZ }) => lengthOf(nippleX, nippleZ));
    expect(Math.max(...offsets)).toBeLessThan(8);
    expect(Math.max(...offsets)).toBeGreaterThan(6.5);
  });

  it('has a raised, flat or inverted nipple, sometimes without a shadow', () => {
    for (const variant of ['everted', 'flat', 'inverted'] as const) {
      const count = ANATOMIES.filter(({ nippleVariant }) => nippleVariant === variant).length;
      expect(shareOf(count), variant).toBeGreaterThan(0.1);
    }
    const shadowless = ANATOMIES.filter(({ nippleAttenuation }) => nippleAttenuation < 0.9);
    expect(shareOf(shadowless.length)).toBeCloseTo(1 / 6, 1);
    expect(Math.max(...ANATOMIES.map(({ nippleAttenuation }) => nippleAttenuation))).toBeLessThan(
      3.1,
    );
  });
});

describe('the truth of a phantom', () => {
  it('contains the lesions at their locations in the tissue', () => {
    const lesions = BREASTS.flatMap((phantom) =>
      phantom.truth.lesions.map((lesion, index) => ({ phantom, lesion, index })),
    );
    expect(lesions.length).toBeGreaterThan(4);
    for (const { phantom, lesion, index } of lesions) {
      const [x, y, z] = lesion.centreMm;
      const centreParts = ['body', 'core'] as const;
      expect(centreParts.map((part) => lesionLabel(index, part))).toContain(
        labelAt(phantom, x, y, z),
      );
      expect(lesion.contains([x, y, z])).toBe(true);
      expect(lesion.contains([x, y + 2.5 * lesion.radiiMm[1], z])).toBe(false);
    }
  });

  it('keeps lesions apart from each other, from the nipple, from skin and muscle', () => {
    for (const breast of BREASTS) {
      const { truth, field } = breast;
      for (const [index, lesion] of truth.lesions.entries()) {
        const [x, y, z] = lesion.centreMm;
        const [, ry] = lesion.radiiMm;
        expect(lesion.position.distanceFromNippleMm).toBeGreaterThan(lesion.radiiMm[0] + 6);
        expect(y - ry).toBeGreaterThan(truth.skinDepthMm(x, z) + 1.5);
        const labelBelow = labelAt(breast, x, y + ry + field.cellMm, z);
        expect([TISSUE.muscle, TISSUE.chestWall, -1]).not.toContain(labelBelow);
        for (const other of truth.lesions.slice(index + 1)) {
          const [dx, dy, dz] = [0, 1, 2].map((i) => other.centreMm[i]! - lesion.centreMm[i]!);
          const minDistance = Math.max(...lesion.radiiMm) + Math.max(...other.radiiMm);
          expect(lengthOf(dx!, dy!, dz!)).toBeGreaterThan(minDistance);
        }
      }
    }
  });

  it('reports the floor of an inverted nipple as its tip, deeper than the skin beside the nipple', () => {
    const { truth } = BREASTS[2]!;
    expect(truth.nippleVariant).toBe('inverted');
    const [x, y, z] = truth.nippleMm;
    expect(y - truth.skinDepthMm(x + 9, z)).toBeGreaterThan(1.5);
  });
});

describe('the tissue', () => {
  it('has ducts, and ribs that block the sound', () => {
    const { field } = BREASTS[0]!;
    const count = (label: number) => field.labels.filter((value) => value === label).length;
    expect(count(TISSUE.duct)).toBeGreaterThan(500);
    expect(count(TISSUE.rib)).toBeGreaterThan(10_000);
    expect(field.acoustics.attenuation[TISSUE.rib]).toBeGreaterThan(10);
  });
});
