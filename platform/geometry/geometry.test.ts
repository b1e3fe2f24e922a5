import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breastPosition,
  clockText,
  cross,
  dot,
  imageFrame,
  imageToMm,
  mmToImage,
  mmToPosition,
  offPlaneMm,
  parseClockAngle,
  positionToMm,
  quadrantOf,
  type Side,
  sameRadialAngle,
  scannedVolumeGeometry,
  VOLUME_PLANES,
  viewVectors,
} from '#geometry';

const volume = scannedVolumeGeometry([320, 90, 320], [0.5, 0.5, 0.5], 75);
const middle = { sag: 0, tra: 0, depth: 30, rad: 0 };

describe('the four planes', () => {
  it('define right as up × normal, with unit vectors', () => {
    for (const plane of VOLUME_PLANES) {
      const { normal, up } = viewVectors(plane, 30);
      const frame = imageFrame(volume, plane, null, { ...middle, rad: 30 });
      expect(frame.right).toEqual(cross(up, normal));
      expect(dot(frame.right, frame.right)).toBeCloseTo(1);
      expect(dot(normal, up)).toBeCloseTo(0);
    }
  });

  it('show the patient’s left on the viewer’s right in coronal and transverse', () => {
    for (const plane of ['COR', 'TRA'] as const) {
      const frame = imageFrame(volume, plane, null, middle);
      expect(mmToImage(frame, [40, 15, 0]).u).toBeGreaterThan(0.5);
    }
  });

  it('show the head at the top in coronal and on the left in sagittal, with depth downwards', () => {
    expect(mmToImage(imageFrame(volume, 'COR', null, middle), [0, 15, 40]).v).toBeLessThan(0.5);
    const sagittal = imageFrame(volume, 'SAG', null, middle);
    expect(mmToImage(sagittal, [0, 15, 40]).u).toBeLessThan(0.5);
    expect(mmToImage(sagittal, [0, 40, 0]).v).toBeGreaterThan(0.8);
  });

  it('draw the radial direction to the right, from the nipple', () => {
    const nipple = [6, 2, -4] as const;
    const frame = imageFrame(volume, 'RAD', nipple, { ...middle, rad: 90 });
    const point = mmToImage(frame, [6 + 30, 20, -4]);
    // The covered radius is 75 mm about the rotation axis, which is √(6² + 4²) mm from the nipple.
    const widthMm = 2 * (75 + Math.hypot(6, 4));
    expect(frame.widthMm).toBeCloseTo(widthMm);
    expect(point.u).toBeCloseTo(0.5 + 30 / widthMm);
    expect(offPlaneMm(frame, [6 + 30, 20, -4])).toBeCloseTo(0);
  });

  it('of a radial plane about the rotation axis is as wide as the covered diameter', () => {
    expect(imageFrame(volume, 'RAD', null, { ...middle, rad: 90 }).widthMm).toBe(150);
  });

  it('contain all covered tissue in the radial plane, however far the nipple is from the axis', () => {
    const coordinate = fc.double({ min: -60, max: 60, noNaN: true });
    const angle = fc.double({ min: 0, max: 359.9, noNaN: true });
    fc.assert(
      fc.property(coordinate, coordinate, angle, angle, (x, z, rad, rimDeg) => {
        const at = (rimDeg * Math.PI) / 180;
        const rimMm = [75 * Math.sin(at), 20, 75 * Math.cos(at)] as const;
        const frame = imageFrame(volume, 'RAD', [x, 2, z], { ...middle, rad });
        const { u } = mmToImage(frame, rimMm);
        expect(Math.abs(u - 0.5)).toBeLessThanOrEqual(0.5 + 1e-9);
      }),
    );
  });

  it('measure distances towards the viewer as positive', () => {
    expect(offPlaneMm(imageFrame(volume, 'COR', null, middle), [0, 0, 0])).toBeGreaterThan(0);
  });

  it('convert every point to image coordinates and back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...VOLUME_PLANES),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 359.9, noNaN: true }),
        (plane, u, v, rad) => {
          const frame = imageFrame(volume, plane, [3, 1, -5], { ...middle, rad });
          const mm = imageToMm(frame, u, v);
          const back = mmToImage(frame, mm);
          expect(back.u).toBeCloseTo(u, 9);
          expect(back.v).toBeCloseTo(v, 9);
          expect(offPlaneMm(frame, mm)).toBeCloseTo(0, 9);
        },
      ),
    );
  });
});

describe('a position of the planes', () => {
  it('is unchanged after conversion to millimetres and back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -159, max: 159, noNaN: true }),
        fc.double({ min: -159, max: 159, noNaN: true }),
        fc.double({ min: 0, max: 89, noNaN: true }),
        (sag, tra, depth) => {
          const mm = positionToMm(volume, { sag, tra, depth, rad: 0 });
          const back = mmToPosition(volume, null, mm, 0);
          expect(back.sag).toBeCloseTo(sag, 6);
          expect(back.tra).toBeCloseTo(tra, 6);
          expect(back.depth).toBeCloseTo(depth, 6);
        },
      ),
    );
  });

  it('compares radial angles around the circle, with a tolerance of 1/256°', () => {
    expect(sameRadialAngle(0, 360 - 1 / 512)).toBe(true);
    expect(sameRadialAngle(359.999, 0.001)).toBe(true);
    expect(sameRadialAngle(10, 10 + 1 / 128)).toBe(false);
    expect(sameRadialAngle(0, 180)).toBe(false);
  });
});

describe('breast positions', () => {
  const positionAt = (side: Side, hour: number, mm = 30) => {
    const angle = (hour * Math.PI) / 6;
    return breastPosition(side, [0, 0, 0], [mm * Math.sin(angle), 14, mm * Math.cos(angle)], {
      depthMm: 14,
      depthReference: 'skin',
    });
  };

  it('use the same hour for the same side of the image on both breasts', () => {
    for (const side of ['L', 'R'] as const) {
      for (let hour = 1; hour <= 12; hour++) {
        expect(clockText(positionAt(side, hour).clockDeg, 60)).toBe(`${hour}:00`);
      }
    }
  });

  it('store 3 o’clock as 10 800 seconds', () => {
    expect(positionAt('L', 3).clockPositionSec).toBeCloseTo(10_800);
  });

  it('exchange only inner and outer between the sides', () => {
    expect(positionAt('R', 10).quadrant).toBe('upper outer');
    expect(positionAt('L', 10).quadrant).toBe('upper inner');
    expect(positionAt('L', 2).quadrant).toBe('upper outer');
    expect(positionAt('R', 4).quadrant).toBe('lower inner');
    expect(positionAt('L', 3).quadrant).toBe('outer central');
    expect(positionAt('R', 3).quadrant).toBe('inner central');
  });

  it('respect the axis tolerance and the subareolar radius', () => {
    expect(quadrantOf('L', 7.5, 30)).toBe('upper central');
    expect(quadrantOf('L', 7.6, 30)).toBe('upper outer');
    expect(quadrantOf('L', 352.4, 30)).toBe('upper inner');
    expect(quadrantOf('L', 45, 9.99)).toBe('subareolar');
  });

  it('round the clock in texts only', () => {
    expect(clockText(311, 60)).toBe('10:00');
    expect(clockText(311, 30)).toBe('10:30');
    expect(clockText(311, 1)).toBe('10:22');
    expect(clockText(359.9, 60)).toBe('12:00');
  });
});

describe('a typed clock angle', () => {
  it.each([
    ['3', 90],
    ['10', 300],
    ['12', 0],
    ['10:30', 315],
    ['12:30', 15],
    ['0:30', 15],
    ["9 o'clock", 270],
    ['9:30 o’clock', 285],
    ['3 Uhr', 90],
    ['3°', 3],
    ['300°', 300],
    [' 45,5 ° ', 45.5],
    ['360°', 0],
    ['-90°', 270],
    ['315 deg', 315],
    ['315 Grad', 315],
    ['300', null],
    ['13:00', null],
    ['13', null],
    ['3.5', null],
    ['-5', null],
    ['361°', null],
    ['up', null],
    ['', null],
  ])('of %j is %j degrees', (typed, deg) => {
    expect(parseClockAngle(typed)).toBe(deg);
  });
});
