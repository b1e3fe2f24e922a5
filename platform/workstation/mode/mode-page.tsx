import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { StudyState } from '#core';
import { Button, EmptyState, ErrorCard, Spinner, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { PageFrame } from '../layout/page-frame.tsx';
import { pageTitle } from '../navigation/page-titles.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import { addressInMode } from './address-in-mode.ts';
import styles from './mode.module.css';
import { ModeBar } from './mode-bar.tsx';
import { NoScan } from './no-scan.tsx';
import { RunningMode } from './running-mode.tsx';
import { SaveStatus } from './save-status.tsx';
import { useFittingMode } from './use-fitting-mode.ts';

/** Opens the study of the address and runs the mode that fits its scan. */
export function ModePage({ path }: { readonly path: string }): ReactNode {
  const { services } = useApplication();
  const [query] = useSearchParams();
  const studyId = query.get('study');
  const scanId = query.get('scan');
  useOpenStudy(studyId, scanId);
  useSyncScanAddress(path, studyId, scanId);
  const state = useStore(services.study.store);
  const isOpen = state.study !== null && state.study.id === studyId;
  return (
    <PageFrame
      title={pageTitle(path) ?? modeTexts.scan}
      bar={isOpen ? <ModeBar path={path} /> : null}
      states={isOpen ? <SaveStatus /> : null}
    >
      {studyId === null ? (
        <NoStudyOpen />
      ) : (
        <OpenedStudy path={path} state={state} isOpen={isOpen} />
      )}
    </PageFrame>
  );
}

function useOpenStudy(studyId: string | null, scanId: string | null): void {
  const { study } = useApplication().services;
  useEffect(() => {
    if (studyId === null) return;
    const { study: open, status } = study.store.getState();
    if (open?.id !== studyId || status === 'failed') void study.open(studyId, scanId);
    // Also for the scan already shown, because this cancels a pending switch to another scan.
    else if (scanId !== null) void openScan(study, studyId, scanId);
  }, [study, studyId, scanId]);
  useEffect(() => () => void study.close(), [study]);
}

/**
 * Updates the address when another scan is opened, e.g. by a finding; otherwise navigating back to
 * the scan in the stale address would have no effect.
 */
function useSyncScanAddress(path: string, studyId: string | null, scanId: string | null): void {
  const { host, services } = useApplication();
  const { study } = services;
  const navigate = useNavigate();
  const address = useRef({ path, studyId, scanId, navigate });
  address.current = { path, studyId, scanId, navigate };
  useEffect(
    () =>
      study.store.subscribe(({ scans, targetScanId }, previous) => {
        if (previous.targetScanId === null || targetScanId === previous.targetScanId) return;
        const current = address.current;
        const scan = scans.find(({ id }) => id === targetScanId);
        if (scan === undefined || scan.studyId !== current.studyId || scan.id === current.scanId)
          return;
        void current.navigate(addressInMode(host, current.path, scan), { replace: true });
      }),
    [host, study],
  );
}

/** Selects a known scan; reopens the study for a new scan that the loaded study lacks. */
async function openScan(
  study: ReturnType<typeof useApplication>['services']['study'],
  studyId: string,
  scanId: string,
): Promise<void> {
  const isKnown = study.store.getState().scans.some((scan) => scan.id === scanId);
  if (isKnown) await study.selectScan(scanId);
  else await study.open(studyId, scanId);
}

function OpenedStudy(props: {
  readonly path: string;
  readonly state: StudyState;
  readonly isOpen: boolean;
}): ReactNode {
  const { services } = useApplication();
  const [query] = useSearchParams();
  const { state, path } = props;
  const target = state.scans.find((scan) => scan.id === state.targetScanId) ?? null;
  const selectedMode = useFittingMode(path, target);
  if (state.status === 'failed' && state.problem !== null) {
    const retry = (): void => void services.study.open(query.get('study') ?? '', query.get('scan'));
    return (
      <div className={styles.message}>
        <ErrorCard problem={state.problem} onRetry={retry} />
      </div>
    );
  }
  // The data of the study come before the findings of the scan that opens.
  const isLoading = !props.isOpen || (target === null && state.status === 'loading');
  if (isLoading) return <Spinner label={modeTexts.openingStudy} centered />;
  if (target === null) return <NoScan />;
  if (selectedMode === null) throw new Error(`No mode has the path ${path}`);
  if (!selectedMode.ok) {
    return (
      <div className={styles.message}>
        <ErrorCard problem={selectedMode.problem} />
      </div>
    );
  }
  if (!services.session.can(selectedMode.value.features)) {
    return <EmptyState icon="lock" text={modeTexts.roleNotAllowed(selectedMode.value.title)} />;
  }
  return <RunningMode key={selectedMode.value.id} mode={selectedMode.value} />;
}

function NoStudyOpen(): ReactNode {
  const navigate = useNavigate();
  return (
    <div className={styles.message}>
      <EmptyState icon="archive" text={modeTexts.noStudyOpen}>
        <Button onPress={() => void navigate('/patient-list')}>{modeTexts.choosePatient}</Button>
      </EmptyState>
    </div>
  );
}
