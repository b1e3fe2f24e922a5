import type { ReactNode } from 'react';
import type { Problem } from '#foundation';
import { formatFixed } from '#foundation';
import { Button, ErrorCard, ProgressBar, Slider, useStore } from '#ui';
import type { AiSegment } from '../state/ai-segment.ts';
import type { SegmentedLesion } from '../state/segmentation-session.ts';
import { engineTexts } from '../texts/engine-texts.ts';
import { segmentTexts as texts } from '../texts/segment-texts.ts';
import styles from './ai-panel.module.css';

/** Contrast in dB below which the border is uncertain. */
const WEAK_DB = 3;
/** Range of the border in dB. */
const SHIFT_DB = 6;
const MM3_PER_ML = 1_000;

/** The segmentation that is not accepted yet: sizes, border, correction and acceptance. */
export function SegmentCard({ segment }: { readonly segment: AiSegment }): ReactNode {
  const { session } = segment;
  const { status, lesion, problem } = useStore(session.store);
  if (status === 'none' && problem === null) return null;
  const isBusy = status === 'loading' || status === 'running';
  return (
    <section className={styles.scan} aria-label={texts.title} data-testid="ai-segment">
      <div className={styles.line}>
        <b>{texts.title}</b>
        <span className={styles.spacer} />
        {lesion === null || isBusy ? null : (
          <span className={styles.figure}>{sizesOf(lesion)}</span>
        )}
      </div>
      {isBusy ? <Busy segment={segment} loading={status === 'loading'} /> : null}
      {problem === null ? null : <ErrorCard problem={localised(problem)} />}
      {lesion === null ? null : (
        <Result segment={segment} lesion={lesion} storing={status === 'storing'} busy={isBusy} />
      )}
    </section>
  );
}

interface BusyProps {
  readonly segment: AiSegment;
  readonly loading: boolean;
}

function Busy({ segment, loading }: BusyProps): ReactNode {
  return (
    <div className={styles.line}>
      <ProgressBar label={loading ? texts.loading : texts.running} done={0} total={0} />
      <Button size={24} onPress={() => segment.session.cancel()}>
        {texts.cancel}
      </Button>
    </div>
  );
}

interface ResultProps {
  readonly segment: AiSegment;
  readonly lesion: SegmentedLesion;
  readonly storing: boolean;
  readonly busy: boolean;
}

function Result({ segment, lesion, storing, busy }: ResultProps): ReactNode {
  const { session } = segment;
  const { segmentation, prompt } = lesion;
  const { contrastDb, volumeMm3 } = segmentation;
  return (
    <>
      <p className={styles.quiet}>{texts.volume(formatFixed(volumeMm3 / MM3_PER_ML, 2))}</p>
      {contrastDb < WEAK_DB ? <p className={styles.message}>{texts.weak(contrastDb)}</p> : null}
      <p className={styles.quiet}>{texts.hint}</p>
      <Slider
        label={texts.border}
        value={prompt.thresholdShiftDb}
        min={-SHIFT_DB}
        max={SHIFT_DB}
        step={0.5}
        format={texts.shift}
        onChange={(db) => void session.setThresholdShift(db)}
      />
      <div className={styles.line}>
        <Button kind="primary" disabled={storing || busy} onPress={() => void segment.accept()}>
          {storing ? texts.storing : texts.accept}
        </Button>
        {session.canUndo ? (
          <Button disabled={storing} onPress={() => session.undo()}>
            {texts.undo}
          </Button>
        ) : null}
        <Button disabled={storing} onPress={() => session.discard()}>
          {texts.discard}
        </Button>
      </div>
      <p className={styles.quiet}>{texts.measured}</p>
    </>
  );
}

/** Returns length, height and width, the order of reports. */
function sizesOf({ segmentation: { axesMm } }: SegmentedLesion): string {
  const [lengthMm, widthMm, heightMm] = axesMm;
  return texts.size([lengthMm, heightMm, widthMm].map((mm) => formatFixed(mm, 1)));
}

/** Problems of the worker, which has no texts in the reader's language. */
const WORKER_CODES = ['SEED_INVALID', 'SEED_OUTSIDE_VOLUME', 'LESION_NOT_FOUND'] as const;

/** Replaces the English texts of the worker by those of the reader's language. */
function localised(problem: Problem): Problem {
  const code = WORKER_CODES.find((known) => known === problem.code);
  if (code === undefined) return problem;
  const { title, next } = engineTexts.problems[code];
  return { ...problem, title, next };
}
