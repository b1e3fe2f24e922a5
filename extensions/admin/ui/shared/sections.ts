import { type Route, routes } from '#contracts';
import type { IconName } from '#ui';
import type { adminTexts } from '../../texts/admin-texts.ts';

export type SectionId = keyof typeof adminTexts.sections;

export interface SectionInfo {
  readonly id: SectionId;
  readonly icon: IconName;
  /** Call that the section needs; the section is hidden from users who may not make it. */
  readonly needs: Route;
}

/** All sections in the order of the navigation. */
export const SECTIONS: readonly SectionInfo[] = [
  { id: 'accounts', icon: 'user', needs: routes.listAccounts },
  { id: 'devices', icon: 'device', needs: routes.listAllDevices },
  // Readers of settings see presets before a scan; the section is for those who can change them.
  { id: 'presets', icon: 'adjust', needs: routes.updateDeviceSettings },
  { id: 'organization', icon: 'building', needs: routes.getOrganization },
  { id: 'jobs', icon: 'job', needs: routes.listRunningJobs },
  { id: 'cron', icon: 'clock', needs: routes.listCronJobs },
  { id: 'sync', icon: 'cloud', needs: routes.cloudSyncState },
  { id: 'archive', icon: 'archive', needs: routes.listJobs },
  { id: 'datasets', icon: 'box', needs: routes.listDatasetExports },
  { id: 'readerStudies', icon: 'target', needs: routes.listReaderStudies },
  { id: 'extensions', icon: 'extension', needs: routes.listSwitches },
  { id: 'problems', icon: 'alert', needs: routes.listExternalLogs },
  { id: 'audit', icon: 'report', needs: routes.listAudit },
  { id: 'system', icon: 'server', needs: routes.systemInfo },
  // Every user may read the lists, but the section is for administrators.
  { id: 'lists', icon: 'list', needs: routes.siteFile },
];

const DASHBOARD = '/admin-dashboard';

/** Returns the path of a section, e.g. `/admin-dashboard?section=devices`. */
export function sectionPath(id: SectionId): string {
  return `${DASHBOARD}?section=${id}`;
}

/** Returns the section with this id, else the first visible one; null when none is visible. */
export function sectionOf(
  requestedId: string | null,
  allowed: readonly SectionInfo[],
): SectionInfo | null {
  return allowed.find(({ id }) => id === requestedId) ?? allowed[0] ?? null;
}
