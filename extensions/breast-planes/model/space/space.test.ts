import { describe, expect, it } from 'vitest';
import { cross, scannedVolumeGeometry, viewVectors } from '#geometry';
import {
  nearestCameraPreset,
  PRESET_ORIENTATIONS,
  projectedDirections,
  rotateOrientation,
} from './space-camera.ts';
import { greyLevelRange, opacityOf, SPACE_PRESETS, spaceVolume } from './space-volume.ts';

const expectClose = (actual: readonly number[], expected: readonly number[]): void => {
  for (const [index, value] of actual.entries()) {
    expect(value).toBeCloseTo(expected[index] ?? Number.NaN, 9);
  }
};

describe('the camera of the 3D view', () => {
  it('shows the coronal orientation from the front and the transverse orientation from the feet', () => {
    expect(PRESET_ORIENTATIONS.front).toEqual(viewVectors('COR', 0));
    expect(PRESET_ORIENTATIONS.feet).toEqual(viewVectors('TRA', 0));
    expect(PRESET_ORIENTATIONS.right).toMatchObject({ normal: viewVectors('SAG', 0).normal });
  });

  it("has the patient's left at the viewer's right when seen from the front", () => {
    const directions = Object.fromEntries(
      projectedDirections(PRESET_ORIENTATIONS.front).map((direction) => [
        direction.marker,
        direction,
      ]),
    );
    expect(directions.L).toMatchObject({ right: 1 });
    expect(directions.H?.down).toBeCloseTo(-1);
    expect(directions.A?.near).toBeCloseTo(1);
    expect(projectedDirections(PRESET_ORIENTATIONS.front).at(-1)?.marker).toBe('A');
  });

  it('moves from the front to a side, to the head or to the feet by a quarter turn', () => {
    expectClose(
      rotateOrientation(PRESET_ORIENTATIONS.front, 90, 0).normal,
      PRESET_ORIENTATIONS.left.normal,
    );
    expectClose(
      rotateOrientation(PRESET_ORIENTATIONS.front, -90, 0).normal,
      PRESET_ORIENTATIONS.right.normal,
    );
    expectClose(
      rotateOrientation(PRESET_ORIENTATIONS.front, 0, 90).normal,
      PRESET_ORIENTATIONS.head.normal,
    );
    expectClose(
      rotateOrientation(PRESET_ORIENTATIONS.front, 0, -90).normal,
      PRESET_ORIENTATIONS.feet.normal,
    );
    expect(nearestCameraPreset(rotateOrientation(PRESET_ORIENTATIONS.front, 80, 0))).toMatchObject({
      cameraPreset: 'left',
    });
  });

  it('stays upright with unit length after many rotations', () => {
    let orientation = PRESET_ORIENTATIONS.front;
    for (let step = 0; step < 500; step += 1) {
      orientation = rotateOrientation(orientation, 7.3, step % 2 === 0 ? 3.1 : -2.9);
    }
    expect(Math.hypot(...orientation.normal)).toBeCloseTo(1, 9);
    expect(Math.hypot(...cross(orientation.up, orientation.normal))).toBeCloseTo(1, 9);
  });
});

describe('spaceVolume', () => {
  const geometry = scannedVolumeGeometry([9, 6, 9], [0.5, 0.25, 0.5], 2);
  const voxels = new Uint8Array(9 * 6 * 9).fill(40);
  const source = { id: 'volume-a', geometry, voxels };

  it('keeps the position of each voxel in the patient when downsampling', () => {
    const coarse = spaceVolume(source, 5, false);
    expect(coarse.geometry.sizes).toEqual([4, 3, 4]);
    expect(coarse.geometry.spacingMm).toEqual([1, 0.5, 1]);
    expectClose(coarse.geometry.originMm, [
      geometry.originMm[0] + 0.25,
      geometry.originMm[1] + 0.125,
      geometry.originMm[2] + 0.25,
    ]);
  });

  it('returns the source volume if small enough', () => {
    expect(spaceVolume(source, 9, false)).toBe(source);
  });

  it('hides everything outside the covered cylinder, also when inverted', () => {
    const dark = spaceVolume(source, 9, true);
    expect(dark.voxels[0]).toBe(0);
    expect(dark.voxels[4 + 9 * (3 + 6 * 4)]).toBe(215);
  });

  it.each(SPACE_PRESETS.map((preset) => [preset.id, preset] as const))(
    'shows the same share of voxels at any gain with the preset %s',
    (_, preset) => {
      const greyLevels = Uint8Array.from({ length: 4000 }, (_, index) =>
        index < 1000 ? 0 : 20 + (index % 60),
      );
      const doubled = greyLevels.map((greyLevel) => (greyLevel === 0 ? 0 : greyLevel * 2));
      const points = opacityOf(preset, greyLevels);
      const doubledPoints = opacityOf(preset, doubled);
      expect(points[0]).toEqual([0, 0]);
      expect(doubledPoints).toHaveLength(points.length);
      // The first two points keep everything below the first share transparent.
      for (const [index, [greyLevel, opacity]] of points.entries()) {
        if (index < 2) continue;
        const [doubledLevel, doubledOpacity] = doubledPoints[index] ?? [Number.NaN, Number.NaN];
        expect(Math.abs(doubledLevel - 2 * greyLevel)).toBeLessThanOrEqual(1);
        expect(doubledOpacity).toBe(opacity);
      }
    },
  );

  it('has strictly increasing opacity points, also for a uniform volume', () => {
    for (const preset of SPACE_PRESETS) {
      const points = opacityOf(preset, new Uint8Array(100).fill(77)).map(
        ([greyLevel]) => greyLevel,
      );
      expect(points).toEqual([...new Set(points)].sort((a, b) => a - b));
    }
    expect(greyLevelRange(new Uint8Array(100).fill(77))).toEqual([77, 78]);
  });
});
