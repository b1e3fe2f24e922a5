import type { CommandDefinition, StudyDocument, ViewState } from '#core';
import { ok } from '#foundation';
import type { FinishAndNext } from '../state/finish-and-next.ts';
import type { ReportView } from '../state/report-view.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';

const { actions: texts } = reportPageTexts;

export const REPORT_PANEL_ID = 'reporting.panel';

interface CommandServices {
  readonly view: Pick<ViewState, 'set' | 'store'>;
  readonly shown: ReportView;
  readonly study: Pick<StudyDocument, 'store'>;
  readonly finishing: FinishAndNext;
}

/**
 * Commands that open the report, in its panel with the focus on its chips or on the full page, and
 * that finish the study.
 */
export function reportCommands({
  view,
  shown,
  study,
  finishing,
}: CommandServices): readonly CommandDefinition<null>[] {
  return [
    {
      id: 'reporting.open',
      undo: 'none',
      validate: () => ok(null),
      run() {
        view.set({ openPanelId: REPORT_PANEL_ID });
        shown.setState({ takesFocus: true });
      },
    },
    {
      id: 'reporting.full-page',
      undo: 'none',
      validate: () => ok(null),
      run() {
        view.set({ openPanelId: REPORT_PANEL_ID });
        shown.setState({ isFullPage: true });
      },
    },
    {
      id: 'reporting.finish-and-next',
      undo: 'none',
      validate: () => ok(null),
      enabled() {
        if (study.store.getState().study === null) return texts.noStudy;
        return view.store.getState().readsCase ? texts.readsCase : true;
      },
      run: () => finishing.run(),
    },
  ];
}
