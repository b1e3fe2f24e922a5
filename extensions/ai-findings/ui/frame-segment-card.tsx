import { type ReactNode, useEffect, useState } from 'react';
import { formatFixed } from '#foundation';
import { Button, ErrorCard, ProgressBar, Slider, useStore } from '#ui';
import type { FramedLesion } from '../model/segmentation/framed-lesion.ts';
import { placeText } from '../segmentation2d/framed-finding.ts';
import type { AiSegment } from '../state/ai-segment.ts';
import { frameSegmentTexts as texts } from '../texts/frame-segment-texts.ts';
import { segmentTexts } from '../texts/segment-texts.ts';
import styles from './ai-panel.module.css';

/** Mean probability below which the border is uncertain. */
const WEAK_SCORE = 0.7;
/** Range of the border, as shift of the probability. */
const SHIFT = 0.4;
const MM2_PER_CM2 = 100;

/** The outline in a single image or a slice that is not accepted yet: sizes, border, correction and acceptance. */
export function FrameSegmentCard({ segment }: { readonly segment: AiSegment }): ReactNode {
  const { frames } = segment;
  const { status, lesion, problem } = useStore(frames.store);
  if (status === 'none' && problem === null) return null;
  const isBusy = status === 'loading' || status === 'running';
  return (
    <section className={styles.scan} aria-label={segmentTexts.title} data-testid="ai-segment">
      <div className={styles.line}>
        <b>{segmentTexts.title}</b>
        <span className={styles.spacer} />
        {lesion === null || isBusy ? null : (
          <span className={styles.figure}>{sizesOf(lesion)}</span>
        )}
      </div>
      {isBusy ? (
        <div className={styles.line}>
          <ProgressBar label={segmentTexts.running} done={0} total={0} />
          <Button size={24} onPress={() => frames.cancel()}>
            {segmentTexts.cancel}
          </Button>
        </div>
      ) : null}
      {problem === null ? null : <ErrorCard problem={problem} />}
      {lesion === null ? null : (
        <Result segment={segment} lesion={lesion} storing={status === 'storing'} busy={isBusy} />
      )}
    </section>
  );
}

interface ResultProps {
  readonly segment: AiSegment;
  readonly lesion: FramedLesion;
  readonly storing: boolean;
  readonly busy: boolean;
}

function Result({ segment, lesion, storing, busy }: ResultProps): ReactNode {
  const { frames } = segment;
  const { sizes, prompt, score, image, tookMs } = lesion;
  // The slider goes ahead of the outline, so that quick steps add up.
  const [shift, setShift] = useState(prompt.thresholdShift);
  useEffect(() => setShift(prompt.thresholdShift), [prompt]);
  const cm2 = formatFixed(sizes.areaMm2 / MM2_PER_CM2, 2);
  return (
    <div data-took-ms={Math.round(tookMs)}>
      <p className={styles.quiet}>{texts.area(cm2, placeText(image))}</p>
      <p className={styles.quiet}>{image.plane === 'IMG' ? texts.noVolume : texts.oneSlice}</p>
      {score < WEAK_SCORE ? <p className={styles.message}>{texts.weak(100 * score)}</p> : null}
      <p className={styles.quiet}>{texts.hint}</p>
      <Slider
        label={texts.border}
        value={shift}
        min={-SHIFT}
        max={SHIFT}
        step={0.05}
        format={texts.shift}
        onChange={(chosen) => {
          setShift(chosen);
          void frames.setThresholdShift(chosen);
        }}
      />
      <div className={styles.line}>
        <Button
          kind="primary"
          disabled={storing || busy}
          onPress={() => void segment.acceptFramed()}
        >
          {storing ? segmentTexts.storing : segmentTexts.accept}
        </Button>
        {frames.canUndo ? (
          <Button disabled={storing} onPress={() => frames.undo()}>
            {segmentTexts.undo}
          </Button>
        ) : null}
        <Button disabled={storing} onPress={() => frames.discard()}>
          {segmentTexts.discard}
        </Button>
      </div>
      <p className={styles.quiet}>{texts.measured}</p>
    </div>
  );
}

/** Returns the extents across and down, which are length and height of reports. */
const sizesOf = ({ sizes: { acrossMm, downMm } }: FramedLesion): string =>
  texts.size(formatFixed(acrossMm, 1), formatFixed(downMm, 1));
