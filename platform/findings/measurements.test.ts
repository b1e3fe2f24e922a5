import { describe, expect, it } from 'vitest';
import { type Mark, type MarkType, measurementSchema } from '#contracts';
import { areaMm2, measurementsOf } from '#findings';
import type { NormalisedPoint } from '#geometry';
import { aFinding } from '#testing';

/** Creates a mark in an image of 100 × 50 mm. */
function aMark(markType: MarkType, points: readonly NormalisedPoint[]): Mark {
  const [sample] = Object.values(aFinding().marks);
  if (sample === undefined) throw new Error('the sample finding has no mark');
  const frame = { ...sample.frame, widthMm: 100, heightMm: 50 };
  const markViewParams = { ...sample.markViewParams, points: [...points] };
  return { ...sample, markType, frame, markViewParams };
}
const pointMm = (xMm: number, yMm: number): NormalisedPoint => ({ u: xMm / 100, v: yMm / 50 });

function measurementOf(mark: Mark) {
  const [measurement, ...others] = measurementsOf({
    ...aFinding({ label: 3 }),
    marks: { [mark.id]: mark },
  });
  expect(others).toEqual([]);
  return measurement;
}

describe('the measurement of a mark', () => {
  it('is given in centimetres, with the area of closed shapes', () => {
    const length = measurementOf(aMark('LENGTH', [pointMm(10, 10), pointMm(22, 10)]));
    expect(measurementSchema.parse(length)).toMatchObject({
      label: 'Finding 3',
      description: '1.20 cm',
      unit: 'CM',
      area: null,
      type: 'LENGTH',
    });
    const cross = aMark('CROSS', [
      pointMm(10, 20),
      pointMm(22, 20),
      pointMm(16, 15),
      pointMm(16, 24),
    ]);
    expect(measurementOf(cross)).toMatchObject({ description: '1.20 × 0.90 cm', area: null });
    const box = measurementOf(aMark('BOUNDING_BOX', [pointMm(30, 25), pointMm(10, 15)]));
    expect(box?.description).toBe('2.00 × 1.00 cm');
    expect(box?.area).toBeCloseTo(2);
    const ellipse = aMark('ELLIPTICAL', [
      pointMm(10, 20),
      pointMm(30, 20),
      pointMm(20, 15),
      pointMm(20, 25),
    ]);
    expect(measurementOf(ellipse)?.area).toBeCloseTo((Math.PI / 4) * 2 * 1);
    const outline = measurementOf(
      aMark('FREEHAND', [pointMm(0, 0), pointMm(20, 0), pointMm(20, 10)]),
    );
    expect(outline).toMatchObject({ description: '' });
    expect(outline?.area).toBeCloseTo(1);
  });

  it('is absent for arrows, texts and points', () => {
    for (const type of ['ARROW', 'TEXT', 'SELECTMARK', 'PLANELOCATOR'] as const) {
      expect(measurementOf(aMark(type, [pointMm(10, 10), pointMm(20, 20)]))).toBeUndefined();
    }
  });

  it('is independent of the start and direction of an outline', () => {
    const outline = [pointMm(0, 0), pointMm(20, 0), pointMm(20, 10), pointMm(5, 30)];
    const size = { widthMm: 100, heightMm: 50 };
    const reordered = [...outline.slice(2), ...outline.slice(0, 2)].reverse();
    expect(areaMm2(size, reordered)).toBeCloseTo(areaMm2(size, outline));
  });
});
