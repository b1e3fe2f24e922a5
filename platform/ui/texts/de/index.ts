import { dates } from './date-texts.ts';
import { descriptors } from './descriptor-texts.ts';
import { dialogs } from './dialog-texts.ts';
import { fields } from './field-texts.ts';
import { files } from './file-texts.ts';
import { notes } from './note-texts.ts';
import { pick } from './pick-texts.ts';
import { tables } from './table-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = { dates, descriptors, dialogs, fields, files, notes, pick, tables };
