import { describe, expect, it } from 'vitest';
import { antiradialFrame, antiradialMm, withAntiradialAt } from './antiradial.ts';
import { breastPosition } from './breast-position.ts';
import { offPlaneMm } from './image-coordinates.ts';
import { imageFrame, imageToMm, mmToPosition, positionToMm, viewVectors } from './planes.ts';
import { cross, dot, type Vec3 } from './vec3.ts';
import { scannedVolumeGeometry } from './volume-geometry.ts';

const volume = scannedVolumeGeometry([201, 81, 201], [0.5, 0.5, 0.5], 50);
const nipple: Vec3 = [3, 1, -2];
const DEPTH = { depthMm: 1, depthReference: 'skin' } as const;
const HOURS = Array.from({ length: 12 }, (_, hour) => hour * 30);

describe('the antiradial plane', () => {
  it.each(['L', 'R'] as const)(
    'is orthogonal to the radial line at the given distance on side %s',
    (side) => {
      for (const deg of HOURS) {
        const frame = antiradialFrame(volume, nipple, { rad: deg }, 24);
        const middle = imageToMm(frame, 0.5, 0.4);
        const position = breastPosition(side, nipple, middle, DEPTH);
        expect(position.distanceFromNippleMm).toBeCloseTo(24, 9);
        // The difference of the angles, from -180° to 180°.
        expect(Math.abs(((position.clockDeg - deg + 540) % 360) - 180)).toBeLessThan(1e-9);
        const { normal } = viewVectors('RAD', deg);
        expect(Math.abs(dot(cross(frame.down, frame.right), normal))).toBeLessThan(1e-12);
      }
    },
  );

  it('runs clockwise to the right, on both breasts', () => {
    for (const deg of HOURS) {
      const frame = antiradialFrame(volume, nipple, { rad: deg }, 20);
      for (const side of ['L', 'R'] as const) {
        const right = breastPosition(side, nipple, imageToMm(frame, 0.55, 0), DEPTH);
        const clockwiseDeg = (right.clockDeg - deg + 360) % 360;
        expect(clockwiseDeg).toBeGreaterThan(0);
        expect(clockwiseDeg).toBeLessThan(90);
      }
    }
  });

  it('matches the transverse plane at 12 o’clock and the sagittal at 3', () => {
    const at12 = antiradialFrame(volume, nipple, { rad: 0 }, 9);
    const at3 = antiradialFrame(volume, nipple, { rad: 90 }, 9);
    const position = { sag: 0, tra: 0, depth: 0, rad: 0 };
    const transverse = imageFrame(volume, 'TRA', nipple, position);
    const sagittal = imageFrame(volume, 'SAG', nipple, position);
    for (const axis of [0, 1, 2] as const) {
      expect(at12.right[axis]).toBeCloseTo(transverse.right[axis], 12);
      expect(at3.right[axis]).toBeCloseTo(sagittal.right[axis], 12);
    }
    // The normal towards the viewer points to the nipple.
    expect(offPlaneMm(at12, nipple)).toBeCloseTo(9, 9);
  });

  it('keeps its distance, from the rotation axis if no nipple is set', () => {
    for (const centre of [nipple, null]) {
      for (const deg of HOURS) {
        const position = { sag: 12, tra: -30, depth: 20, rad: deg };
        const moved = withAntiradialAt(volume, centre, position, 17.5);
        expect(antiradialMm(volume, centre, moved)).toBeCloseTo(17.5, 9);
        expect(moved).toMatchObject({ depth: 20, rad: deg });
      }
    }
  });

  it('has the width of the radial image and contains the covered tissue beside the nipple', () => {
    const far: Vec3 = [-40, 1, 30];
    const position = { sag: 0, tra: 0, depth: 12, rad: 60 };
    const frame = antiradialFrame(volume, far, position, 10);
    expect(frame.widthMm).toBe(imageFrame(volume, 'RAD', far, position).widthMm);
    expect(frame.widthMm).toBeCloseTo(2 * (volume.coverageRadiusMm + 50));
  });

  it('passes through the clicked point', () => {
    const clicked: Vec3 = [-20, 14, 12];
    const position = mmToPosition(volume, nipple, clicked, 0);
    const distance = antiradialMm(volume, nipple, position);
    expect(distance).toBeCloseTo(Math.hypot(-23, 14), 9);
    const frame = antiradialFrame(volume, nipple, position, distance);
    expect(offPlaneMm(frame, clicked)).toBeCloseTo(0, 9);
  });

  it('is centred on a radial plane beside the nipple, at the same distance along its line', () => {
    const position = { sag: 20, tra: 30, depth: 12, rad: 60, radialAxisMm: { x: -9, z: 6 } };
    const distance = antiradialMm(volume, nipple, position);
    const frame = antiradialFrame(volume, nipple, position, distance);
    const radial = imageFrame(volume, 'RAD', nipple, position);
    expect(Math.abs(offPlaneMm(radial, imageToMm(frame, 0.5, 0.3)))).toBeLessThan(1e-9);
    expect(Math.abs(offPlaneMm(radial, nipple))).toBeGreaterThan(1);
    const moved = withAntiradialAt(volume, nipple, position, 25);
    expect(antiradialMm(volume, nipple, moved)).toBeCloseTo(25, 9);
    expect(Math.abs(offPlaneMm(radial, positionToMm(volume, moved)))).toBeLessThan(1e-9);
  });
});
