import { type ReactNode, useEffect } from 'react';
import type { DeviceStatus } from '#contracts';
import {
  apiToken,
  navigationToken,
  noticesToken,
  type PanelProps,
  sessionToken,
  studyToken,
} from '#core';
import type { Result } from '#foundation';
import { EmptyState, ErrorCard, Spinner, useStore } from '#ui';
import { backToStudy } from '../../state/scan/back-to-study.ts';
import { currentSweep, isRunning } from '../../state/scan/scan-progress.ts';
import { scanRunToken } from '../../state/scan/tokens.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import type { ErrorAct } from '../errors/error-acts.ts';
import { ScanErrorCard } from '../errors/scan-error-card.tsx';
import { AngleRing } from '../image/angle-ring.tsx';
import { LiveImage } from '../image/live-image.tsx';
import { Traces } from '../image/traces.tsx';
import styles from '../shared/live-scan.module.css';
import { ProgressCard } from './progress-card.tsx';
import { ScanControls } from './scan-controls.tsx';
import { ScannerCard } from './scanner-card.tsx';
import { useScanTime } from './use-scan-time.ts';

/** The screen of a scan in progress: live image, progress, recorded angles, scanner, controls. */
export function LiveScanPanel({ context }: PanelProps): ReactNode {
  const run = context.use(scanRunToken);
  const study = context.use(studyToken);
  const session = context.use(sessionToken);
  const navigation = context.use(navigationToken);
  const targetScanId = useStore(study.store, (state) => state.targetScanId);
  const state = useStore(run.store);
  const scanner = useStore(run.scanner.store);
  const time = useScanTime(run.time);

  useEffect(() => {
    if (targetScanId === null) return;
    const following = run.follow(targetScanId);
    return () => following.dispose();
  }, [run, targetScanId]);

  const { progress, problem } = state;
  if (targetScanId === null) {
    return <EmptyState icon="scanner" text={scanTexts.screen.noScan} />;
  }
  if (progress === null) {
    if (problem !== null) return <ErrorCard problem={problem} />;
    return <Spinner label={scanTexts.screen.loading} centered />;
  }

  const told = async (answer: Promise<Result<unknown>>): Promise<void> => {
    const result = await answer;
    if (!result.ok) context.use(noticesToken).showProblem(result.problem);
  };
  const maySteer = session.can(['STUDY_CREATE']);
  const act = (what: ErrorAct): void => {
    if (what === 'leave') {
      void told(backToStudy(run, navigation, maySteer));
      return;
    }
    if (what !== 'scanner.restart') run.dismissError();
    if (what !== 'dismiss') void context.run(what);
  };
  const { errorCode } = progress;
  return (
    <div className={styles.page}>
      <div className={styles.columns} inert={errorCode !== null}>
        <div className={styles.left}>
          <LiveImage
            key={progress.scanId}
            api={context.use(apiToken)}
            newest={run.newest}
            progress={progress}
          />
          <Traces progress={progress} />
          <ProgressCard progress={progress} job={state.job} time={time} />
        </div>
        <div className={styles.right}>
          <AngleRing progress={progress} />
          <ScannerCard
            scanner={scanner}
            sweep={isRunning(progress) ? (currentSweep(progress) ?? 'CEN') : null}
          />
          <ScanControls
            state={state}
            context={context}
            maySteer={maySteer}
            onReconstruct={() => void told(run.reconstruct())}
            onCancelReconstruction={() => void told(run.cancelReconstruction())}
          />
        </div>
      </div>
      {errorCode === null ? null : (
        <ScanErrorCard
          progress={progress}
          errorCode={errorCode}
          busy={state.pending === 'start'}
          isBack={errorCode === 'ScanServiceNotAvailable' && isThere(scanner.status)}
          maySteer={maySteer}
          onAct={act}
        />
      )}
    </div>
  );
}

const isThere = (status: DeviceStatus | null): boolean =>
  status !== null && status.state !== 'offline';
