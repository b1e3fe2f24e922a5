import { routes, type UserInfo } from '#contracts';
import type { Session } from '#core';
import { tourTexts } from '../texts/tour-texts.ts';

export type TourId = 'reader' | 'operator' | 'administrator' | 'viewer';

export interface TourStep {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Page that the step is about; null for all pages. */
  readonly path: string | null;
}

interface Tour {
  readonly id: TourId;
  readonly steps: readonly TourStep[];
}

/** Returns the tour of the work that the user does most. */
export function tourOf(user: UserInfo, session: Pick<Session, 'mayCall'>): Tour {
  const [first, ...others] = user.roles;
  if (first?.id === 'ADMIN' && others.length === 0) return administrator();
  if (session.mayCall(routes.saveReport)) return reader();
  if (session.mayCall(routes.createStudy)) return operator();
  return viewer();
}

const reader = (): Tour => ({
  id: 'reader',
  steps: [
    { id: 'worklist', ...tourTexts.reader.worklist, path: '/study-list' },
    { id: 'reading', ...tourTexts.reader.reading, path: null },
    { id: 'findings', ...tourTexts.reader.findings, path: null },
    { id: 'help', ...tourTexts.reader.help, path: null },
  ],
});

const operator = (): Tour => ({
  id: 'operator',
  steps: [
    { id: 'patients', ...tourTexts.operator.patients, path: '/patient-list' },
    { id: 'prescan', ...tourTexts.operator.prescan, path: null },
    { id: 'scan', ...tourTexts.operator.scan, path: null },
    { id: 'help', ...tourTexts.operator.help, path: null },
  ],
});

const administrator = (): Tour => ({
  id: 'administrator',
  steps: [
    { id: 'accounts', ...tourTexts.administrator.accounts, path: '/admin-dashboard' },
    { id: 'devices', ...tourTexts.administrator.devices, path: null },
    { id: 'operations', ...tourTexts.administrator.operations, path: null },
    { id: 'help', ...tourTexts.administrator.help, path: null },
  ],
});

const viewer = (): Tour => ({
  id: 'viewer',
  steps: [
    { id: 'worklist', ...tourTexts.viewer.worklist, path: '/study-list' },
    { id: 'reading', ...tourTexts.viewer.reading, path: null },
    { id: 'views', ...tourTexts.viewer.views, path: null },
    { id: 'help', ...tourTexts.viewer.help, path: null },
  ],
});
