import type { ReactNode } from 'react';
import { routes } from '#contracts';
import type { PanelProps } from '#core';
import { EmptyState, ErrorCard, useStore } from '#ui';
import { reportedScans } from '../model/build-context.ts';
import { type ReportServices, reportServicesToken } from '../state/report-services.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { ReportEditor } from './report-editor.tsx';
import styles from './report-panel.module.css';
import { useReportContext } from './use-report-context.ts';

const { empty: texts } = reportPageTexts;

/** The report of the open study beside the images. */
export function ReportPanel({ context }: PanelProps): ReactNode {
  const services = context.use(reportServicesToken);
  return (
    <div className={styles.panel} data-testid="report-panel">
      <ReportOrReason services={services} />
    </div>
  );
}

/** The editor, or why there is no report. */
export function ReportOrReason({ services }: { readonly services: ReportServices }): ReactNode {
  const { report, session, study } = services;
  const status = useStore(report.store, (state) => state.status);
  const problem = useStore(report.store, (state) => state.problem);
  const hasScans = useStore(study.store, (state) => reportedScans(state).length > 0);
  const context = useReportContext(services);
  if (!session.mayCall(routes.latestReportOfStudy)) {
    return <EmptyState icon="lock" text={texts.notYourRole} />;
  }
  if (status === 'failed' && problem !== null) {
    return <ErrorCard problem={problem} onRetry={() => void report.refresh()} />;
  }
  if (context === null || status === 'empty') {
    return <EmptyState icon="list" text={texts.noStudy} />;
  }
  if (!hasScans) return <EmptyState icon="list" text={texts.noScan} />;
  return <ReportEditor services={services} context={context} />;
}
