import type { ReactNode } from 'react';
import type { ExtensionContext, HungImage } from '#core';
import type { Problem } from '#foundation';
import { Button, ErrorCard } from '#ui';
import { retryVolume } from '../../loading/load-scan-volume.ts';
import type { PlanePresentation } from '../../model/planes/plane-presentation.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import type { VolumeEntry } from '../../state/volumes/reading-state.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import styles from '../shared/plane-viewport.module.css';
import { NoGraphicsFallback } from './no-graphics-fallback.tsx';
import type { DrawnPlane } from './use-plane-renderer.ts';

interface Props {
  readonly context: ExtensionContext;
  readonly image: HungImage;
  readonly entry: VolumeEntry;
  readonly ready: ReadyPlane | null;
  readonly presentation: PlanePresentation;
  readonly drawn: DrawnPlane;
}

/** Shows why a plane is missing or not at full resolution, with a retry button. */
export function PlaneFailure(props: Props): ReactNode {
  const { context, image, entry, ready, presentation, drawn } = props;
  const cause: Problem | null = drawn.problem ?? entry.problem;
  if (cause === null) return null;
  const retry = (): void => (drawn.problem === null ? retryVolume(context, image) : drawn.retry());
  if (cause.code === 'NO_WEBGL2') {
    return (
      <NoGraphicsFallback
        context={context}
        ready={ready}
        presentation={presentation}
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
