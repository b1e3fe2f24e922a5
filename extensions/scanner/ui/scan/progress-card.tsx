import type { ReactNode } from 'react';
import type { Job } from '#contracts';
import { Icon, type IconName } from '#ui';
import {
  currentSweep,
  framesPerSweep,
  framesStored,
  isRunning,
  type ScanProgress,
} from '../../state/scan/scan-progress.ts';
import type { ScanTime } from '../../state/scan/scan-time.ts';
import { scanTexts } from '../../texts/scan-texts.ts';
import styles from '../shared/live-scan.module.css';
import { timeText } from '../shared/phase-text.ts';

const texts = scanTexts.progress;

type StepState = 'done' | 'running' | 'paused' | 'open' | 'failed';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly state: StepState;
}

const ICONS: Readonly<Record<StepState, IconName>> = {
  done: 'check',
  running: 'loader',
  paused: 'pause',
  open: 'circle',
  failed: 'alert',
};

function sweepStep(progress: ScanProgress, sweep: 'CEN' | 'PER'): Step {
  const total = framesPerSweep(progress);
  const stored = progress.sweeps[sweep].size;
  const isCurrent = isRunning(progress) && (currentSweep(progress) ?? 'CEN') === sweep;
  const activeState: StepState = progress.phase === 'paused' ? 'paused' : 'running';
  const pendingState = isCurrent ? activeState : 'open';
  return {
    title: texts.sweep(sweep),
    text: texts.of(stored, total),
    state: stored >= total ? 'done' : pendingState,
  };
}

function reconstructionStep(progress: ScanProgress, job: Job | null): Step {
  const title = texts.reconstruction;
  if (progress.phase !== 'completed') return { title, text: texts.afterScan, state: 'open' };
  if (job === null) return { title, text: texts.waitingForJob, state: 'running' };
  if (job.status === 'FAILED' || job.status === 'CANCELLED') {
    const text = job.problem?.title ?? (job.status === 'FAILED' ? texts.failed : texts.cancelled);
    return { title, text, state: 'failed' };
  }
  if (job.status === 'COMPLETED') return { title, text: texts.done, state: 'done' };
  if (job.status === 'NOT_STARTED') return { title, text: texts.queued, state: 'running' };
  const counts = job.total > 0 ? ` ${texts.of(job.done, job.total)}` : '';
  return { title, text: `${job.phase ?? texts.starting}${counts}`, state: 'running' };
}

function preparationStep(progress: ScanProgress): Step {
  const { phase } = progress;
  const title = texts.prepare;
  const hasStarted = phase !== 'not-started' && phase !== 'starting';
  const isPrepared = framesStored(progress) > 0 || (hasStarted && phase !== 'failed');
  if (isPrepared) return { title, text: texts.passed, state: 'done' };
  if (phase === 'starting') return { title, text: texts.starting, state: 'running' };
  return { title, text: texts.before, state: 'open' };
}

function stepsOf(progress: ScanProgress, job: Job | null): readonly Step[] {
  const { phase, framesTotal } = progress;
  const stored = framesStored(progress);
  return [
    preparationStep(progress),
    sweepStep(progress, 'CEN'),
    sweepStep(progress, 'PER'),
    {
      title: texts.store,
      text: texts.saved(stored),
      state: phase === 'completed' || stored >= framesTotal ? 'done' : 'open',
    },
    reconstructionStep(progress, job),
  ];
}

/** Returns the style of the part of the progress bar that shows a sweep. */
function barClass(progress: ScanProgress, sweep: 'CEN' | 'PER'): string | undefined {
  if (!isRunning(progress) || currentSweep(progress) !== sweep) return styles.barDone;
  return progress.phase === 'paused' ? styles.barPaused : styles.barRunning;
}

function timeLeftText(progress: ScanProgress, secondsLeft: number | null): string {
  if (!isRunning(progress)) return '—';
  return secondsLeft === null ? texts.estimating : timeText(secondsLeft);
}

/** Progress in per cent, frames, time left, and the phases with their counts. */
export function ProgressCard(props: {
  readonly progress: ScanProgress;
  readonly job: Job | null;
  /** Time reported by the device; null falls back to the time left of the newest frame. */
  readonly time: Pick<ScanTime, 'elapsedSeconds' | 'secondsLeft'> | null;
}): ReactNode {
  const { progress, job, time } = props;
  const { framesTotal, sweeps } = progress;
  const secondsLeft = time?.secondsLeft ?? progress.secondsLeft;
  const stored = framesStored(progress);
  const percent = Math.floor((stored / framesTotal) * 100);
  const share = (frames: number): string => `${(frames / framesTotal) * 100}%`;
  return (
    <section className={styles.card} aria-label={texts.label}>
      <div className={styles.figures}>
        <span className={styles.figure}>{percent} %</span>
        <span>{texts.frames(stored, framesTotal)}</span>
        {isRunning(progress) && time !== null ? (
          <span className={styles.elapsed}>
            {texts.elapsed} {timeText(Math.floor(time.elapsedSeconds))}
          </span>
        ) : null}
        <span className={styles.timeLabel}>
          {progress.phase === 'paused' ? texts.pausedTimeLeft : texts.timeLeft}
        </span>
        <span className={styles.figure}>{timeLeftText(progress, secondsLeft)}</span>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={texts.stored}
        aria-valuemin={0}
        aria-valuemax={framesTotal}
        aria-valuenow={stored}
      >
        <i className={barClass(progress, 'CEN')} style={{ width: share(sweeps.CEN.size) }} />
        <i className={barClass(progress, 'PER')} style={{ width: share(sweeps.PER.size) }} />
      </div>
      <ol className={styles.steps}>
        {stepsOf(progress, job).map((step) => (
          <li key={step.title} data-state={step.state}>
            <Icon name={ICONS[step.state]} size={18} />
            <span className={styles.stepText}>
              <strong>{step.title}</strong>
              <small>{step.text}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
