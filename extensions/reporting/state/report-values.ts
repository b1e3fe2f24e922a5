import type { Report, ReportContent, ReportSummary } from '#contracts';
import type {
  ApiClient,
  CallProblem,
  LiveConnection,
  ReadonlyStore,
  Session,
  StudyDocument,
} from '#core';
import type { Clock, Disposable, Result } from '#foundation';
import type { ReportContext } from '#report';
import type { ReportDraft } from '../model/report-draft.ts';
import type { CodeLists } from './code-lists.ts';
import type { LocalDrafts } from './local-draft.ts';
import type { ReadingBackground } from './reading-background.ts';

/** How far the draft is stored on the server. */
export type SaveStatus = 'saved' | 'waiting' | 'saving' | 'offline' | 'failed';

export interface ReportValues {
  /** Study whose report is shown; null while none is open. */
  readonly studyId: string | null;
  readonly status: 'empty' | 'loading' | 'ready' | 'failed';
  /** Why the report could not be read, or the latest save failed; null if neither. */
  readonly problem: CallProblem | null;
  /** Newest stored version; null without one. */
  readonly stored: Report | null;
  /** Versions and addenda, newest first. */
  readonly versions: readonly ReportSummary[];
  /** Content that this reader writes; null while only the stored version is shown. */
  readonly draft: ReportDraft | null;
  readonly save: SaveStatus;
  /** Version of the server that contradicts the draft; null without a contradiction. */
  readonly conflict: Report | null;
}

export interface ReportSessionDeps {
  readonly api: ApiClient;
  readonly study: StudyDocument;
  readonly session: Pick<Session, 'mayCall' | 'store'>;
  readonly live: Pick<LiveConnection, 'onRefresh'>;
  readonly drafts: LocalDrafts;
  readonly lists: ReadonlyStore<CodeLists>;
  readonly background: Pick<ReadingBackground, 'store' | 'of' | 'retry'>;
  readonly clock: Clock;
  /** Language of new reports. */
  language(): ReportContent['language'];
}

/** The report of the open study: the stored versions, and the draft that is saved by itself. */
export interface ReportSession extends Disposable {
  readonly store: ReadonlyStore<ReportValues>;
  /** Returns what texts and checks read; null while no report is shown. */
  context(): ReportContext | null;
  /** Whether the server lacks text of any report that this reader has written on this page. */
  hasUnsaved(): boolean;
  /** Whether this reader can change the report now. */
  canEdit(): boolean;
  /** Changes the draft, which starts with the first change; no effect unless `canEdit`. */
  edit(change: (content: ReportContent) => ReportContent): void;
  /** Starts a new version from the stored one, which another reader wrote or which is preliminary. */
  startVersion(): void;
  /** Saves the draft now. */
  flush(): Promise<Result<void, CallProblem>>;
  /** Saves the local content over that of the server, or drops the local content. */
  resolveConflict(choice: 'mine' | 'theirs'): Promise<Result<void, CallProblem>>;
  /** Discards the draft or the open addendum; earlier versions stay. */
  discard(): Promise<Result<void, CallProblem>>;
  /**
   * Saves the draft and marks it as ready for review. Fails with REPORT_CHANGED if `draftId` is no
   * longer the open draft, as in another study.
   */
  complete(draftId: string): Promise<Result<void, CallProblem>>;
  /**
   * Signs the version that the reader has before them: the draft, which becomes preliminary first,
   * the preliminary report or the open addendum. Fails with REPORT_CHANGED if `reportId` is no longer
   * that version.
   */
  sign(reportId: string, password: string): Promise<Result<void, CallProblem>>;
  /** Saves the open addendum of the signed report, and starts one with the first text. */
  writeAddendum(text: string): Promise<Result<void, CallProblem>>;
  /** Reads the stored versions again. */
  refresh(): Promise<void>;
}
