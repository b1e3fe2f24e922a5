import { accounts } from './account-texts.ts';
import { attachments } from './attachment-texts.ts';
import { clinical } from './clinical-texts.ts';
import { commands } from './command-texts.ts';
import { errors } from './error-texts.ts';
import { home } from './home-texts.ts';
import { imports } from './import-texts.ts';
import { keys } from './key-texts.ts';
import { layout } from './layout-texts.ts';
import { links } from './link-texts.ts';
import { mode } from './mode-texts.ts';
import { orientation } from './orientation-texts.ts';
import { pages } from './page-texts.ts';
import { patients } from './patient-texts.ts';
import { preferences } from './preference-texts.ts';
import { records } from './record-texts.ts';
import { reviews } from './review-texts.ts';
import { scanChanges } from './scan-change-texts.ts';
import { session } from './session-texts.ts';
import { signIn } from './sign-in-texts.ts';
import { start } from './start-texts.ts';
import { studies } from './study-texts.ts';
import { tour } from './tour-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = {
  accounts,
  attachments,
  clinical,
  commands,
  errors,
  home,
  import: imports,
  keys,
  layout,
  links,
  mode,
  orientation,
  pages,
  patients,
  preferences,
  records,
  reviews,
  'scan-changes': scanChanges,
  session,
  'sign-in': signIn,
  start,
  studies,
  tour,
};
