import type { LeaveCheck } from '#core';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import type { ReportSession } from './report-session.ts';

/** Warns before the application is left while the server does not have the latest report text. */
export const unsavedWarning =
  ({ store }: Pick<ReportSession, 'store'>): LeaveCheck =>
  (path) => {
    const { save, draft } = store.getState();
    // Within the application the report stays on this computer and is saved later.
    const isAtRisk = path === null && draft !== null && save !== 'saved';
    return isAtRisk ? reportPageTexts.leave : null;
  };
