/** Codes of the preferences with which a reader starts; all are stored per account. */
export const READING_PREFERENCES = {
  /** Id of the layout of scans that were not left in another layout. */
  layout: 'reading.first-layout',
  /** Thickness in mm of the coronal slab. */
  slab: 'reading.slab',
  /** Unit of distances from the nipple. */
  distance: 'reading.distance-unit',
  /** Whether a mark's menu opens when the pointer rests on the mark. */
  dwellMenu: 'reading.dwell-menu',
} as const;

/** Choices of the coronal slab in mm; 0 is one slice. */
export const CORONAL_SLABS_MM: readonly number[] = [0, 1, 2, 3, 5, 10];

export type DistanceUnit = 'mm' | 'cm';
type Values = ReadonlyMap<string, string>;

/** Returns the id of the preferred first layout; null lets the rules of the layouts decide. */
export const firstLayoutOf = (values: Values): string | null =>
  values.get(READING_PREFERENCES.layout) ?? null;

/** Returns the preferred thickness of the coronal slab in mm; null for the product's default. */
export function coronalSlabMmOf(values: Values): number | null {
  const value = values.get(READING_PREFERENCES.slab);
  return CORONAL_SLABS_MM.find((thicknessMm) => String(thicknessMm) === value) ?? null;
}

export const distanceUnitOf = (values: Values): DistanceUnit =>
  values.get(READING_PREFERENCES.distance) === 'cm' ? 'cm' : 'mm';

/** Returns whether the menu of a mark opens by itself; on by default. */
export const opensMenuOnDwell = (values: Values): boolean =>
  values.get(READING_PREFERENCES.dwellMenu) !== 'off';
