import { describe, expect, it } from 'vitest';
import { mapPointOf, overlaps, placeLabels, rimOf } from './place-on-map.ts';

describe('mapPointOf', () => {
  it('draws 3 o’clock at the right of the page for both breasts, and 12 o’clock at the top', () => {
    const three = mapPointOf({ clockDeg: 90, distanceMm: 30 }, 60, 100);
    expect([three.xPt, three.yPt].map(Math.round)).toEqual([50, -0]);
    const twelve = mapPointOf({ clockDeg: 0, distanceMm: 60 }, 60, 100);
    expect([twelve.xPt, twelve.yPt].map(Math.round)).toEqual([0, -100]);
  });

  it('keeps findings beyond the rim at the rim', () => {
    const far = mapPointOf({ clockDeg: 90, distanceMm: 400 }, 150, 100);
    expect(Math.round(far.xPt)).toBe(100);
  });
});

describe('rimOf', () => {
  it('shows at least 60 mm and at most 150 mm, in steps of 10 mm', () => {
    const rim = (...distancesMm: number[]) =>
      rimOf(distancesMm.map((distanceMm) => ({ mapPlace: { clockDeg: 0, distanceMm } })));
    expect([rim(), rim(20), rim(71), rim(400)]).toEqual([60, 60, 80, 150]);
    expect(rimOf([{ mapPlace: null }])).toBe(60);
  });
});

describe('placeLabels', () => {
  const label = (text: string, xPt: number, yPt: number) => ({
    text,
    point: { xPt, yPt },
    widthPt: 12,
  });

  it('leaves numbers at their points while these are apart', () => {
    const points = [label('1', 0, 0), label('2', 30, 0)];
    expect(placeLabels(points, 76).map(({ centre }) => centre)).toEqual(
      points.map(({ point }) => point),
    );
  });

  it('places 60 numbers of one point without overlap and within the bounds', () => {
    const labels = placeLabels(
      Array.from({ length: 60 }, (_, idx) => label(String(idx + 1), 25, -20)),
      78,
    );
    for (const [idx, a] of labels.entries()) {
      expect(Math.abs(a.centre.xPt) + a.widthPt / 2).toBeLessThanOrEqual(78);
      for (const b of labels.slice(idx + 1))
        expect(overlaps(a, b), `${a.text}, ${b.text}`).toBe(false);
    }
  });
});
