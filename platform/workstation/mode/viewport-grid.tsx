import { type ReactNode, useState } from 'react';
import { routes } from '#contracts';
import type { ModeRuntime } from '#core';
import { Button, EmptyState, ErrorCard, Spinner, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { modeTexts } from '../texts/mode-texts.ts';
import { HungGrid } from './hung-grid.tsx';
import { JobStrip } from './job-strip.tsx';
import styles from './mode.module.css';
import { ReconstructionCard } from './reconstruction-card.tsx';
import { useHanging } from './use-hanging.ts';
import { useReconstruction } from './use-reconstruction.ts';
import { useStudyImages } from './use-study-images.ts';

/** Shows the views of the selected layout, each with its image. */
export function ViewportGrid({ runtime }: { readonly runtime: ModeRuntime }): ReactNode {
  const { services } = useApplication();
  const { scans, targetScanId } = useStore(services.study.store);
  const { images, changing, problem, refresh } = useStudyImages(scans);
  const targetImages = images?.filter(({ scan }) => scan.id === targetScanId) ?? [];
  const hasVolume = targetImages.some(({ kind }) => kind === 'VOLUME');
  // Only scanned frames are reconstructed, never imported ones.
  const isScanned = scans.some(({ id, origin }) => id === targetScanId && origin === 'SCANNED');
  const reconstruction = useReconstruction(
    targetScanId,
    images !== null && !hasVolume && isScanned,
  );
  const [rawScanId, setRawScanId] = useState<string | null>(null);
  const hung = useHanging(runtime, images, targetScanId);
  const loadProblem = problem ?? reconstruction.problem;
  if (loadProblem !== null) {
    return (
      <div className={styles.message}>
        <ErrorCard
          problem={loadProblem}
          onRetry={problem === null ? reconstruction.refresh : refresh}
        />
      </div>
    );
  }
  if (hung === null) return <Spinner label={modeTexts.images.searching} centered />;
  if (!hasVolume && ((isScanned && reconstruction.job === undefined) || changing)) {
    return <Spinner label={modeTexts.images.searching} centered />;
  }
  const job = hasVolume ? null : (reconstruction.job ?? null);
  if (job !== null && job.status !== 'COMPLETED' && rawScanId !== targetScanId) {
    const hasRaw = targetImages.some(({ kind }) => kind === 'RAW');
    const showRaw = hasRaw ? () => setRawScanId(targetScanId) : undefined;
    return <ReconstructionCard job={{ ...job, status: job.status }} onShowRaw={showRaw} />;
  }
  if (hung.protocol === null) return <NoImage reasons={hung.reasons} />;
  return (
    <>
      <JobStrip />
      <HungGrid hung={hung} protocol={hung.protocol} />
    </>
  );
}

/** Shown when no layout fits the images of the open scan. */
function NoImage({ reasons }: { readonly reasons: readonly string[] }): ReactNode {
  const { services } = useApplication();
  const scanId = useStore(services.study.store, (state) => state.targetScanId);
  const queue = async (id: string): Promise<void> => {
    const response = await services.jobs.queue('R3D', id);
    if (!response.ok) services.notices.showProblem(response.problem);
  };
  return (
    <div className={styles.message} title={reasons.join('\n')}>
      <EmptyState icon="eye-off" text={modeTexts.images.none}>
        {scanId !== null && services.session.mayCall(routes.queueJob) ? (
          <Button onPress={() => void queue(scanId)}>{modeTexts.images.reconstruct}</Button>
        ) : null}
      </EmptyState>
    </div>
  );
}
