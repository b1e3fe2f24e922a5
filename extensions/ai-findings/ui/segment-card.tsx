import { type ReactNode, useEffect, useState } from 'react';
import type { Problem } from '#foundation';
import { formatFixed } from '#foundation';
import { Button, ErrorCard, ProgressBar, Slider, useStore } from '#ui';
import type { SegmentationBasis } from '../model/segmentation/segmentation.ts';
import type { AiSegment } from '../state/ai-segment.ts';
import type { SegmentedLesion } from '../state/segmentation-session.ts';
import { engineTexts } from '../texts/engine-texts.ts';
import { frameSegmentTexts } from '../texts/frame-segment-texts.ts';
import { segmentTexts as texts } from '../texts/segment-texts.ts';
import styles from './ai-panel.module.css';

/** Contrast in dB below which the border is uncertain. */
const WEAK_DB = 3;
/** Mean probability, and share of agreeing slices, below which the border is uncertain. */
const WEAK_SCORE = 0.7;
const WEAK_SHARE = 2 / 3;
/** Range and step of the border: in dB, and as share of the probability. */
const BORDER = {
  levels: { limit: 6, step: 0.5, format: texts.shift },
  slices: { limit: 0.4, step: 0.05, format: frameSegmentTexts.shift },
} as const;
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
  const { basis, volumeMm3 } = segmentation;
  const { limit, step, format } = BORDER[basis.kind];
  // The slider goes ahead of the outline, so that quick steps add up.
  const [shift, setShift] = useState(prompt.thresholdShift);
  useEffect(() => setShift(prompt.thresholdShift), [prompt]);
  return (
    <>
      <p className={styles.quiet}>{texts.volume(formatFixed(volumeMm3 / MM3_PER_ML, 2))}</p>
      <Certainty basis={basis} />
      <p className={styles.quiet}>{texts.hint}</p>
      <Slider
        label={texts.border}
        value={shift}
        min={-limit}
        max={limit}
        step={step}
        format={format}
        onChange={(chosen) => {
          setShift(chosen);
          void session.setThresholdShift(chosen);
        }}
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
      <p className={styles.quiet}>
        {basis.kind === 'levels' ? texts.measured : texts.measuredSlices}
      </p>
    </>
  );
}

/** What the border rests on, and whether it is uncertain. */
function Certainty({ basis }: { readonly basis: SegmentationBasis }): ReactNode {
  return (
    <>
      <p className={styles.quiet}>
        {basis.kind === 'levels' ? texts.levels : texts.slices(basis.agreeing, basis.slices)}
      </p>
      {warningsOf(basis).map((warning) => (
        <p key={warning} className={styles.message}>
          {warning}
        </p>
      ))}
    </>
  );
}

function warningsOf(basis: SegmentationBasis): readonly string[] {
  if (basis.kind === 'levels') {
    return basis.contrastDb < WEAK_DB ? [texts.weak(basis.contrastDb)] : [];
  }
  const { agreeing, slices, score } = basis;
  return [
    ...(agreeing < WEAK_SHARE * slices ? [texts.fewSlices] : []),
    ...(score < WEAK_SCORE ? [frameSegmentTexts.weak(100 * score)] : []),
  ];
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
