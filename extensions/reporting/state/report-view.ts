import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CheckHit } from '#report';

export interface ReportViewValues {
  /** Whether the report fills the window instead of the panel. */
  readonly isFullPage: boolean;
  /** Whether the first chip takes the focus as soon as it is shown. */
  readonly takesFocus: boolean;
  /** Check whose subject is shown next; null for none. */
  readonly goTo: CheckHit | null;
}

/** How the page shows the report. */
export type ReportView = StoreApi<ReportViewValues>;

export const createReportView = (): ReportView =>
  createStore<ReportViewValues>(() => ({ isFullPage: false, takesFocus: false, goTo: null }));
