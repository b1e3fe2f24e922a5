import { useMemo } from 'react';
import type { ReportContext } from '#report';
import { useStore } from '#ui';
import type { ReportServices } from '../state/report-services.ts';

/** Returns what texts and checks read, up to date; null while no study is open. */
export function useReportContext(services: ReportServices): ReportContext | null {
  const { report, study, session, background, view } = services;
  const values = useStore(report.store);
  const opened = useStore(study.store);
  const user = useStore(session.store, (state) => state.user);
  const known = useStore(background.store);
  const viewed = useStore(view.store, (state) => state.viewedFractions);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the context is read from these stores
  return useMemo(() => report.context(), [report, values, opened, user, known, viewed]);
}
