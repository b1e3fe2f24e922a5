import { reportChecks, reportCheckWords } from './check-texts.ts';
import { textActs } from './text-act-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = {
  'report-checks': reportChecks,
  'report-check-words': reportCheckWords,
  'report-text-acts': textActs,
};
