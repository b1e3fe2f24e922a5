import { createStore } from 'zustand/vanilla';
import {
  type ExtensionContext,
  formDraftsToken,
  liveToken,
  navigationToken,
  noticesToken,
  type ReadonlyStore,
  viewStateToken,
} from '#core';
import { systemClock, toDisposable } from '#foundation';
import type { CodeLists } from './code-lists.ts';
import { READER_PANEL_ID, readerServicesToken } from './reader-services.ts';
import { createReaderSession } from './reader-session.ts';
import type { ReportServices } from './report-services.ts';

/**
 * Provides the services of reader studies and reads those of the user.
 * @returns whether a case is read now, and whether the report is shown, which is hidden meanwhile
 */
export function provideReaderSession(
  context: ExtensionContext,
  { api, study, session }: Pick<ReportServices, 'api' | 'study' | 'session'>,
  lists: ReadonlyStore<CodeLists>,
): { readonly isReading: ReadonlyStore<boolean>; readonly showsReport: ReadonlyStore<boolean> } {
  const reader = context.scope.own(
    createReaderSession({
      ...{ api, study, session },
      drafts: context.use(formDraftsToken),
      clock: systemClock,
      isPageVisible: () => document.visibilityState === 'visible',
    }),
  );
  const showsReport = createStore<boolean>()(() => !reader.isReading.getState());
  const view = context.use(viewStateToken);
  const stop = reader.isReading.subscribe((isReading) => {
    showsReport.setState(!isReading, true);
    view.set({ readsCase: isReading });
    // After a reload no panel is chosen, and the ratings of the case come first.
    if (isReading && view.store.getState().openPanelId === null)
      view.set({ openPanelId: READER_PANEL_ID });
  });
  context.scope.own(toDisposable(stop));
  const stopAwaiting = reader.store.subscribe(({ status }) =>
    // Without an answer of the server, a case may be open.
    view.set({ awaitsCases: status === 'loading' || status === 'failed' }),
  );
  context.scope.own(toDisposable(stopAwaiting));
  context.provide(readerServicesToken, {
    ...{ reader, study, session, lists },
    navigation: context.use(navigationToken),
    notices: context.use(noticesToken),
    view,
    run: (command, args) => context.run(command, args),
  });
  context.scope.own(
    context.use(liveToken).onRefresh(() => {
      if (reader.store.getState().status === 'failed') void reader.refresh();
    }),
  );
  void reader.refresh();
  return { isReading: reader.isReading, showsReport };
}
