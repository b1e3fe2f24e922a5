import {
  apiToken,
  defineExtension,
  formDraftsToken,
  leaveGuardToken,
  liveToken,
  noticesToken,
  sessionToken,
  studyToken,
} from '#core';
import { currentLocale, systemClock } from '#foundation';
import { readReportSettings } from './model/report-settings.ts';
import { readCodeLists } from './state/code-lists.ts';
import { followVersions } from './state/follow-versions.ts';
import { createLocalDrafts } from './state/local-draft.ts';
import { reportServicesToken } from './state/report-services.ts';
import { createReportSession } from './state/report-session.ts';
import { unsavedWarning } from './state/unsaved-warning.ts';

const PANEL_ID = 'reporting.panel';

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
    const drafts = createLocalDrafts(context.use(formDraftsToken));
    const report = context.scope.own(
      createReportSession({
        ...common,
        lists,
        live: context.use(liveToken),
        drafts,
        clock: systemClock,
        language: () => settings.language ?? (currentLocale().startsWith('de') ? 'de' : 'en'),
      }),
    );
    const live = context.use(liveToken);
    context.scope.own(followVersions({ report, live, session: common.session }));
    context.scope.own(context.use(leaveGuardToken).add(unsavedWarning(report)));
    context.provide(reportServicesToken, {
      ...common,
      report,
      drafts,
      notices: context.use(noticesToken),
      lists,
      levels: settings.levels,
      run: (command, args) => context.run(command, args),
    });
    context.panels.register({
      id: PANEL_ID,
      load: async () => (await import('./ui/report-panel.tsx')).ReportPanel,
    });
  },
});
