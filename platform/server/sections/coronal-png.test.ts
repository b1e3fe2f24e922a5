import { describe, expect, it } from 'vitest';
import { aVolume, ball } from '#testing';
import { rgbPng } from '../images/rgb-png.ts';
import { coronalPng } from './coronal-png.ts';

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('the small coronal of a volume', () => {
  it('has the proportions of the volume and at most 160 pixels a side', () => {
    expect(sizeOf(coronalPng(aVolume({ sizes: [80, 40, 60] })))).toEqual([160, 120]);
    expect(sizeOf(coronalPng(aVolume({ sizes: [40, 40, 80] })))).toEqual([80, 160]);
  });

  it('shows what lies at mid depth, not at the skin', () => {
    const sizes = [80, 40, 80] as const;
    const empty = coronalPng(aVolume({ sizes }));
    const { geometry } = aVolume({ sizes });
    const depthMm = geometry.originMm[1] + (geometry.sizes[1] * geometry.spacingMm[1]) / 2;
    const centre = (index: 0 | 2) =>
      geometry.originMm[index] + (geometry.sizes[index] * geometry.spacingMm[index]) / 2;
    const inside = ball([centre(0), depthMm, centre(2)], 4, 10, 200);
    expect(coronalPng(aVolume({ sizes, paint: inside }))).not.toEqual(empty);
    expect(rgbPng(empty)).not.toBeNull();
  });
});
