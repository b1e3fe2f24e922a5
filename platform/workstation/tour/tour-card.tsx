import { type ReactNode, useState } from 'react';
import { Button } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { tourTexts } from '../texts/tour-texts.ts';
import { finishTour } from './finished-tours.ts';
import styles from './tour-card.module.css';
import type { TourId, TourStep } from './tours.ts';

interface TourCardProps {
  readonly id: TourId;
  readonly steps: readonly TourStep[];
  /** Path of the page that is shown. */
  readonly path: string;
}

/** One step of the tour in a corner of the page, which stays usable. Escape in it ends the tour. */
export function TourCard({ id, steps, path }: TourCardProps): ReactNode {
  const { services, navigation } = useApplication();
  const [idx, setIdx] = useState(0);
  const step = steps[idx];
  if (step === undefined) return null;
  const finish = (): void => void finishTour(services.preferences, id);
  const isLast = idx === steps.length - 1;
  const target = step.path;
  return (
    <aside
      className={styles.card}
      aria-label={tourTexts.region}
      data-testid="welcome-tour"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        finish();
      }}
    >
      <p className={styles.progress}>{tourTexts.progress(idx + 1, steps.length)}</p>
      <div aria-live="polite">
        <h2>{step.title}</h2>
        <p>{step.text}</p>
      </div>
      {target === null || target === path ? null : (
        <Button kind="link" size={24} onPress={() => navigation.go(target)}>
          {tourTexts.open}
        </Button>
      )}
      <div className={styles.actions}>
        {isLast ? null : (
          <Button kind="quiet" onPress={finish}>
            {tourTexts.skip}
          </Button>
        )}
        {idx === 0 ? null : <Button onPress={() => setIdx(idx - 1)}>{tourTexts.back}</Button>}
        {isLast ? (
          <Button kind="primary" onPress={finish}>
            {tourTexts.done}
          </Button>
        ) : (
          <Button kind="primary" onPress={() => setIdx(idx + 1)}>
            {tourTexts.next}
          </Button>
        )}
      </div>
    </aside>
  );
}
