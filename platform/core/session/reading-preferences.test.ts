import { expect, it } from 'vitest';
import {
  coronalSlabMmOf,
  distanceUnitOf,
  firstLayoutOf,
  opensMenuOnDwell,
  READING_PREFERENCES,
} from './reading-preferences.ts';

it('leaves every choice to the product while nothing is stored', () => {
  const values = new Map<string, string>();
  expect(firstLayoutOf(values)).toBeNull();
  expect(coronalSlabMmOf(values)).toBeNull();
  expect(distanceUnitOf(values)).toBe('mm');
  expect(opensMenuOnDwell(values)).toBe(true);
});

it('reads stored choices and ignores unknown values', () => {
  const { layout, slab, distance, dwellMenu } = READING_PREFERENCES;
  const values = new Map<string, string>([
    [layout, 'planes.four'],
    [slab, '0'],
    [distance, 'cm'],
    [dwellMenu, 'off'],
  ]);
  expect(firstLayoutOf(values)).toBe('planes.four');
  expect(coronalSlabMmOf(values)).toBe(0);
  expect(distanceUnitOf(values)).toBe('cm');
  expect(opensMenuOnDwell(values)).toBe(false);
  expect(coronalSlabMmOf(new Map([[slab, '7']]))).toBeNull();
  expect(distanceUnitOf(new Map([[distance, 'inch']]))).toBe('mm');
});
