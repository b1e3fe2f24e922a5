import {
  apiToken,
  defineExtension,
  type ExtensionContext,
  formDraftsToken,
  leaveGuardToken,
  liveToken,
  navigationToken,
  noticesToken,
  preferencesToken,
  readingListToken,
  sessionToken,
  studyToken,
  viewStateToken,
} from '#core';
import { currentLocale, systemClock } from '#foundation';
import { REPORT_PANEL_ID, reportCommands } from './commands/report-commands.ts';
import { readReportSettings } from './model/report-settings.ts';
import { readCodeLists } from './state/code-lists.ts';
import { browserDictation } from './state/dictation.ts';
import { createFinishAndNext } from './state/finish-and-next.ts';
import { followVersions } from './state/follow-versions.ts';
import { createLocalDrafts } from './state/local-draft.ts';
import { provideReaderSession } from './state/provide-reader-session.ts';
import { READER_PANEL_ID } from './state/reader-services.ts';
import { createReadingBackground } from './state/reading-background.ts';
import { reportServicesToken } from './state/report-services.ts';
import { createReportSession } from './state/report-session.ts';
import { createReportView } from './state/report-view.ts';
import { createTextBlocks } from './state/text-blocks.ts';
import { unsavedWarning } from './state/unsaved-warning.ts';

/** Writes, checks and signs the report of the open study. */
export const extension = defineExtension({
  id: 'reporting',
  activate(context) {
    const settings = readReportSettings(context.settings);
    const common = {
      api: context.use(apiToken),
      study: context.use(studyToken),
      session: context.use(sessionToken),
    };
    const lists = readCodeLists(common.api);
    const forms = context.use(formDraftsToken);
    const drafts = createLocalDrafts(forms);
    const view = context.use(viewStateToken);
    const background = context.scope.own(createReadingBackground({ ...common, view, forms }));
    const shown = createReportView();
    const report = context.scope.own(
      createReportSession({
        ...common,
        lists,
        background,
        live: context.use(liveToken),
        drafts,
        clock: systemClock,
        language: () => settings.language ?? (currentLocale().startsWith('de') ? 'de' : 'en'),
      }),
    );
    const live = context.use(liveToken);
    context.scope.own(followVersions({ report, live, session: common.session }));
    context.scope.own(context.use(leaveGuardToken).add(unsavedWarning(report)));
    const notices = context.use(noticesToken);
    const navigation = context.use(navigationToken);
    const finishing = createFinishAndNext({
      ...{ ...common, report, shown, notices, navigation, levels: settings.levels },
      readingList: context.use(readingListToken),
      openReport: () => view.set({ openPanelId: REPORT_PANEL_ID }),
    });
    context.provide(reportServicesToken, {
      ...common,
      finishing,
      report,
      background,
      view,
      shown,
      drafts,
      notices,
      navigation,
      lists,
      levels: settings.levels,
      textBlocks: createTextBlocks(
        { ...common, preferences: context.use(preferencesToken) },
        settings.textBlocks,
      ),
      dictation: settings.dictation ? browserDictation(globalThis) : null,
      run: (command, args) => context.run(command, args),
    });
    for (const command of reportCommands({ ...common, view, shown, finishing }))
      context.commands.register(command);
    registerViews(context, provideReaderSession(context, common, lists));
  },
});

type ReaderViews = ReturnType<typeof provideReaderSession>;

/** Registers pages and panels, which are loaded when they are first shown. */
function registerViews(context: ExtensionContext, readerStudies: ReaderViews): void {
  context.routes.register({
    id: 'reporting.follow-up',
    load: async () => (await import('./ui/follow-up/follow-up-page.tsx')).FollowUpPage,
  });
  context.routes.register({
    id: 'reporting.statistics',
    load: async () => (await import('./ui/statistics/statistics-page.tsx')).StatisticsPage,
  });
  context.routes.register({
    id: 'reporting.reader-studies',
    load: async () =>
      (await import('./ui/reader-studies/reader-studies-page.tsx')).ReaderStudiesPage,
  });
  context.panels.register({
    id: REPORT_PANEL_ID,
    load: async () => (await import('./ui/report-panel.tsx')).ReportPanel,
    visible: readerStudies.showsReport,
  });
  context.panels.register({
    id: READER_PANEL_ID,
    load: async () => (await import('./ui/reader-studies/reader-study-panel.tsx')).ReaderStudyPanel,
    visible: readerStudies.isReading,
  });
}
