import type {
  ExtensionContext,
  Navigation,
  Notices,
  ReadonlyStore,
  Session,
  StudyDocument,
  ViewState,
} from '#core';
import { token } from '#foundation';
import type { CodeLists } from './code-lists.ts';
import type { ReaderSession } from './reader-session.ts';

export const READER_PANEL_ID = 'reporting.reader-study';

/** Services of the views of reader studies. */
export interface ReaderServices {
  readonly reader: ReaderSession;
  readonly study: StudyDocument;
  readonly session: Session;
  readonly lists: ReadonlyStore<CodeLists>;
  readonly navigation: Navigation;
  readonly notices: Notices;
  readonly view: ViewState;
  readonly run: ExtensionContext['run'];
}

export const readerServicesToken = token<ReaderServices>('reporting.reader-services');

/** Opens a case in the reading page, with its panel. */
export function openCase(
  { navigation, view }: Pick<ReaderServices, 'navigation' | 'view'>,
  studyId: string,
): void {
  view.set({ openPanelId: READER_PANEL_ID });
  navigation.go(`/scan?study=${studyId}`);
}
