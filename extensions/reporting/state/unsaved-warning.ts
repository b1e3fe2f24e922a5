import type { LeaveCheck } from '#core';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import type { ReportSession } from './report-session.ts';

/** Warns before the application is left, or the reader signs out, while the server does not have the latest report text. */
export const unsavedWarning =
  ({ store }: Pick<ReportSession, 'store'>): LeaveCheck =>
  (path) => {
    const { save, draft } = store.getState();
    // On other pages the report stays in this browser and is saved later; signing out deletes it.
    const leaves = path === null || path === '/login';
    const isAtRisk = leaves && draft !== null && save !== 'saved';
    return isAtRisk ? reportPageTexts.leave : null;
  };
