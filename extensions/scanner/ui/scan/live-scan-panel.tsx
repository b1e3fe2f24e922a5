import { type ReactNode, useEffect } from 'react';
import { type DeviceStatus, routes } from '#contracts';
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
import { scannerOf } from '../../state/scanner/scanner-client.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import type { ErrorAction } from '../errors/error-actions.ts';
import { ScanErrorCard } from '../errors/scan-error-card.tsx';
import { AngleRing } from '../image/angle-ring.tsx';
import { LiveImage } from '../image/live-image.tsx';
import { Traces } from '../image/traces.tsx';
import styles from '../shared/live-scan.module.css';
import { runCommand } from '../shared/run-command.ts';
import { LiveScanHeading } from './live-scan-heading.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ScanControls } from './scan-controls.tsx';
import { ScannerCard } from './scanner-card.tsx';
import { useScanTime } from './use-scan-time.ts';

/** Screen of a scan in progress: live image, progress, recorded angles, scanner, controls. */
export function LiveScanPanel({ context }: PanelProps): ReactNode {
  const run = context.use(scanRunToken);
  const study = context.use(studyToken);
  const session = context.use(sessionToken);
  const navigation = context.use(navigationToken);
  const targetScanId = useStore(study.store, (state) => state.targetScanId);
  const state = useStore(run.store);
  const workstationScanner = useStore(run.scanner.store);
  const time = useScanTime(run.time);

  useEffect(() => {
    if (targetScanId === null) return;
    const subscription = run.sync(targetScanId);
    return () => subscription.dispose();
  }, [run, targetScanId]);

  const { progress, problem } = state;
  if (targetScanId === null) {
    return <EmptyState icon="scanner" text={scanTexts.screen.noScan} />;
  }
  if (progress === null) {
    if (problem !== null) return <ErrorCard problem={problem} />;
    return <Spinner label={scanTexts.screen.loading} centered />;
  }

  // The scanner that records the scan, possibly in another room than this workstation.
  const scanner = scannerOf(workstationScanner, progress.deviceId);
  const showFailure = async (pending: Promise<Result<unknown>>): Promise<void> => {
    const result = await pending;
    if (!result.ok) context.use(noticesToken).showProblem(result.problem);
  };
  const canControl = session.mayCall(routes.leaseDevice);
  const handleErrorAction = (action: ErrorAction): void => {
    if (action === 'leave') {
      void showFailure(backToStudy(run, navigation, canControl));
      return;
    }
    if (action !== 'scanner.restart') run.dismissError();
    if (action !== 'dismiss') void runCommand(context, action);
  };
  const { errorCode } = progress;
  return (
    <div className={styles.page}>
      <LiveScanHeading context={context} progress={progress} />
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
            canControl={canControl}
            onReconstruct={() => void showFailure(run.reconstruct())}
            onCancelReconstruction={() => void showFailure(run.cancelReconstruction())}
          />
        </div>
      </div>
      {errorCode === null ? null : (
        <ScanErrorCard
          progress={progress}
          errorCode={errorCode}
          busy={state.pending === 'start'}
          isReconnected={errorCode === 'ScanServiceNotAvailable' && isOnline(scanner.status)}
          canControl={canControl}
          onAction={handleErrorAction}
        />
      )}
    </div>
  );
}

const isOnline = (status: DeviceStatus | null): boolean =>
  status !== null && status.state !== 'offline';
