import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ScanFile } from '#contracts';
import { studyToken, type ViewportProps, viewStateToken } from '#core';
import { withinSentence } from '#foundation';
import { Button, EmptyState, Slider, useStore } from '#ui';
import { SLICE } from '../../model/planes/plane-presentation.ts';
import { formatFrame, frameTimeMs, pixelSizeMm, sweepStarts } from '../../model/raw/raw-frames.ts';
import { SWEEPS } from '../../state/views/raw-state.ts';
import { zoomAt, zoomDeps } from '../../state/views/zoom.ts';
import { readingToken } from '../../state/volumes/reading-state.ts';
import { scanOf } from '../../state/volumes/study-selectors.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { AdjustButton } from '../controls/adjust-popover.tsx';
import { LayoutTabs } from '../controls/layout-tabs.tsx';
import { usePlanePresentation } from '../controls/use-plane-presentation.ts';
import { useStopOnInput } from '../controls/use-stop-on-input.ts';
import { MarkLayer } from '../marks/mark-layer.tsx';
import { OverlayLayers } from '../planes/overlay-layers.tsx';
import { useImageGestures } from '../planes/use-image-gestures.ts';
import { AssumedNote } from '../shared/plane-header.tsx';
import styles from '../shared/plane-viewport.module.css';
import { useElementSize } from '../shared/use-element-size.ts';
import { MaximiseButton, PlayFrames, ViewFailure, ViewShell } from '../shared/view-shell.tsx';
import { RawImage } from './raw-image.tsx';
import { RawSweepViewport } from './raw-sweep-viewport.tsx';
import { useFrameImage, useRawFrames } from './use-raw-frames.ts';
import { type SingleImageView, useSelectedImage, useSingleImage } from './use-single-image.ts';

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
  const area = useRef<HTMLDivElement>(null);
  const size = useElementSize(area);
  const file = frames[shown?.at ?? -1] ?? null;
  const image2d = useSingleImage(
    context,
    cellId,
    image.scan,
    { file, frame: shown?.frame ?? null },
    size,
  );
  useSelectedImage(context, image.scan.id, frames, player.goTo);
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
      <RawImageArea {...props} area={area} player={player} image2d={image2d}>
        <ViewFailure problem={cause} />
        {cause === null && isEmpty ? <EmptyState icon="scan" text={readingTexts.raw.none} /> : null}
        {cause === null && !isEmpty && shown !== null && image2d.layout !== null ? (
          <RawImage frame={shown.frame} presentation={presentation} layout={image2d.layout} />
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

interface RawImageAreaProps extends ViewportProps {
  readonly area: RefObject<HTMLDivElement | null>;
  readonly player: FramePlayer;
  readonly image2d: SingleImageView;
  readonly children: ReactNode;
}

/** Area of the shown frame with its marks: Space plays; comma, full stop, arrow keys and wheel step. */
function RawImageArea(props: RawImageAreaProps): ReactNode {
  const { context, area } = props;
  const { ready, unmarkable } = props.image2d;
  const { cursor, preview, handlers } = useImageGestures({
    ...props,
    imageRef: area,
    ready,
    ...(unmarkable === null ? {} : { unmarkable }),
  });
  const hidden = useStore(context.use(viewStateToken).store, (state) => state.overlaysHidden);
  useFrameWheel(props);
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
      onKeyDown={(event) => {
        handlers.onKeyDown(event);
        if (!event.defaultPrevented) onFrameKey(event, props.player);
      }}
    >
      {props.children}
      {ready === null || hidden ? null : (
        <>
          <OverlayLayers context={context} ready={ready} slab={SLICE} />
          <MarkLayer context={context} ready={ready} preview={preview} />
        </>
      )}
    </div>
  );
}

/** Handles the keys that step and play; a drawing tool takes its keys first. */
function onFrameKey(event: KeyboardEvent, player: FramePlayer): void {
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
  if (by !== undefined) player.step(by);
  else if (event.key === ' ') player.toggle();
  else return;
  event.preventDefault();
}

/** Steps through the frames by wheel, five at a time with Shift; zooms with Ctrl. */
function useFrameWheel(props: RawImageAreaProps): void {
  const latest = useRef(props);
  latest.current = props;
  const { area } = props;
  useEffect(() => {
    const element = area.current;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const delta = event.deltaY === 0 ? event.deltaX : event.deltaY;
      if (event.ctrlKey || event.metaKey) zoomByWheel(latest.current, event, delta);
      else latest.current.player.step(Math.sign(delta) * (event.shiftKey ? 5 : 1));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [area]);
}

/** Zooms about the pointer; a frame that takes no marks keeps its size. */
function zoomByWheel(
  { context, cellId, image2d: { ready } }: RawImageAreaProps,
  event: WheelEvent,
  delta: number,
): void {
  if (ready === null) return;
  const zoom = context.use(readingToken).store.getState().zoom * 2 ** (-delta / 400);
  zoomAt(zoomDeps(context), cellId, ready, { x: event.offsetX, y: event.offsetY }, zoom);
}
