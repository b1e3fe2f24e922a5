import { describe, expect, it } from 'vitest';
import { imageFrame, scannedVolumeGeometry, type Vec3, type VolumePlane } from '#geometry';
import { layoutImage, NO_PAN } from './image-layout.ts';
import {
  CROSSING_GAP_PX,
  crossingPx,
  type ReferenceInput,
  referenceLines,
} from './reference-lines.ts';

const volume = scannedVolumeGeometry([200, 90, 200], [0.5, 0.5, 0.5], 45);
const nipple: Vec3 = [0, 1, 0];
const position = { sag: -40, tra: 20, depth: 29.5, rad: 300 };

function input(plane: VolumePlane, nippleMm: Vec3 | null = nipple): ReferenceInput {
  const frame = imageFrame(volume, plane, nippleMm, position);
  const view = plane === 'COR' ? { width: 904, height: 970 } : { width: 604, height: 270 };
  return {
    volume,
    nippleMm,
    position,
    plane,
    frame,
    view,
    layout: layoutImage(frame, view, 6, NO_PAN),
  };
}

describe('reference lines', () => {
  it('are three on the coronal, two on the transverse and sagittal, and one on the radial image', () => {
    const linesOn = (plane: VolumePlane) => referenceLines(input(plane)).map((line) => line.plane);
    expect(linesOn('COR')).toEqual(['TRA', 'SAG', 'RAD']);
    expect(linesOn('TRA')).toEqual(['COR', 'SAG']);
    expect(linesOn('SAG')).toEqual(['COR', 'TRA']);
    expect(linesOn('RAD')).toEqual(['COR']);
  });

  it('cross at the linked position', () => {
    // 20 mm left of and 10 mm above the centre (452, 485) of the coronal view, at 6 px/mm.
    expect(crossingPx(input('COR')).x).toBeCloseTo(452 - 120, 6);
    expect(crossingPx(input('COR')).y).toBeCloseTo(485 - 60, 6);
    // The head is at the left of a sagittal image; the centre of the view is at 302.
    expect(crossingPx(input('SAG')).x).toBeCloseTo(302 - 60, 6);
    // The radial plane shows the point projected onto its ray.
    expect(crossingPx(input('RAD')).x).toBeCloseTo(
      302 + 6 * (20 * Math.sin(Math.PI / 3) + 10 * Math.cos(Math.PI / 3)),
      6,
    );
  });

  it('leave a gap on each side of the crossing', () => {
    const crossing = crossingPx(input('TRA'));
    const [coronal] = referenceLines(input('TRA'));
    const [left, right] = coronal?.segments ?? [];
    expect(left?.to.x).toBeCloseTo(crossing.x - CROSSING_GAP_PX, 6);
    expect(right?.from.x).toBeCloseTo(crossing.x + CROSSING_GAP_PX, 6);
    expect(left?.to.y).toBeCloseTo(crossing.y, 6);
  });

  it('stay inside the covered circle of the coronal and carry tags at both ends', () => {
    const [transverse] = referenceLines(input('COR'));
    // The circle has a radius of 45 mm; the line lies 10 mm above its centre.
    const halfPx = 6 * Math.sqrt(45 ** 2 - 10 ** 2);
    expect(transverse?.tags[0]?.x).toBeCloseTo(452 - halfPx, 6);
    expect(transverse?.tags[1]?.x).toBeCloseTo(452 + halfPx, 6);
  });

  it('start the dashed radial line at the nipple, with its tag at the outer end', () => {
    // The nipple lies 30 px right of and 24 px below the centre; the line is 45 mm (270 px) long.
    const radial = referenceLines(input('COR', [5, 1, -4])).at(-1);
    expect(radial?.dashed).toBe(true);
    expect(radial?.segments[0]?.from.x).toBeCloseTo(452 + 30, 6);
    expect(radial?.segments[0]?.from.y).toBeCloseTo(485 + 24, 6);
    expect(radial?.tags).toHaveLength(1);
    expect(radial?.tags[0]?.x).toBeCloseTo(452 + 30 - 270 * Math.sin(Math.PI / 3), 6);
  });

  it('are omitted if outside the view', () => {
    const panned = input('TRA');
    const lines = referenceLines({
      ...panned,
      layout: layoutImage(panned.frame, panned.view, 6, { rightMm: 60, downMm: 0 }),
    });
    expect(lines.map((line) => line.plane)).toEqual(['COR']);
  });
});
