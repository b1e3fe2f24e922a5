import type { ReactNode } from 'react';
import type { ExtensionContext, HungImage } from '#core';
import type { Problem } from '#foundation';
import { Button, ErrorCard } from '#ui';
import type { PlaneLook } from '../model/plane-look.ts';
import type { VolumeEntry } from '../state/reading-state.ts';
import type { ReadyPlane } from '../state/ready-image.ts';
import { readingTexts } from '../texts/reading-texts.ts';
import { retryVolume } from './load-scan-volume.ts';
import styles from './plane-viewport.module.css';
import type { DrawnPlane } from './use-plane-renderer.ts';
import { WithoutGraphics } from './without-graphics.tsx';

interface Props {
  readonly context: ExtensionContext;
  readonly image: HungImage;
  readonly entry: VolumeEntry;
  readonly ready: ReadyPlane | null;
  readonly look: PlaneLook;
  readonly drawn: DrawnPlane;
}

/** Why a plane is not shown, or not at its full resolution, and the way to try again. */
export function PlaneFailure(props: Props): ReactNode {
  const { context, image, entry, ready, look, drawn } = props;
  const cause: Problem | null = drawn.problem ?? entry.problem;
  if (cause === null) return null;
  const retry = (): void => (drawn.problem === null ? retryVolume(context, image) : drawn.retry());
  if (cause.code === 'NO_WEBGL2') {
    return (
      <WithoutGraphics
        context={context}
        ready={ready}
        look={look}
        problem={cause}
        volume={entry.volume}
      />
    );
  }
  const coarse = entry.volume !== null && drawn.problem === null;
  return (
    <div className={styles.failure}>
      {coarse ? (
        <p className={styles.banner}>
          {readingTexts.plane.coarseOnly(cause.title)}{' '}
          <Button kind="link" onPress={retry}>
            {readingTexts.plane.again}
          </Button>
        </p>
      ) : (
        <ErrorCard problem={cause} onRetry={retry} />
      )}
    </div>
  );
}
