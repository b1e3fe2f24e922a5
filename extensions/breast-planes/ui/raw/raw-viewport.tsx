import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ScanFile } from '#contracts';
import { studyToken, type ViewportProps } from '#core';
import { withinSentence } from '#foundation';
import { Button, EmptyState, Slider, useStore } from '#ui';
import { formatFrame, frameTimeMs, pixelSizeMm, sweepStarts } from '../../model/raw/raw-frames.ts';
import { SWEEPS } from '../../state/views/raw-state.ts';
import { scanOf } from '../../state/volumes/study-selectors.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { AdjustButton } from '../controls/adjust-popover.tsx';
import { LayoutTabs } from '../controls/layout-tabs.tsx';
import { usePlanePresentation } from '../controls/use-plane-presentation.ts';
import { useStopOnInput } from '../controls/use-stop-on-input.ts';
import { useImageGestures } from '../planes/use-image-gestures.ts';
import { AssumedNote } from '../shared/plane-header.tsx';
import styles from '../shared/plane-viewport.module.css';
import { MaximiseButton, PlayFrames, ViewFailure, ViewShell } from '../shared/view-shell.tsx';
import { RawImage } from './raw-image.tsx';
import { RawSweepViewport } from './raw-sweep-viewport.tsx';
import { useFrameImage, useRawFrames } from './use-raw-frames.ts';

/** Shows the sweep named by the option `sweep`, or all frames of a scan in sequence. */
export function RawViewport(props: ViewportProps): ReactNode {
  const sweep = SWEEPS.find((known) => known === props.options.sweep);
  return sweep === undefined ? (
    <AllFramesViewport {...props} />
  ) : (
    <RawSweepViewport {...props} sweep={sweep} />
  );
}

/** Plays the raw frames of a scan: sweeps of a scanner, or an imported multi-frame file. */
function AllFramesViewport(props: ViewportProps): ReactNode {
  const { context, image, cellId } = props;
  const { frames, problem, loaded } = useRawFrames(context, image.scan.id);
  const player = usePlayer(frames.length, frameTimeMs(frames[0]?.header ?? null), cellId);
  const frameImage = useFrameImage(context, frames, player.at);
  // Frames without a sweep use the adjustments of the first sweep.
  const presentation = usePlanePresentation(context, image.scan, 'CEN');
  const { shown } = frameImage;
  const cause = problem ?? frameImage.problem;
  const isEmpty = loaded && frames.length === 0;
  const loadState = shown?.at === player.at ? 'complete' : 'loading';
  return (
    <ViewShell
      context={context}
      cellId={cellId}
      state={cause === null ? loadState : 'failed'}
      id="RAW"
      label={readingTexts.raw.view(image.scan.label)}
      dataAttributes={{ 'data-frame': shown?.at ?? '' }}
      activates
    >
      <RawHeader {...props} frames={frames} at={player.at} onJump={player.goTo} />
      <RawImageArea {...props} player={player}>
        <ViewFailure problem={cause} />
        {cause === null && isEmpty ? <EmptyState icon="scan" text={readingTexts.raw.none} /> : null}
        {cause === null && !isEmpty && shown !== null ? (
          <RawImage
            frame={shown.frame}
            presentation={presentation}
            pixel={pixelSizeMm(frames[shown.at]?.header ?? null)}
          />
        ) : null}
      </RawImageArea>
      <footer className={styles.footer}>
        <PlayFrames
          cellId={cellId}
          playing={player.playing}
          frames={frames.length}
          onToggle={player.toggle}
        />
        <span className={styles.positionName} data-testid="raw-words">
          {frames.length === 0 ? '' : formatFrame(frames, player.at)}
        </span>
        <Slider
          label={readingTexts.raw.frame}
          labelHidden
          value={player.at}
          min={0}
          max={Math.max(1, frames.length - 1)}
          format={() => formatFrame(frames, player.at)}
          onChange={player.goTo}
        />
      </footer>
    </ViewShell>
  );
}

interface RawHeaderProps extends ViewportProps {
  readonly frames: readonly ScanFile[];
  readonly at: number;
  onJump(at: number): void;
}

function RawHeader(props: RawHeaderProps): ReactNode {
  const { context, image } = props;
  const scan = useStore(context.use(studyToken).store, (state) => scanOf(state, image.scan.id));
  const starts = sweepStarts(props.frames);
  const pixel = pixelSizeMm(props.frames[props.at]?.header ?? null);
  return (
    <header className={styles.header}>
      <span className={styles.title}>{readingTexts.raw.title}</span>
      <span className={styles.slab}>
        {props.image.scan.label}
        {props.frames.length > 0 && pixel === null ? readingTexts.raw.noSize : ''}
      </span>
      <AssumedNote scan={scan ?? image.scan} />
      <span className={styles.spacer} />
      {starts.length < 2
        ? null
        : starts.map(({ sweep, at }) => (
            <Button key={sweep} kind="quiet" size={24} onPress={() => props.onJump(at)}>
              {sweep === 'CEN' ? readingTexts.raw.central : readingTexts.raw.peripheral}
            </Button>
          ))}
      <LayoutTabs context={context} cellId={props.cellId} />
      <AdjustButton
        context={context}
        cellId={props.cellId}
        scan={scan ?? image.scan}
        view="CEN"
        title={withinSentence(readingTexts.raw.title)}
      />
      <MaximiseButton {...props} name={readingTexts.raw.maximise} />
    </header>
  );
}

/** Playback and manual selection of the shown frame. */
interface FramePlayer {
  /** Index of the frame to show. */
  readonly at: number;
  readonly playing: boolean;
  goTo(at: number): void;
  step(by: number): void;
  toggle(): void;
}

/** Selects the shown frame by step or playback; wraps around at the end. */
function usePlayer(count: number, intervalMs: number, cellId: string): FramePlayer {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const step = useCallback(
    (by: number) =>
      setAt((current) => (count === 0 ? 0 : (((current + by) % count) + count) % count)),
    [count],
  );
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => step(1), intervalMs);
    return () => clearInterval(timer);
  }, [playing, step, intervalMs]);
  const stop = useCallback(() => setPlaying(false), []);
  useStopOnInput(playing, stop, cellId);
  return {
    at: Math.min(at, Math.max(0, count - 1)),
    playing,
    goTo: (next) => setAt(Math.round(next)),
    step,
    toggle: () => setPlaying((isPlaying) => !isPlaying),
  };
}

/** Area of the shown frame: Space plays; comma, full stop, arrow keys and wheel step. */
function RawImageArea(
  props: ViewportProps & { readonly player: FramePlayer; readonly children: ReactNode },
): ReactNode {
  const area = useRef<HTMLDivElement>(null);
  // These frames have no location in the breast, so drawing tools are rejected with a reason.
  const { cursor, handlers } = useImageGestures({
    ...props,
    imageRef: area,
    ready: null,
    unmarkable: 'no-scale',
  });
  const latest = useRef(props.player);
  latest.current = props.player;
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const delta = event.deltaY === 0 ? event.deltaX : event.deltaY;
      latest.current.step(Math.sign(delta) * (event.shiftKey ? 5 : 1));
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const steps: Readonly<Record<string, number>> = {
        ',': -1,
        '.': 1,
        ArrowUp: -1,
        ArrowDown: 1,
        ArrowLeft: -1,
        ArrowRight: 1,
      };
      const by = steps[event.key];
      if (by !== undefined) latest.current.step(by);
      else if (event.key === ' ') latest.current.toggle();
      else return;
      event.preventDefault();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('keydown', onKeyDown);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element exists for an image with keyboard input
    <div
      ref={area}
      className={styles.imageArea}
      style={{ cursor }}
      {...handlers}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Space and arrow keys control the frames
      tabIndex={0}
      data-testid="image-RAW"
      aria-label={readingTexts.raw.imageLabel}
    >
      {props.children}
    </div>
  );
}
