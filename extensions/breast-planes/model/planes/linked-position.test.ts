import { describe, expect, it } from 'vitest';
import { scannedVolumeGeometry, voxelToMm } from '#geometry';
import {
  planeRange,
  planeToEnd,
  positionAfterClick,
  sliceRange,
  startPosition,
  stepPlane,
  withPlaneAt,
} from './linked-position.ts';

const volume = scannedVolumeGeometry([100, 60, 80], [0.5, 0.4, 0.5], 22);
const middle = { ...startPosition(volume, null), rad: 0 };

describe('scrolling a plane', () => {
  it('moves one voxel, or one degree on the radial plane', () => {
    expect(stepPlane(volume, middle, 'SAG', 1).sag).toBe(1);
    expect(stepPlane(volume, middle, 'TRA', -5).tra).toBe(-5);
    expect(stepPlane(volume, middle, 'COR', 1).depth).toBe(30.5);
    expect(stepPlane(volume, middle, 'RAD', 1).rad).toBe(1);
  });

  it('stops at the first and last slice with tissue', () => {
    expect(sliceRange(volume, 'SAG')).toEqual({ min: -44, max: 44, wraps: false });
    expect(sliceRange(volume, 'TRA')).toEqual({ min: -39.5, max: 39.5, wraps: false });
    expect(sliceRange(volume, 'COR')).toEqual({ min: 0, max: 59, wraps: false });
    expect(sliceRange(volume, 'RAD').max).toBe(359);
    expect(stepPlane(volume, middle, 'SAG', 1000).sag).toBe(44);
    expect(stepPlane(volume, middle, 'TRA', -1000).tra).toBe(-39.5);
    expect(planeToEnd(volume, middle, 'COR', 'last').depth).toBe(59);
    expect(planeToEnd(volume, middle, 'COR', 'first').depth).toBe(0);
  });

  it('moves a plane beyond the last slice only back', () => {
    const beyond = { ...middle, sag: 48 };
    expect(stepPlane(volume, beyond, 'SAG', 1).sag).toBe(48);
    expect(stepPlane(volume, beyond, 'SAG', -1).sag).toBe(47);
    expect(stepPlane(volume, { ...middle, sag: -48 }, 'SAG', -1).sag).toBe(-48);
  });

  it('accepts positions up to the limits of the specification', () => {
    expect(planeRange(volume, 'SAG')).toEqual({ min: -50, max: 50, wraps: false });
    expect(planeRange(volume, 'TRA')).toEqual({ min: -40, max: 40, wraps: false });
    expect(planeRange(volume, 'COR')).toEqual({ min: 0, max: 60, wraps: false });
    expect(planeRange(volume, 'RAD').max).toBe(359);
    expect(withPlaneAt(volume, middle, 'SAG', 1000).sag).toBe(50);
    expect(withPlaneAt(volume, middle, 'TRA', -1000).tra).toBe(-40);
    expect(withPlaneAt(volume, middle, 'COR', 1000).depth).toBe(60);
  });

  it('wraps the radial plane around the clock in both directions', () => {
    expect(withPlaneAt(volume, middle, 'RAD', 360).rad).toBe(0);
    expect(stepPlane(volume, middle, 'RAD', -1).rad).toBe(359);
    expect(stepPlane(volume, { ...middle, rad: 359.5 }, 'RAD', 1).rad).toBeCloseTo(0.5, 9);
  });

  it('leaves the other planes unchanged', () => {
    const { sag: _, ...others } = stepPlane(volume, middle, 'SAG', 3);
    const { sag: __, ...initialOthers } = middle;
    expect(others).toEqual(initialOthers);
  });
});

describe('a click in a plane', () => {
  const point = voxelToMm(volume, [30, 20, 70]);

  it('moves the other planes through the clicked point and keeps its own plane', () => {
    const moved = positionAfterClick(volume, null, middle, 'COR', point);
    expect(moved.depth).toBe(middle.depth);
    // Positions count voxels from the centre of the volume at voxel (49.5, 39.5).
    expect(moved.sag).toBeCloseTo(30 - 49.5, 9);
    expect(moved.tra).toBeCloseTo(70 - 39.5, 9);
    expect(moved.rad).toBeCloseTo((Math.atan2(-19.5, 30.5) * 180) / Math.PI + 360, 6);
  });

  it('on the radial plane keeps the radial angle', () => {
    const start = { ...middle, rad: 77 };
    expect(positionAfterClick(volume, null, start, 'RAD', point).rad).toBe(77);
  });

  it('outside the volume is clamped to the limits', () => {
    const moved = positionAfterClick(volume, null, middle, 'COR', [500, 10, -500]);
    expect(moved.sag).toBe(50);
    expect(moved.tra).toBe(-40);
  });
});
