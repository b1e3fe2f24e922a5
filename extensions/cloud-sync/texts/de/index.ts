import { cloudSync } from './sync-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = { 'cloud-sync': cloudSync };
