import { describe, expect, it } from 'vitest';
import type { Mark } from '#contracts';
import {
  type ImageFrame,
  imageFrame,
  mmToImage,
  mmToPosition,
  radialDirection,
  scannedVolumeGeometry,
  type Vec3,
  VOLUME_PLANES,
} from '#geometry';
import { aLengthMark } from '#testing';
import { checkMarkPlace, coordinatesOutside } from './places.ts';

const volume = scannedVolumeGeometry([120, 60, 100], [0.5, 0.7, 0.6], 30);
const NIPPLE: Vec3 = [4, 1, -3];
const AT: Vec3 = [-9, 17, 6];

function markOn(planeView: 'COR' | 'TRA' | 'SAG' | 'RAD', change: Partial<Mark> = {}): Mark {
  const position = mmToPosition(volume, NIPPLE, AT, 0);
  const frame = imageFrame(volume, planeView, NIPPLE, position);
  return aLengthMark({ planeView, frame, ...position, ...change });
}

const codeOf = (mark: Mark, volumes = [volume]): string | null => {
  const checked = checkMarkPlace(mark, volumes);
  return checked.ok ? null : checked.problem.code;
};
const withFrame = (mark: Mark, change: Partial<ImageFrame>): Mark => ({
  ...mark,
  frame: { ...mark.frame, ...change },
});

describe('the place of a mark', () => {
  it.each(VOLUME_PLANES)('is possible on an image of the plane %s', (plane) => {
    expect(codeOf(markOn(plane))).toBeNull();
    expect(codeOf(markOn(plane), [])).toBeNull();
  });

  it('is possible at the far rim of a radial image whose nipple is at the other rim', () => {
    const nippleMm: Vec3 = [20, 1, 20];
    const at: Vec3 = [-20, 17, -20];
    const position = mmToPosition(volume, nippleMm, at, 0);
    const frame = imageFrame(volume, 'RAD', nippleMm, position);
    const { u, v } = mmToImage(frame, at);
    const points = { start: { u, v }, end: { u: u + 0.01, v } };
    expect(u).toBeGreaterThan(0);
    expect(u).toBeLessThan(1);
    const mark = aLengthMark({ planeView: 'RAD', frame, ...position, ...points });
    expect(codeOf(mark)).toBeNull();
    expect(codeOf(withFrame(mark, { widthMm: frame.widthMm + 40 }))).toBe('FRAME_OUTSIDE_VOLUME');
  });

  it.each(VOLUME_PLANES)('contradicts the plane %s with other directions', (plane) => {
    const mark = markOn(plane);
    const { right, down } = mark.frame;
    const mirrored: Vec3 = [-right[0], -right[1], -right[2]];
    expect(codeOf(withFrame(mark, { right: mirrored }))).toBe('FRAME_CONTRADICTS_PLANE');
    const turned = withFrame(mark, { right: down, down: mirrored });
    expect(codeOf(turned, [])).toBe('FRAME_CONTRADICTS_PLANE');
    const others = VOLUME_PLANES.filter((other) => other !== plane);
    for (const planeView of others) {
      expect(codeOf({ ...mark, planeView })).toBe('FRAME_CONTRADICTS_PLANE');
    }
  });

  it('contradicts the plane at another position than that of the image', () => {
    expect(codeOf(markOn('SAG', { sag: 20 }))).toBe('FRAME_CONTRADICTS_PLANE');
    expect(codeOf(markOn('TRA', { tra: -30 }))).toBe('FRAME_CONTRADICTS_PLANE');
    expect(codeOf(markOn('COR', { depth: 3 }))).toBe('FRAME_CONTRADICTS_PLANE');
    expect(codeOf(markOn('RAD', { rad: 12 }))).toBe('FRAME_CONTRADICTS_PLANE');
  });

  it('is outside with a point outside the volume, or in an image larger than the volume', () => {
    const mark = markOn('COR');
    const { originMm } = mark.frame;
    const aside: Vec3 = [originMm[0] + 45, originMm[1], originMm[2]];
    expect(codeOf(withFrame(mark, { originMm: aside }))).toBe('MARK_OUTSIDE_VOLUME');
    expect(codeOf(withFrame(mark, { widthMm: 9_000 }))).toBe('FRAME_OUTSIDE_VOLUME');
    const radial = markOn('RAD');
    const { points } = radial.markViewParams;
    const beyond = points.map(({ u, v }) => ({ u: u + 0.4, v }));
    const moved = { ...radial, markViewParams: { ...radial.markViewParams, points: beyond } };
    expect(codeOf({ ...moved, frame: { ...radial.frame, originMm: [900, 0, 0] } })).toBe(
      'MARK_OUTSIDE_VOLUME',
    );
  });

  it.each([360, 360.5, 720, -0.001, -90, 1e9])(
    'is impossible at the angle %d, with and without a volume',
    (turnDeg) => {
      for (const plane of VOLUME_PLANES) {
        const mark = { ...markOn(plane), rad: turnDeg };
        for (const volumes of [[volume], []]) {
          expect(codeOf(mark, volumes)).toBe('ANGLE_OUTSIDE_CIRCLE');
        }
      }
    },
  );

  it('is possible at every angle from 0 to less than 360', () => {
    for (const rad of [0, 0.004, 180, 359.999]) {
      expect(codeOf({ ...markOn('SAG'), rad })).toBeNull();
    }
  });

  it.each(VOLUME_PLANES)('is limited to half a metre on the plane %s without a volume', (plane) => {
    const mark = markOn(plane);
    const { originMm } = mark.frame;
    const far: Vec3 = [originMm[0], originMm[1], originMm[2] - 700];
    expect(codeOf(withFrame(mark, { originMm: far }), [])).toBe('MARK_OUTSIDE_VOLUME');
    expect(codeOf(withFrame(mark, { widthMm: 700 }), [])).toBe('FRAME_OUTSIDE_VOLUME');
    expect(codeOf(withFrame(mark, { heightMm: 700 }), [])).toBe('FRAME_OUTSIDE_VOLUME');
  });

  it('is possible if any of the volumes can hold it', () => {
    const other = scannedVolumeGeometry([40, 20, 40], [1.1, 1, 1.3], 25);
    expect(codeOf(markOn('SAG'), [other])).toBe('FRAME_CONTRADICTS_PLANE');
    expect(codeOf(markOn('SAG'), [other, volume])).toBeNull();
  });

  it('is checked on raw frames: lines outwards at the angle, near the volume', () => {
    const right = radialDirection(60);
    const frame = { originMm: [0, 0, 0] as Vec3, right, down: [0, 1, 0] as Vec3, widthMm: 60 };
    const raw = aLengthMark({ planeView: 'CEN', rad: 60, frame: { ...frame, heightMm: 50 } });
    expect(codeOf(raw)).toBeNull();
    expect(codeOf({ ...raw, rad: 240 })).toBe('FRAME_CONTRADICTS_PLANE');
    expect(codeOf({ ...raw, rad: 70 })).toBe('FRAME_CONTRADICTS_PLANE');
    expect(codeOf(withFrame(raw, { originMm: [0, 400, 0] }))).toBe('MARK_OUTSIDE_VOLUME');
  });
});

describe('the place of a mark on a raw frame', () => {
  const right = radialDirection(60);
  const frame = {
    originMm: [0, 0, 0] as Vec3,
    right,
    down: [0, 1, 0] as Vec3,
    widthMm: 60,
    heightMm: 50,
  };
  const raw = aLengthMark({ planeView: 'PER', rad: 60, frame });

  it('can lie beyond the volume, as the frame does', () => {
    const wide = withFrame(raw, { widthMm: 80, heightMm: 70 });
    const points = [
      { u: 0.95, v: 0.5 },
      { u: 0.98, v: 0.6 },
    ];
    expect(codeOf({ ...wide, markViewParams: { ...wide.markViewParams, points } })).toBeNull();
  });

  it('is outside on a frame of a size that no sweep has', () => {
    const huge = withFrame(raw, { originMm: [0, -5000, 0], heightMm: 10_000 });
    const points = [
      { u: 0.1, v: 0.51 },
      { u: 0.2, v: 0.52 },
    ];
    const markViewParams = { ...huge.markViewParams, points };
    expect(codeOf({ ...huge, markViewParams })).toBe('MARK_OUTSIDE_VOLUME');
  });

  it('contradicts the angle on the other side of the rotation axis, and beside the axis', () => {
    const opposite: Vec3 = [-60 * right[0], 0, -60 * right[2]];
    expect(codeOf(withFrame(raw, { originMm: opposite }))).toBe('FRAME_CONTRADICTS_PLANE');
    const offAxis: Vec3 = [25 * right[2], 0, -25 * right[0]];
    expect(codeOf(withFrame(raw, { originMm: offAxis }))).toBe('FRAME_CONTRADICTS_PLANE');
  });
});

describe('the plane positions of a mark', () => {
  it.each([
    ['COR', { sag: 900 }],
    ['COR', { tra: -51 }],
    ['SAG', { depth: 61 }],
    ['TRA', { sag: -61 }],
    ['RAD', { depth: -2 }],
  ] as const)('lie in the volume: a mark on %s with %o is outside', (plane, change) => {
    expect(codeOf(markOn(plane, change))).toBe('MARK_OUTSIDE_VOLUME');
  });
});

describe('a position', () => {
  const middle = { sag: 0, tra: 0, depth: 30, rad: 0 };
  const outside = (change: object) =>
    coordinatesOutside(volume, { ...middle, ...change }).map(({ key }) => key);

  it('is inside up to the limits of the planes, with half a voxel for other grids', () => {
    expect(outside({})).toEqual([]);
    expect(outside({ sag: 60, tra: -50, depth: 60 })).toEqual([]);
    expect(outside({ depth: -0.5 })).toEqual([]);
    expect(outside({ sag: 61 })).toEqual(['sag']);
    expect(outside({ tra: -51, depth: 61 })).toEqual(['tra', 'depth']);
    expect(outside({ depth: -1 })).toEqual(['depth']);
  });

  it('is converted from its own grid', () => {
    const grid = scannedVolumeGeometry([120, 60, 100], [5, 5, 5], 300);
    expect(outside({ grid, sag: 5, depth: 1 })).toEqual([]);
    expect(outside({ grid, sag: 10, depth: 1 })).toEqual(['sag']);
  });
});
