import { type ReactNode, useState } from 'react';
import { routes } from '#contracts';
import { Button } from '#ui';
import type { ReportServices } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';

const { actions: texts } = reportPageTexts;

/** Studies that no one reads yet, urgent and longest waiting first, as on the start page. */
const WAITING = {
  limit: 1,
  readingState: 'NEW',
  claimed: 'none',
  state: 'C',
  sort: 'waiting',
} as const;

/** Opens the next study of the worklist after a signature. */
export function NextStudyButton({ services }: { readonly services: ReportServices }): ReactNode {
  const { api, notices, navigation, report } = services;
  const [busy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    const { studyId } = report.store.getState();
    const waiting = await api.call(routes.listStudies, { query: WAITING });
    setBusy(false);
    // The reader may have opened another study meanwhile.
    if (report.store.getState().studyId !== studyId) return;
    if (!waiting.ok) notices.showProblem(waiting.problem);
    else if (waiting.value.items[0] === undefined) notices.show('info', texts.noNextStudy);
    else navigation.go(`/scan?study=${waiting.value.items[0].id}`);
  };
  return (
    <Button kind="primary" busy={busy} onPress={() => void open()}>
      {texts.nextStudy}
    </Button>
  );
}
