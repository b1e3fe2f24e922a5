import type { LeaveCheck } from '#core';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import type { ReportSession } from './report-values.ts';

/** Warns before the application is left, or the reader signs out, while the server does not have the latest report text. */
export const unsavedWarning =
  (report: Pick<ReportSession, 'hasUnsaved'>): LeaveCheck =>
  (path) => {
    // On other pages the text stays in this browser and is saved later; signing out deletes it.
    const leaves = path === null || path === '/login';
    return leaves && report.hasUnsaved() ? reportPageTexts.leave : null;
  };
