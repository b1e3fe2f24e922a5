import { modeKeys } from './key-texts.ts';
import { modeTitles } from './title-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = { 'mode-keys': modeKeys, 'mode-titles': modeTitles };
