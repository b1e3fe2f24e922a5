import type { ReactNode } from 'react';
import type { Job } from '#contracts';
import type { ExtensionContext } from '#core';
import { Button, classNames, Icon, JobRow } from '#ui';
import { isRunning } from '../state/scan-progress.ts';
import type { ScanRunState } from '../state/scan-run.ts';
import styles from './live-scan.module.css';

export interface ScanControlsProps {
  readonly state: ScanRunState;
  readonly context: ExtensionContext;
  /** False: this person only watches. */
  readonly maySteer: boolean;
  onReconstruct(): void;
  onCancelReconstruction(): void;
}

/** Pause and Stop, always at the same place; before and after the scan what is possible then. */
export function ScanControls(props: ScanControlsProps): ReactNode {
  const { state, context, maySteer } = props;
  const { progress, pending, job } = state;
  if (progress === null) return null;
  const run = (command: string) => () => void context.run(command);
  if (progress.phase === 'completed') return <Reconstruction {...props} job={job} />;
  if (!maySteer) return null;
  if (!isRunning(progress)) {
    const isFirst = progress.phase === 'not-started' && progress.epoch === 0;
    return (
      <section className={styles.controls} aria-label="Scan controls">
        <Button
          kind="primary"
          size={56}
          wide
          busy={pending === 'start' || progress.phase === 'starting'}
          onPress={run(isFirst ? 'scanner.start' : 'scanner.restart')}
        >
          <Icon name="play" />
          {isFirst ? 'Start scan' : 'Restart scan'}
        </Button>
      </section>
    );
  }
  const isPaused = progress.phase === 'paused';
  return (
    <section className={styles.controls} aria-label="Scan controls">
      <Button
        size={56}
        wide
        busy={pending === 'pause' || pending === 'resume'}
        onPress={run('scanner.toggle-pause')}
      >
        <Icon name={isPaused ? 'play' : 'pause'} />
        {isPaused ? 'Resume' : 'Pause'}
        <kbd className={styles.key}>Space</kbd>
      </Button>
      <Button kind="danger" size={56} busy={pending === 'stop'} onPress={run('scanner.stop')}>
        <Icon name="square" />
        Stop scan
      </Button>
    </section>
  );
}

/** After the last frame: how far the volume is, and what can be done when it was not made. */
function Reconstruction(props: ScanControlsProps & { readonly job: Job | null }): ReactNode {
  const { job, maySteer, onReconstruct, onCancelReconstruction } = props;
  const hasEnded = job?.status === 'FAILED' || job?.status === 'CANCELLED';
  const isAlive = job?.status === 'NOT_STARTED' || job?.status === 'IN_PROGRESS';
  return (
    <section className={classNames(styles.card, styles.making)} aria-label="Reconstruction">
      {job === null ? (
        <p className={styles.quiet}>All frames are stored. The reconstruction is queued.</p>
      ) : (
        <JobRow
          title="3D reconstruction"
          job={job}
          {...(maySteer && isAlive ? { onCancel: onCancelReconstruction } : {})}
        />
      )}
      {hasEnded ? (
        <>
          <p className={styles.quiet}>All frames are stored; nothing of the scan is lost.</p>
          {maySteer ? (
            <Button kind="primary" size={56} wide onPress={onReconstruct}>
              Reconstruct again
            </Button>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
