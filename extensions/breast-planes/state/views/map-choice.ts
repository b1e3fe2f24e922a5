/** Whether the findings panel shows the navigation map instead of the clock faces. */
export const MAP_PREFERENCE = 'reading.map';
/** Size of the navigation map. */
export const MAP_SIZE_PREFERENCE = 'reading.map-size';

/** Returns whether the reader has chosen the navigation map; off by default. */
export const showsNavigationMap = (values: ReadonlyMap<string, string>): boolean =>
  values.get(MAP_PREFERENCE) === 'navigation';

/** Returns whether the reader has enlarged the navigation map; small by default. */
export const isMapLarge = (values: ReadonlyMap<string, string>): boolean =>
  values.get(MAP_SIZE_PREFERENCE) === 'large';
