import { describe, expect, it } from 'vitest';
import { cross, scannedVolumeGeometry, viewVectors } from '#geometry';
import { LOOKS, nearestStandpoint, seenDirections, turned } from './space-camera.ts';
import { greysOf, opacityOf, SPACE_PRESETS, spaceVolume } from './space-volume.ts';

const close = (a: readonly number[], b: readonly number[]): void => {
  for (const [i, value] of a.entries()) expect(value).toBeCloseTo(b[i] ?? Number.NaN, 9);
};

describe('standing around a breast', () => {
  it('sees from the front what the coronal shows, from the feet what the transverse shows', () => {
    expect(LOOKS.front).toEqual(viewVectors('COR', 0));
    expect(LOOKS.feet).toEqual(viewVectors('TRA', 0));
    expect(LOOKS.right).toMatchObject({ normal: viewVectors('SAG', 0).normal });
  });

  it("has the patient's left at the right hand of who faces them", () => {
    const seen = Object.fromEntries(seenDirections(LOOKS.front).map((one) => [one.letter, one]));
    expect(seen.L).toMatchObject({ right: 1 });
    expect(seen.H?.down).toBeCloseTo(-1);
    expect(seen.A?.near).toBeCloseTo(1);
    expect(seenDirections(LOOKS.front).at(-1)?.letter).toBe('A');
  });

  it('comes from the front to the left side and to the head by a quarter turn', () => {
    close(turned(LOOKS.front, 90, 0).normal, LOOKS.left.normal);
    close(turned(LOOKS.front, -90, 0).normal, LOOKS.right.normal);
    close(turned(LOOKS.front, 0, 90).normal, LOOKS.head.normal);
    close(turned(LOOKS.front, 0, -90).normal, LOOKS.feet.normal);
    expect(nearestStandpoint(turned(LOOKS.front, 80, 0))).toMatchObject({ standpoint: 'left' });
  });

  it('stays upright and of unit length however often it turns', () => {
    let look = LOOKS.front;
    for (let i = 0; i < 500; i += 1) look = turned(look, 7.3, i % 2 === 0 ? 3.1 : -2.9);
    expect(Math.hypot(...look.normal)).toBeCloseTo(1, 9);
    expect(Math.hypot(...cross(look.up, look.normal))).toBeCloseTo(1, 9);
  });
});

describe('a volume drawn as a whole', () => {
  const geometry = scannedVolumeGeometry([9, 6, 9], [0.5, 0.25, 0.5], 2);
  const voxels = new Uint8Array(9 * 6 * 9).fill(40);
  const source = { id: 'volume-a', geometry, voxels };

  it('keeps every voxel where it lies in the patient when it gets coarser', () => {
    const coarse = spaceVolume(source, 5, false);
    expect(coarse.geometry.sizes).toEqual([4, 3, 4]);
    expect(coarse.geometry.spacingMm).toEqual([1, 0.5, 1]);
    close(coarse.geometry.originMm, [
      geometry.originMm[0] + 0.25,
      geometry.originMm[1] + 0.125,
      geometry.originMm[2] + 0.25,
    ]);
  });

  it('is the volume itself when it is small enough', () => {
    expect(spaceVolume(source, 9, false)).toBe(source);
  });

  it('never shows what lies outside the covered cylinder, inverted neither', () => {
    const dark = spaceVolume(source, 9, true);
    expect(dark.voxels[0]).toBe(0);
    expect(dark.voxels[4 + 9 * (3 + 6 * 4)]).toBe(215);
  });

  it.each(SPACE_PRESETS.map((preset) => [preset.id, preset] as const))(
    'shows %s by the same share of voxels, however the gain was set',
    (_, preset) => {
      const greys = Uint8Array.from({ length: 4000 }, (_, at) => (at < 1000 ? 0 : 20 + (at % 60)));
      const louder = greys.map((grey) => (grey === 0 ? 0 : grey * 2));
      const [soft, loud] = [opacityOf(preset, greys), opacityOf(preset, louder)];
      expect(soft[0]).toEqual([0, 0]);
      soft.slice(2).forEach(([grey, amount], n) => {
        expect(Math.abs((loud[n + 2]?.[0] ?? 0) - 2 * grey)).toBeLessThanOrEqual(1);
        expect(loud[n + 2]?.[1]).toBe(amount);
      });
    },
  );

  it('gives every grey one opacity, in rising order, also where all voxels are alike', () => {
    for (const preset of SPACE_PRESETS) {
      const points = opacityOf(preset, new Uint8Array(100).fill(77)).map(([grey]) => grey);
      expect(points).toEqual([...new Set(points)].sort((a, b) => a - b));
    }
    expect(greysOf(new Uint8Array(100).fill(77))).toEqual([77, 78]);
  });
});
