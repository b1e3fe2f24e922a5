import type {
  ApiClient,
  ExtensionContext,
  Notices,
  ReadonlyStore,
  Session,
  StudyDocument,
} from '#core';
import { token } from '#foundation';
import type { CheckLevels } from '#report';
import type { CodeLists } from './code-lists.ts';
import type { LocalDrafts } from './local-draft.ts';
import type { ReportSession } from './report-values.ts';

/** Services of the report's views. */
export interface ReportServices {
  readonly report: ReportSession;
  readonly drafts: LocalDrafts;
  readonly study: StudyDocument;
  readonly session: Session;
  readonly notices: Notices;
  readonly api: ApiClient;
  readonly lists: ReadonlyStore<CodeLists>;
  /** Levels of checks that the site has changed. */
  readonly levels: CheckLevels;
  /** Runs a command of any extension. */
  readonly run: ExtensionContext['run'];
}

export const reportServicesToken = token<ReportServices>('reporting.services');
