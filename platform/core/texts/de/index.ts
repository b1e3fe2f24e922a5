import { downloads } from './download-texts.ts';
import { hanging } from './hanging-texts.ts';
import { host } from './host-texts.ts';
import { live } from './live-texts.ts';
import { notices } from './notice-texts.ts';
import { provider } from './provider-texts.ts';
import { sessionEnds } from './session-end-texts.ts';
import { studyDocument } from './study-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = {
  downloads,
  hanging,
  host,
  live,
  notices,
  provider,
  'session-ends': sessionEnds,
  'study-document': studyDocument,
};
