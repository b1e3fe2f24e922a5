import { describe, expect, it } from 'vitest';
import {
  clockAngleDeg,
  dot,
  imageToMm,
  mmToImage,
  offPlaneMm,
  scannedVolumeGeometry,
  type Vec3,
  viewVectors,
} from '#geometry';
import { angleDifferenceDeg, missingFrames, nearestFrame } from './raw-angles.ts';
import {
  frameAtDepth,
  frameDegThrough,
  pointInFrame,
  rawGeometryOf,
  rawImageFrame,
} from './raw-geometry.ts';

const volume = scannedVolumeGeometry([101, 41, 101], [1, 1, 1], 50);
const deviceAngle = { direction: -1, zeroDeg: 37 } as const;
const right = { side: 'R', deviceAngle } as const;
const header = {
  sweep: 'PER',
  plane: 'half',
  side: 'R',
  clockDeg: [60],
  lateralPitchMm: 0.5,
  firstLateralMm: 14,
  depthStepMm: 0.25,
  firstDepthMm: 4,
  tiltDeg: -6,
  axisColumn: -28,
  planeOffsetMm: 0.3,
  speedOfSoundMps: 1540,
  deviceAngle,
};
const headerKeys = (change: object = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...header, ...change })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [`clockface_${key}`, JSON.stringify(value)]),
  );
function readGeometry(change: object = {}, owner: object = right) {
  const read = rawGeometryOf(headerKeys(change), 100, 160, owner as never);
  if (!read.ok || read.value === null) throw new Error('The header could not be read');
  return read.value;
}

describe('the geometry of a raw frame', () => {
  it.each([
    ['names the other breast', headerKeys({ side: 'L' }), /Side mismatch: header L, scan R/],
    [
      'counts its angles differently',
      headerKeys({ deviceAngle: { direction: 1, zeroDeg: 37 } }),
      /differently/,
    ],
    ['spans the full diameter', headerKeys({ plane: 'full' }), /half planes/],
    ['contradicts itself', headerKeys({ axisColumn: 3 }), /axis column/],
    ['lacks the tilt', headerKeys({ tiltDeg: undefined }), /\(tiltDeg\)/],
    ['is not JSON', { clockface_sweep: 'PER' }, /Could not read clockface_sweep/],
  ])('is rejected with a reason if the header %s', (_, keyValues, reason) => {
    const read = rawGeometryOf(keyValues, 100, 160, right);
    expect(read.ok ? null : read.problem.code).toBe('RAW_FRAME_PLACE');
    expect(read.ok ? '' : read.problem.detail).toMatch(reason);
  });

  it('is null for an imported image without geometry', () => {
    expect(rawGeometryOf({ comment: 'a clip' }, 100, 160, right)).toEqual({
      ok: true,
      value: null,
    });
  });

  it('has the clock direction at the right and faces the viewer like the radial plane', () => {
    for (let hour = 0; hour < 12; hour += 1) {
      const upright = { tiltDeg: 0, planeOffsetMm: 0, clockDeg: [hour * 30] };
      const frame = rawImageFrame(readGeometry(upright), volume);
      const { normal } = viewVectors('RAD', hour * 30);
      const ahead = imageToMm(frame, 0.5, 0.5).map(
        (mm, axis) => mm + (normal[axis] ?? 0),
      ) as unknown as Vec3;
      expect(offPlaneMm(frame, ahead)).toBeCloseTo(1, 9);
      const [x, , z] = imageToMm(frame, 1, 0.5);
      expect(angleDifferenceDeg(clockAngleDeg(x, z), hour * 30)).toBeLessThan(1e-9);
    }
  });

  it.each(['L', 'R'] as const)(
    'maps points to the frame and back, on side %s at 12 clock positions',
    (side) => {
      for (let hour = 0; hour < 12; hour += 1) {
        const frameGeometry = readGeometry({ clockDeg: [hour * 30], side }, { side, deviceAngle });
        const frame = rawImageFrame(frameGeometry, volume);
        for (const [u, v] of [
          [0.1, 0.2],
          [0.5, 0.5],
          [0.9, 0.95],
        ] as const) {
          const point = imageToMm(frame, u, v);
          expect(
            angleDifferenceDeg(
              frameDegThrough(frameGeometry.planeOffsetMm, volume, point),
              hour * 30,
            ),
          ).toBeLessThan(1e-9);
          expect(pointInFrame(frame, point)?.u).toBeCloseTo(u, 9);
          expect(pointInFrame(frame, point)?.v).toBeCloseTo(v, 9);
        }
      }
    },
  );

  it('leans outwards with a negative tilt and excludes points before the first line', () => {
    const frame = rawImageFrame(readGeometry(), volume);
    const top = imageToMm(frame, 0.5, 0);
    const bottom = imageToMm(frame, 0.5, 1);
    expect(Math.hypot(bottom[0], bottom[2])).toBeGreaterThan(Math.hypot(top[0], top[2]));
    expect(pointInFrame(frame, [0, 10, 5])).toBeNull();
  });
});

describe('raw frames by angle', () => {
  const circle = Array.from({ length: 360 }, (_, deg) => deg);

  it('are found by the nearest angle around the circle', () => {
    expect(nearestFrame(circle, 359.7)).toMatchObject({ at: 0 });
    expect(nearestFrame(circle, 44.4)).toMatchObject({ at: 44 });
    expect(nearestFrame([undefined, 90], 10)).toEqual({ at: 1, offDeg: 80 });
    expect(nearestFrame([], 10)).toBeNull();
  });

  it('report missing frames, also across 12 o’clock', () => {
    expect(missingFrames(circle)).toEqual([]);
    const incomplete = circle.filter((deg) => deg !== 45 && !(deg >= 358 || deg <= 1));
    expect(missingFrames(incomplete)).toEqual([
      { firstDeg: 45, lastDeg: 45, frames: 1 },
      { firstDeg: 358, lastDeg: 1, frames: 4 },
    ]);
  });

  it('report no missing frames outside the scanned arc of a protocol', () => {
    expect(missingFrames(Array.from({ length: 181 }, (_, index) => (270 + index) % 360))).toEqual(
      [],
    );
  });
});

describe('a raw frame in the coronal image', () => {
  it.each([-6, 0, 20])('tilted by %d° has both ends at the depth of the coronal', (tiltDeg) => {
    const frame = rawImageFrame(readGeometry({ tiltDeg }), volume);
    const middle = imageToMm(frame, 0.5, 0.5)[1];
    for (const yMm of [middle - 8, middle, middle + 8]) {
      const ends = frameAtDepth(frame, yMm);
      for (const end of ends) {
        expect(end[1]).toBeCloseTo(yMm, 9);
        expect(Math.abs(offPlaneMm(frame, end))).toBeLessThan(1e-9);
        const { u, v } = mmToImage(frame, end);
        for (const coordinate of [u, v]) {
          expect(coordinate).toBeGreaterThan(-1e-9);
          expect(coordinate).toBeLessThan(1 + 1e-9);
        }
      }
      expect(dot(ends[1], frame.right)).toBeGreaterThan(dot(ends[0], frame.right) + 10);
    }
  });

  it.each([-200, 200])('is drawn at its edge if the frame never reaches the depth %d mm', (yMm) => {
    const frame = rawImageFrame(readGeometry(), volume);
    const v = yMm < 0 ? 0 : 1;
    expect(frameAtDepth(frame, yMm)).toEqual([imageToMm(frame, 0, v), imageToMm(frame, 1, v)]);
  });
});
