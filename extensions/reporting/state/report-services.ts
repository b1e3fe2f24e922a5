import type {
  ApiClient,
  ExtensionContext,
  Navigation,
  Notices,
  ReadonlyStore,
  Session,
  StudyDocument,
  ViewState,
} from '#core';
import { token } from '#foundation';
import type { CheckLevels } from '#report';
import type { CodeLists } from './code-lists.ts';
import type { Dictation } from './dictation.ts';
import type { FinishAndNext } from './finish-and-next.ts';
import type { LocalDrafts } from './local-draft.ts';
import type { ReadingBackground } from './reading-background.ts';
import type { ReportSession } from './report-values.ts';
import type { ReportView } from './report-view.ts';
import type { TextBlocks } from './text-blocks.ts';

/** Services of the report's views. */
export interface ReportServices {
  readonly report: ReportSession;
  readonly drafts: LocalDrafts;
  readonly study: StudyDocument;
  readonly background: Pick<ReadingBackground, 'store'>;
  readonly view: Pick<ViewState, 'store'>;
  /** How the page shows the report. */
  readonly shown: ReportView;
  readonly session: Session;
  readonly finishing: FinishAndNext;
  readonly notices: Notices;
  readonly navigation: Navigation;
  readonly api: ApiClient;
  readonly lists: ReadonlyStore<CodeLists>;
  /** Levels of checks that the site has changed. */
  readonly levels: CheckLevels;
  readonly textBlocks: TextBlocks;
  /** Null if the site has not switched it on, or the browser can't do it. */
  readonly dictation: Dictation | null;
  /** Runs a command of any extension. */
  readonly run: ExtensionContext['run'];
}

export const reportServicesToken = token<ReportServices>('reporting.services');
