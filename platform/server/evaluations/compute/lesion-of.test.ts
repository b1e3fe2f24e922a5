import { describe, expect, it } from 'vitest';
import type { StoredFinding } from '#findings';
import { aFinding, aLengthMark } from '#testing';
import { placeOfFinding } from './lesion-of.ts';

const NO_SIZES = { massLengthUm: null, massWidthUm: null, massHeightUm: null };
const finding = (fields: Partial<StoredFinding>): StoredFinding => ({ ...aFinding(), ...fields });

describe('the place of a finding', () => {
  it('has the largest size as diameter', () => {
    const sizes = { massLengthUm: 8_000, massWidthUm: 12_500, massHeightUm: null };
    expect(placeOfFinding(finding(sizes))?.diameterMm).toBe(12.5);
  });

  it('has the larger extent of an area without sizes', () => {
    const mark = aLengthMark();
    const points = [
      { u: 0.1, v: 0.1 },
      { u: 0.3, v: 0.2 },
    ];
    const box = {
      ...mark,
      markType: 'BOUNDING_BOX' as const,
      frame: { ...mark.frame, widthMm: 100, heightMm: 50 },
      markViewParams: { ...mark.markViewParams, points },
    };
    const place = placeOfFinding(finding({ marks: { [box.id]: box }, ...NO_SIZES }));
    expect(place?.diameterMm).toBeCloseTo(20);
  });

  it('has no diameter if no mark measures it, and is null without marks', () => {
    const mark = { ...aLengthMark(), markType: 'SELECTMARK' as const };
    const point = finding({ marks: { [mark.id]: mark }, ...NO_SIZES });
    expect(placeOfFinding(point)?.diameterMm).toBeNull();
    expect(placeOfFinding(finding({ marks: {} }))).toBeNull();
  });
});
