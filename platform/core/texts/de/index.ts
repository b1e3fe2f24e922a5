import { hanging } from './hanging-texts.ts';
import { host } from './host-texts.ts';
import { live } from './live-texts.ts';
import { notices } from './notice-texts.ts';
import { sessionEnds } from './session-end-texts.ts';
import { studyDocument } from './study-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = {
  hanging,
  host,
  live,
  notices,
  'session-ends': sessionEnds,
  'study-document': studyDocument,
};
