import { describe, expect, it } from 'vitest';
import { markCentreMm, markInImage } from '#findings';
import {
  distance,
  imageFrame,
  imageToMm,
  isInsideImage,
  mmToImage,
  offPlaneMm,
  type PlanePosition,
  scannedVolumeGeometry,
  transducerFace,
  type Vec3,
} from '#geometry';
import { aFinding } from '#testing';
import { formatFinding, positionOfFinding } from '../findings/format-finding.ts';
import { stepPlane, withPlaneAt } from '../planes/linked-position.ts';
import { withPoints } from './mark-record.ts';
import { isMarkInImage, isMarkInPlane, markPointIn } from './mark-visibility.ts';

const volume = scannedVolumeGeometry([200, 90, 200], [0.5, 0.5, 0.5], 45);
const nipple: Vec3 = [0, 1, 0];
const position: PlanePosition = { sag: -40, tra: 20, depth: 27.5, rad: 300 };
const start = { u: 0.25, v: 0.3 };
const end = { u: 0.35, v: 0.3 };

function markIn(plane: 'SAG' | 'COR' | 'RAD' | 'TRA') {
  const frame = imageFrame(volume, plane, nipple, position);
  const id = '0195c1f0-0000-7000-8000-000000000001';
  return markInImage({ id, markType: 'LENGTH', plane, frame, position, points: [start, end] });
}

const shownAt = (
  plane: 'SAG' | 'COR' | 'RAD' | 'TRA',
  moved: Partial<PlanePosition>,
  nippleMm: Vec3 | null = nipple,
): boolean => {
  const movedPosition = { ...position, ...moved };
  const frame = imageFrame(volume, plane, nippleMm, movedPosition);
  return isMarkInPlane(markIn(plane), volume, plane, frame);
};

describe('a mark', () => {
  it('is shown in its slice and within half a voxel, not in the next slice', () => {
    expect(shownAt('TRA', {})).toBe(true);
    expect(shownAt('TRA', { tra: 20.5 })).toBe(true);
    expect(shownAt('TRA', { tra: 21 })).toBe(false);
    expect(shownAt('COR', { depth: 28.5 })).toBe(false);
    expect(shownAt('SAG', { sag: -40.5 })).toBe(true);
  });

  it('is shown independently of the other planes', () => {
    expect(shownAt('TRA', { sag: 7, depth: 3, rad: 12 })).toBe(true);
  });

  it('is shown on every radial plane that contains its tissue within half a voxel', () => {
    expect(shownAt('RAD', { rad: 300 + 1 / 300 })).toBe(true);
    expect(shownAt('RAD', { rad: 300.2 })).toBe(true);
    expect(shownAt('RAD', { rad: 301 })).toBe(false);
    // The same plane, mirrored.
    expect(shownAt('RAD', { rad: 120 })).toBe(true);
  });

  it('stays at the same tissue when the nipple moves along the plane, and is hidden when the nipple leaves the plane', () => {
    const along: Vec3 = [-Math.sin(Math.PI / 3) * 5, 1, Math.cos(Math.PI / 3) * 5];
    expect(shownAt('RAD', {}, along)).toBe(true);
    const frame = imageFrame(volume, 'RAD', along, position);
    const moved = markPointIn(markIn('RAD'), frame, start);
    // The image was 90 mm wide and is wider by twice the distance of the nipple from the axis.
    const fromNippleMm = (start.u - 0.5) * 90 - 5;
    expect(moved.u).toBeCloseTo(0.5 + fromNippleMm / 100, 9);
    expect(shownAt('RAD', {}, [10, 1, 0])).toBe(false);
  });
});

describe('a mark on a raw frame', () => {
  /**
   * Returns a half plane at a clock angle, from the axis outwards, with the transducer face at the
   * top.
   */
  const frameAt = (deg: number) => {
    const rad = (deg * Math.PI) / 180;
    const right: Vec3 = [Math.sin(rad), 0, Math.cos(rad)];
    return {
      originMm: [0, 0, 0] as Vec3,
      right,
      down: [0, 1, 0] as Vec3,
      widthMm: 80,
      heightMm: 45,
    };
  };
  const shown = (plane: 'CEN' | 'PER', deg: number) =>
    ({ plane, volume, position, frame: frameAt(deg) }) as const;
  const mark = markInImage({
    id: '0195c1f0-0000-7000-8000-000000000002',
    markType: 'LENGTH',
    plane: 'CEN',
    frame: frameAt(60),
    position,
    points: [
      { u: 0.02, v: 0.3 },
      { u: 0.1, v: 0.3 },
    ],
  });

  it('is shown only on its own frame of its own sweep, also near the axis', () => {
    expect(isMarkInImage(mark, shown('CEN', 60))).toBe(true);
    expect(isMarkInImage(mark, shown('CEN', 61))).toBe(false);
    expect(isMarkInImage(mark, shown('CEN', 240))).toBe(false);
    expect(isMarkInImage(mark, shown('PER', 60))).toBe(false);
  });

  it('is not shown on a slice of the volume', () => {
    const frame = imageFrame(volume, 'RAD', null, { ...position, rad: 60 });
    const sliceImage = { plane: 'RAD', volume, position: { ...position, rad: 60 }, frame } as const;
    expect(isMarkInImage(mark, sliceImage)).toBe(false);
  });
});

describe('a formatted finding', () => {
  const finding = aFinding({ marks: [markIn('TRA')] });
  const reference = (nippleMm: Vec3 | null) => ({
    side: 'R' as const,
    nippleMm,
    face: transducerFace(scannedVolumeGeometry([1, 1, 1], [1, 1, 1], 1)),
    skin: null,
  });

  it('contains side, clock position, distance, depth and size', () => {
    // The centre lies 20 mm right of and 10 mm above the nipple, 13.5 mm deep; the mark is 10 mm
    // long.
    expect(formatFinding(finding, reference(nipple))).toEqual({
      title: 'R 10:00 · 22 mm FN · depth 14 mm',
      hint: null,
      size: '10.0 mm',
      depthFrom: 'depth from transducer face',
    });
  });

  it('states that depth counts from the skin if the skin is known', () => {
    const depthMm = new Float32Array(360 * 60).fill(4);
    const skin = { radii: 60, radiusStepMm: 1, depthMm };
    expect(formatFinding(finding, { ...reference(nipple), skin })).toMatchObject({
      title: 'R 10:00 · 22 mm FN · depth 10 mm',
      depthFrom: 'depth from skin',
    });
    const stored = aFinding({ depthUm: 9_500, depthReference: 'skin' });
    expect(formatFinding(stored, null, 'R')).toMatchObject({ depthFrom: 'depth from skin' });
    expect(formatFinding(aFinding(), null, 'R').depthFrom).toBeNull();
  });

  it('contains side and depth and asks for the nipple if none is set', () => {
    expect(formatFinding(finding, reference(null))).toMatchObject({
      title: 'R · depth 14 mm',
      hint: 'set the nipple',
    });
  });

  it('uses the stored location until the volume is known', () => {
    const stored = aFinding({
      clockPositionSec: 36_000,
      distanceFromNippleUm: 32_000,
      depthUm: 14_200,
    });
    expect(formatFinding(stored, null).title).toBe('10:00 · 32 mm FN · depth 14 mm');
    expect(formatFinding(stored, null, 'R').title).toBe('R 10:00 · 32 mm FN · depth 14 mm');
    const near = { ...stored, clockPositionSec: null, quadrant: 'subareolar' } as const;
    expect(formatFinding({ ...near, distanceFromNippleUm: 4_000 }, null, 'R').title).toBe(
      'R subareolar · 4 mm FN · depth 14 mm',
    );
    const depthAlone = { ...stored, clockPositionSec: null };
    expect(formatFinding(depthAlone, null, 'L').title).toBe('L · depth 14 mm');
  });
});

describe('positionOfFinding', () => {
  it('moves every plane to the finding, and the drawn plane to the exact drawing position', () => {
    const finding = aFinding({ marks: [markIn('TRA')] });
    const shown = positionOfFinding(finding, volume, nipple, 0);
    expect(shown?.tra).toBe(20);
    expect(shown?.sag).toBeCloseTo(-40, 6);
    // The finding lies 20 mm to the patient's right of and 10 mm above the nipple.
    expect(shown?.rad).toBeCloseTo((Math.atan2(-20, 10) * 180) / Math.PI + 360, 0);
  });

  it.each(['COR', 'TRA', 'SAG'] as const)(
    'moves the %s plane to the same tissue in a volume with other voxels',
    (plane) => {
      const other = scannedVolumeGeometry([81, 37, 65], [0.9, 1.1, 1.2], 30);
      const mark = markIn(plane);
      const drawn = aFinding({ marks: [mark] });
      const shown = positionOfFinding(drawn, other, nipple, 0);
      if (shown === null) throw new Error('The finding has no location');
      const planeFrame = imageFrame(other, plane, nipple, shown);
      expect(Math.abs(offPlaneMm(planeFrame, markCentreMm(mark)))).toBeLessThan(1e-9);
    },
  );

  it('stops at the limits of the volume for a mark on a raw frame that reaches beyond', () => {
    const right: Vec3 = [1, 0, 0];
    const frame = { originMm: [0, 0, 0] as Vec3, right, down: [0, 1, 0] as Vec3 };
    const size = { widthMm: 90, heightMm: 60 };
    const points = [
      { u: 0.9, v: 0.9 },
      { u: 0.95, v: 0.95 },
    ];
    const plane = { plane: 'CEN', markType: 'LENGTH', position, points } as const;
    const id = '0195c1f0-0000-7000-8000-000000000003';
    const beyond = markInImage({ ...plane, id, frame: { ...frame, ...size } });
    const shown = positionOfFinding(aFinding({ marks: [beyond] }), volume, nipple, 0);
    expect(shown).toMatchObject({ sag: 100, depth: 90 });
  });

  describe('for a mark on a radial plane', () => {
    const movedNipples: readonly Vec3[] = [
      [0, 1, 0],
      [0, 6, 0],
      [-10, 1, -6],
      [12, 1, 20],
      [-26, 1, 0],
      [-24, 1, 13],
    ];
    const across = [
      { u: 0.25, v: 0.3 },
      { u: 0.35, v: 0.3 },
    ];
    const down = [
      { u: 0.3, v: 0.2 },
      { u: 0.3, v: 0.5 },
    ];

    it.each([
      ['a horizontal length', across],
      ['a vertical length', down],
    ])('shows %s on the radial plane wherever the nipple was moved', (_, points) => {
      const stored = withPoints(markIn('RAD'), points);
      for (const nippleMm of movedNipples) {
        const shown = positionOfFinding(aFinding({ marks: [stored] }), volume, nippleMm, 0);
        if (shown === null) throw new Error('The finding has no location');
        const frame = imageFrame(volume, 'RAD', nippleMm, shown);
        const where = `nipple at ${nippleMm.join(' ')}`;
        expect(isMarkInPlane(stored, volume, 'RAD', frame), where).toBe(true);
        for (const point of points) {
          const drawnMm = imageToMm(stored.frame, point.u, point.v);
          const at = mmToImage(frame, drawnMm);
          expect(distance(imageToMm(frame, at.u, at.v), drawnMm), where).toBeLessThan(0.25);
          expect(isInsideImage(at), where).toBe(true);
        }
      }
    });

    it('uses the radial through the moved nipple if that plane contains the mark', () => {
      const vertical = aFinding({ marks: [withPoints(markIn('RAD'), down)] });
      const shown = positionOfFinding(vertical, volume, [-10, 1, -6], 0);
      expect(shown?.radialAxisMm ?? null).toBeNull();
      expect(shown?.rad).not.toBeCloseTo(300, 0);
    });

    it('uses the stored angle while the nipple stays on the plane', () => {
      const finding = aFinding({ marks: [markIn('RAD')] });
      expect(positionOfFinding(finding, volume, nipple, 0)).toMatchObject({ rad: 300 });
      expect(positionOfFinding(finding, volume, nipple, 0)?.radialAxisMm ?? null).toBeNull();
    });

    it('returns to the nipple when the plane turns, and stays when other planes move', () => {
      const finding = aFinding({ marks: [markIn('RAD')] });
      const shown = positionOfFinding(finding, volume, [12, 1, 20], 0);
      if (shown === null) throw new Error('The finding has no location');
      expect(shown.radialAxisMm).toEqual({ x: expect.closeTo(0, 9), z: expect.closeTo(0, 9) });
      expect(withPlaneAt(volume, shown, 'COR', 3).radialAxisMm).toEqual(shown.radialAxisMm);
      expect(withPlaneAt(volume, shown, 'RAD', shown.rad).radialAxisMm).toEqual(shown.radialAxisMm);
      expect(stepPlane(volume, shown, 'RAD', 1).radialAxisMm ?? null).toBeNull();
    });
  });
});
