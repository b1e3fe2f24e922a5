import type { ReactNode } from 'react';
import type { Job, ScanSide } from '#contracts';
import { type ExtensionContext, keyHintsToken } from '#core';
import { Button, classNames, Icon, JobRow, useStore } from '#ui';
import { canResumeAttempt } from '../../state/scan/scan-gaps.ts';
import { framesStored, isRunning, type ScanProgress } from '../../state/scan/scan-progress.ts';
import type { ScanRunState } from '../../state/scan/scan-run-state.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import { GapList } from '../errors/gap-list.tsx';
import styles from '../shared/live-scan.module.css';
import { runCommand } from '../shared/run-command.ts';
import { NextScans } from './next-scans.tsx';

const texts = scanTexts.controls;

export interface ScanControlsProps {
  readonly state: ScanRunState;
  readonly context: ExtensionContext;
  /** False if the user may only watch. */
  readonly canControl: boolean;
  onReconstruct(): void;
  onCancelReconstruction(): void;
}

/** Pause and Stop at a fixed position; before and after the scan, the actions available then. */
export function ScanControls(props: ScanControlsProps): ReactNode {
  const { state, context, canControl } = props;
  const { progress, pending, job } = state;
  const key = useStore(context.use(keyHintsToken), (hints) => hints.get('scanner.toggle-pause'));
  if (progress === null) return null;
  const run = (command: string) => () => void runCommand(context, command);
  if (progress.phase === 'completed') {
    return <Reconstruction {...props} job={job} side={progress.side} run={run} />;
  }
  if (!canControl) return null;
  if (!isRunning(progress)) {
    return <StartControls progress={progress} pending={pending} run={run} />;
  }
  const isPaused = progress.phase === 'paused';
  return (
    <section className={styles.controls} aria-label={texts.label}>
      <Button
        size={56}
        wide
        busy={pending === 'pause' || pending === 'resume'}
        onPress={run('scanner.toggle-pause')}
      >
        <Icon name={isPaused ? 'play' : 'pause'} />
        {isPaused ? texts.resume : texts.pause}
        {key === undefined ? null : <kbd className={styles.key}>{key}</kbd>}
      </Button>
      <Button kind="danger" size={56} busy={pending === 'stop'} onPress={run('scanner.stop')}>
        <Icon name="square" />
        {texts.stop}
      </Button>
    </section>
  );
}

/** Controls while nothing is recorded: the first start, or the actions for an interrupted scan. */
function StartControls(props: {
  readonly progress: ScanProgress;
  readonly pending: ScanRunState['pending'];
  run(command: string): () => void;
}): ReactNode {
  const { progress, pending, run } = props;
  const isFirst = progress.phase === 'not-started' && progress.epoch === 0;
  const canResume = canResumeAttempt(progress);
  return (
    <section className={styles.controls} aria-label={texts.label}>
      <GapList progress={progress} />
      {canResume ? (
        <Button
          kind="primary"
          size={56}
          wide
          busy={pending === 'start'}
          onPress={run('scanner.go-on')}
        >
          <Icon name="play" />
          {texts.resumeAttempt}
        </Button>
      ) : null}
      <Button
        {...(canResume ? {} : { kind: 'primary', wide: true })}
        size={56}
        busy={!canResume && (pending === 'start' || progress.phase === 'starting')}
        onPress={run(isFirst ? 'scanner.start' : 'scanner.restart')}
      >
        <Icon name={canResume ? 'reset' : 'play'} />
        {isFirst ? texts.start : restartText(framesStored(progress))}
      </Button>
      {isFirst || progress.phase === 'starting' ? null : (
        <NextScans side={progress.side} run={run} />
      )}
    </section>
  );
}

/** Says how many frames of the interrupted attempt a restart drops. */
const restartText = (frames: number): string =>
  frames === 0 ? texts.restart : texts.restartDrops(frames);

/** State of the reconstruction after the last frame, and the actions after a failure. */
function Reconstruction(
  props: ScanControlsProps & {
    readonly job: Job | null;
    readonly side: ScanSide;
    run(command: string): () => void;
  },
): ReactNode {
  const { job, side, run, canControl, onReconstruct, onCancelReconstruction } = props;
  const hasEnded = job?.status === 'FAILED' || job?.status === 'CANCELLED';
  const isActive = job?.status === 'NOT_STARTED' || job?.status === 'IN_PROGRESS';
  return (
    <section
      className={classNames(styles.card, styles.reconstruction)}
      aria-label={texts.reconstruction}
    >
      {job === null ? (
        <p className={styles.quiet}>{texts.queued}</p>
      ) : (
        <JobRow
          title={scanTexts.progress.reconstruction}
          job={job}
          {...(canControl && isActive ? { onCancel: onCancelReconstruction } : {})}
        />
      )}
      {hasEnded ? (
        <>
          <p className={styles.quiet}>{texts.allFramesStored}</p>
          {canControl ? (
            <Button kind="primary" size={56} wide onPress={onReconstruct}>
              {texts.again}
            </Button>
          ) : null}
        </>
      ) : null}
      {canControl ? <NextScans side={side} run={run} /> : null}
    </section>
  );
}
