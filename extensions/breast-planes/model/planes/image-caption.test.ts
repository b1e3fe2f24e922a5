import { expect, it } from 'vitest';
import { scannedVolumeGeometry } from '#geometry';
import { captionOf, imageFileName } from './image-caption.ts';

const volume = scannedVolumeGeometry([200, 90, 180], [0.5, 0.5, 0.5], 45);
const plane = {
  plane: 'COR',
  scan: { id: '01a1fe5b-add3-759b', label: 'R 2', laterality: { id: 'R' } },
  volume,
  nippleMm: [0, 0, 0],
  position: { sag: -40, tra: 0, depth: 28, rad: 0 },
} as const;

it('captions an image with side, plane, clock position, distance and depth, without patient data', () => {
  const shown = captionOf(plane, 'slab 2 mm mean');
  expect(shown).toEqual([
    'R 2 · Coronal · slab 2 mm mean',
    '9:00 · 20 mm FN · depth from transducer 14.3 mm',
  ]);
  const name = imageFileName(plane, 'clean');
  expect(name).toBe('breast-R-2-coronal-01a1fe5b-clean.png');
});

it('states that the nipple is not set instead of a clock position', () => {
  expect(captionOf({ ...plane, nippleMm: null }, 'slice 0.5 mm').at(-1)).toBe(
    'nipple not set · depth from transducer 14.3 mm',
  );
});

it('captions the other planes with the position shown in their footers', () => {
  const sagittal = captionOf({ ...plane, plane: 'SAG' }, 'slice 0.5 mm');
  expect(sagittal.at(-1)).toBe('9:00 · 20 mm FN · right 20.0 mm');
});
