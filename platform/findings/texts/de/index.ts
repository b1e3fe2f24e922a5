import { measurements } from './measure-texts.ts';
import { findingRules } from './rule-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = { 'finding-rules': findingRules, measurements };
