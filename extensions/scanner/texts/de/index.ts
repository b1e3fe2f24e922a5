import { demonstration } from './demonstration-texts.ts';
import { scannerDeveloper } from './developer-texts.ts';
import { jobPhases, jobProblems } from './job-texts.ts';
import { prescan } from './prescan-texts.ts';
import { rawFiles } from './raw-file-texts.ts';
import { scanStates } from './scan-state-texts.ts';
import { scan } from './scan-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = {
  'job-phases': jobPhases,
  prescan,
  'raw-files': rawFiles,
  scan,
  'scan-states': scanStates,
  'server-problems': jobProblems,
  'scanner-demonstration': demonstration,
  'scanner-developer': scannerDeveloper,
};
