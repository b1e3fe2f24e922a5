import { createStore, type StoreApi } from 'zustand/vanilla';

export interface ReportViewValues {
  /** Whether the report fills the window instead of the panel. */
  readonly isFullPage: boolean;
  /** Whether the first chip takes the focus as soon as it is shown. */
  readonly takesFocus: boolean;
}

/** How the page shows the report. */
export type ReportView = StoreApi<ReportViewValues>;

export const createReportView = (): ReportView =>
  createStore<ReportViewValues>(() => ({ isFullPage: false, takesFocus: false }));
