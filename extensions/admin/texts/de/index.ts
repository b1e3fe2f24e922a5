import { accounts } from './account-texts.ts';
import { admin } from './admin-texts.ts';
import { auditDay } from './audit-day-texts.ts';
import { audit } from './audit-texts.ts';
import { datasets, predictions } from './dataset-texts.ts';
import { devices } from './device-texts.ts';
import { extensions } from './extension-texts.ts';
import { archive, cron, jobs, organization, sync } from './operation-texts.ts';
import { presets } from './preset-texts.ts';
import { readerStudies } from './reader-study-texts.ts';
import { studyFilter } from './study-filter-texts.ts';
import { system } from './system-texts.ts';

/** German texts by area; areas that are missing stay English. */
export const translations = {
  admin,
  'admin-accounts': accounts,
  'admin-archive': archive,
  'admin-audit': audit,
  'admin-audit-day': auditDay,
  'admin-cron': cron,
  'admin-datasets': datasets,
  'admin-devices': devices,
  'admin-extensions': extensions,
  'admin-jobs': jobs,
  'admin-organization': organization,
  'admin-predictions': predictions,
  'admin-presets': presets,
  'admin-reader-studies': readerStudies,
  'admin-study-filter': studyFilter,
  'admin-sync': sync,
  'admin-system': system,
};
