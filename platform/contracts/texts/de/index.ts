import { fieldErrors } from './field-texts.ts';
import { fieldIssues } from './issue-texts.ts';
import { labels } from './label-texts.ts';
import { lists } from './list-texts.ts';
import { risk } from './risk-texts.ts';
import { scanErrors } from './scan-error-texts.ts';
import { serverMessages } from './server-messages.ts';
import { serverProblems } from './server-problems.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = {
  'field-errors': fieldErrors,
  'field-issues': fieldIssues,
  risk,
  'scan-errors': scanErrors,
  'server-messages': serverMessages,
  'server-problems': serverProblems,
  ...labels,
  ...lists,
};
