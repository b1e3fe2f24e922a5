import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { routes } from '#contracts';
import type { PanelProps } from '#core';
import { CHIP_GROUPS, Dialog, EmptyState, ErrorCard, isTextTarget, useStore } from '#ui';
import { reportedScans } from '../model/build-context.ts';
import { type ReportServices, reportServicesToken } from '../state/report-services.ts';
import type { ReportView } from '../state/report-view.ts';
import { reportPageTexts } from '../texts/report-page-texts.ts';
import { ReportEditor } from './report-editor.tsx';
import styles from './report-panel.module.css';
import { useReportContext } from './use-report-context.ts';

const { empty: texts } = reportPageTexts;

/** The report of the open study: beside the images, or on the full page. */
export function ReportPanel({ context }: PanelProps): ReactNode {
  const services = context.use(reportServicesToken);
  const { shown } = services;
  const isFullPage = useStore(shown, (state) => state.isFullPage);
  const host = useRef<HTMLDivElement>(null);
  useFocusOnChips(shown, host);
  const studyId = useStore(services.report.store, (state) => state.studyId);
  // Another study begins with its images, and its chips take no focus that was meant for this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each study
  useEffect(
    () => () => shown.setState({ isFullPage: false, takesFocus: false, goTo: null }),
    [shown, studyId],
  );
  if (!isFullPage) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: only keeps digits from the images
      <div
        ref={host}
        className={styles.panel}
        data-testid="report-panel"
        onKeyDown={keepDigits}
        {...CHIP_GROUPS}
      >
        <ReportOrReason services={services} />
      </div>
    );
  }
  return (
    <Dialog
      open
      title={reportPageTexts.fullPage.title}
      width="full"
      onClose={() => shown.setState({ isFullPage: false, takesFocus: true })}
    >
      <div className={styles.fullPage} data-testid="report-full-page" {...CHIP_GROUPS}>
        <ReportOrReason services={services} />
      </div>
    </Dialog>
  );
}

/** A digit that misses its chip must not change the layout of the images. */
function keepDigits(event: KeyboardEvent<HTMLElement>): void {
  const isPlain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
  if (isPlain && /^\d$/.test(event.key) && !isTextTarget(event.target)) event.preventDefault();
}

/** Puts the focus on the first chip when it is asked for and the chips are shown. */
function useFocusOnChips(shown: ReportView, host: RefObject<HTMLElement | null>): void {
  const takesFocus = useStore(shown, (state) => state.takesFocus);
  useEffect(() => {
    if (!takesFocus) return undefined;
    const focusFirst = (): void => {
      const group = host.current?.querySelector('[data-chip-group]');
      const chip =
        group?.querySelector<HTMLElement>('[aria-pressed=true], [aria-checked=true]') ??
        group?.querySelector<HTMLElement>('button:not(:disabled)');
      if (chip == null) return;
      shown.setState({ takesFocus: false });
      chip.focus();
    };
    focusFirst();
    // Findings may still be on the way.
    const observer = new MutationObserver(focusFirst);
    if (host.current !== null) observer.observe(host.current, { childList: true, subtree: true });
    const giveUp = (): void => shown.setState({ takesFocus: false });
    window.addEventListener('pointerdown', giveUp, true);
    window.addEventListener('keydown', giveUp, true);
    return () => {
      observer.disconnect();
      window.removeEventListener('pointerdown', giveUp, true);
      window.removeEventListener('keydown', giveUp, true);
    };
  }, [takesFocus, shown, host]);
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
