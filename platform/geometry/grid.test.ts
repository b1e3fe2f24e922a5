import fc from 'fast-check';
import { expect, it } from 'vitest';
import { positionInGrid, positionToMm, sameGrid, scannedVolumeGeometry } from '#geometry';

const volumes = fc
  .tuple(
    fc.tuple(
      fc.integer({ min: 2, max: 300 }),
      fc.integer({ min: 2, max: 90 }),
      fc.integer({ min: 2, max: 300 }),
    ),
    fc.double({ min: 0.2, max: 2, noNaN: true }),
    fc.double({ min: -20, max: 20, noNaN: true }),
  )
  .map(([sizes, mm, shift]) => {
    const { originMm, ...volume } = scannedVolumeGeometry(sizes, [mm, mm / 2, mm * 1.5], 60);
    return {
      ...volume,
      originMm: [originMm[0] + shift, originMm[1], originMm[2] - shift] as const,
    };
  });
const offsets = fc.double({ min: -200, max: 200, noNaN: true });

it('positionInGrid keeps the location in the patient and is reversible', () => {
  fc.assert(
    fc.property(volumes, volumes, offsets, offsets, offsets, (from, to, sag, tra, depth) => {
      const position = { sag, tra, depth, rad: 123.456 };
      const converted = positionInGrid(from, to, position);
      positionToMm(to, converted).forEach((mm, axis) => {
        expect(mm).toBeCloseTo(positionToMm(from, position)[axis] ?? Number.NaN, 6);
      });
      expect(converted.rad).toBe(123.456);
      expect(positionInGrid(to, from, converted).sag).toBeCloseTo(sag, 6);
    }),
  );
});

it.each(['sizes', 'spacingMm', 'originMm'] as const)('sameGrid detects different %s', (field) => {
  const volume = scannedVolumeGeometry([10, 8, 6], [1, 1, 1], 5);
  const [x, y, z] = volume[field];
  expect(sameGrid(volume, { ...volume })).toBe(true);
  expect(sameGrid(volume, { ...volume, [field]: [x, y, z + 1] })).toBe(false);
});
