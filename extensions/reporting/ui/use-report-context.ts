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
  // Steps of 5 %, so that not every slice on the screen runs all checks again.
  const viewed = useStore(view.store, ({ viewedFractions }) =>
    Object.entries(viewedFractions)
      .map(([id, share]) => `${id} ${Math.floor(share * 20)}`)
      .join(),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the context is read from these stores
  return useMemo(() => report.context(), [report, values, opened, user, known, viewed]);
}
