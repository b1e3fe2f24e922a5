import { followUp } from './follow-up-texts.ts';
import { reportLetter } from './letter-texts.ts';
import { readerStudy } from './reader-study-texts.ts';
import { reportPage } from './report-page-texts.ts';
import { statistics } from './statistics-texts.ts';
import { reportDictation, reportTextBlocks } from './text-block-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = {
  'reader-study': readerStudy,
  'report-page': reportPage,
  'report-letter': reportLetter,
  'report-text-blocks': reportTextBlocks,
  'report-dictation': reportDictation,
  'report-follow-up': followUp,
  'report-statistics': statistics,
};
