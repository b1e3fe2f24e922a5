import { antiradial } from './antiradial-texts.ts';
import { readingCommands } from './command-texts.ts';
import { findings } from './finding-texts.ts';
import { pictures } from './image-texts.ts';
import { places } from './location-texts.ts';
import { navigationMap } from './map-texts.ts';
import { marks } from './mark-texts.ts';
import { raw } from './raw-texts.ts';
import { reading } from './reading-texts.ts';
import { space } from './space-texts.ts';
import { readingViews } from './view-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = {
  antiradial,
  findings,
  marks,
  pictures,
  places,
  raw,
  reading,
  'reading-commands': readingCommands,
  'reading-views': readingViews,
  space,
  'navigation-map': navigationMap,
};
