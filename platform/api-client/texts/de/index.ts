import { calls } from './call-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = { calls };
