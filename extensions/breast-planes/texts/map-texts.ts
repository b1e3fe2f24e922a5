import { defineTexts } from '#foundation';

/** Texts of the navigation map in the findings panel. */
export const mapTexts = defineTexts('navigation-map', {
  show: 'Navigation map',
  larger: 'Enlarge the map',
  sides: { L: 'Navigation map of the left breast', R: 'Navigation map of the right breast' },
  /** Announced in place of "slider". */
  role: 'map',
  about:
    'Darkest tissue at any depth, as seen from the front. Bright: all depths were on the screen; dim: only some or none. Images count as a whole, also where zoom cut them off. A press moves the planes to the darkest tissue there, arrow keys move them by 1 mm.',
  loading: 'The map is being computed',
  noVolume: 'This scan has no volume',
  /** Separates the parts of the location that a screen reader announces. */
  location: (parts: readonly string[]) => parts.join(', '),
});
