import type { CommandDefinition, ViewState } from '#core';
import { ok } from '#foundation';
import type { ReportView } from '../state/report-view.ts';

export const REPORT_PANEL_ID = 'reporting.panel';

/** Commands that open the report: in its panel with the focus on its chips, and on the full page. */
export function reportCommands(
  view: Pick<ViewState, 'set'>,
  shown: ReportView,
): readonly CommandDefinition<null>[] {
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
  ];
}
