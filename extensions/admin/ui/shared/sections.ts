import type { Feature } from '#contracts';
import type { IconName } from '#ui';
import type { adminTexts } from '../../texts/admin-texts.ts';

export type SectionId = keyof typeof adminTexts.sections;

export interface SectionInfo {
  readonly id: SectionId;
  readonly icon: IconName;
  /** Any one of these features makes the section visible. */
  readonly features: readonly Feature[];
}

const ACCOUNTS: readonly Feature[] = ['ADMIN_ACCOUNT'];

/** All sections in the order of the navigation. */
export const SECTIONS: readonly SectionInfo[] = [
  { id: 'accounts', icon: 'user', features: ACCOUNTS },
  { id: 'devices', icon: 'device', features: ['ADMIN_DEVICE', 'DEV_SET_VIEW'] },
  { id: 'organization', icon: 'building', features: ACCOUNTS },
  { id: 'jobs', icon: 'job', features: ['ADMIN_ACCOUNT', 'STUDY_VIEW'] },
  { id: 'cron', icon: 'clock', features: ['CRON_JOB_VIEW'] },
  { id: 'sync', icon: 'cloud', features: ['CRON_JOB_VIEW', 'PATIENT_VIEW'] },
  { id: 'archive', icon: 'archive', features: ACCOUNTS },
  { id: 'extensions', icon: 'extension', features: ACCOUNTS },
  { id: 'problems', icon: 'alert', features: ACCOUNTS },
  { id: 'audit', icon: 'report', features: ACCOUNTS },
  { id: 'system', icon: 'server', features: ACCOUNTS },
  { id: 'lists', icon: 'list', features: ACCOUNTS },
];

const DASHBOARD = '/admin-dashboard';

/** Returns the path of a section, e.g. `/admin-dashboard?section=devices`. */
export function sectionPath(id: SectionId): string {
  return `${DASHBOARD}?section=${id}`;
}

/** Returns the section with this id, else the first visible one; null when none is visible. */
export function sectionOf(
  named: string | null,
  allowed: readonly SectionInfo[],
): SectionInfo | null {
  return allowed.find(({ id }) => id === named) ?? allowed[0] ?? null;
}
