import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { noticesToken, type ShownFrame, type ViewportProps } from '#core';
import { withinSentence } from '#foundation';
import { clockText, type ImageFrame, parseClockAngle } from '#geometry';
import { EmptyState, Slider, useStore } from '#ui';
import { type ImageLayout, layoutImage, type ViewSize } from '../../model/planes/image-layout.ts';
import { angleDifferenceDeg } from '../../model/raw/raw-angles.ts';
import { frameTimeMs, pixelSizeMm } from '../../model/raw/raw-frames.ts';
import type { Sweep } from '../../state/views/raw-state.ts';
import type { LocatedImage } from '../../state/views/ready-image.ts';
import { panOf, readingToken } from '../../state/volumes/reading-state.ts';
import { rawTexts } from '../../texts/raw-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { AdjustButton } from '../controls/adjust-popover.tsx';
import { LayoutTabs } from '../controls/layout-tabs.tsx';
import { useStopOnInput } from '../controls/use-stop-on-input.ts';
import { AssumedNote } from '../shared/plane-header.tsx';
import styles from '../shared/plane-viewport.module.css';
import { TypedField } from '../shared/typed-field.tsx';
import { useElementSize } from '../shared/use-element-size.ts';
import { MaximiseButton, PlayFrames, ViewFailure, ViewShell } from '../shared/view-shell.tsx';
import { type Player, RawSweepImage, type SweepProps } from './raw-sweep-image.tsx';
import { type RawSweepView, shownDeg, useRawSweep } from './use-raw-sweep.ts';
import { useShownFrame } from './use-shown-frame.ts';

/** Shows a sweep of a scan by clock angle, each frame at its location in the breast. */
export function RawSweepViewport(props: SweepProps): ReactNode {
  const { context, image, cellId, sweep } = props;
  const imageRef = useRef<HTMLDivElement>(null);
  const size = useElementSize(imageRef);
  const view = useRawSweep(context, image.scan, cellId, sweep);
  const player = usePlayer(view, cellId);
  const layout = useLayout(props, view, size);
  const ready = useReady(view, sweep, layout, size);
  useShownFrame(context, cellId, usePublishedFrame(view, sweep));
  return (
    <ViewShell
      context={context}
      cellId={cellId}
      state={stateOf(view)}
      id={sweep}
      label={rawTexts.view(rawTexts.sweeps[sweep], image.scan.label)}
      dataAttributes={{ 'data-deg': shownDeg(view) ?? '', 'data-placed': view.frame !== null }}
    >
      <SweepHeader {...props} view={view} />
      <RawSweepImage
        {...props}
        imageRef={imageRef}
        view={view}
        ready={ready}
        layout={layout}
        player={player}
      >
        <ViewFailure problem={view.problem} />
        {isEmpty(view) ? (
          <EmptyState icon="scan" text={rawTexts.none(rawTexts.sweeps[sweep])} />
        ) : null}
      </RawSweepImage>
      <SweepFooter
        {...props}
        view={view}
        player={player}
        onAccept={() => imageRef.current?.focus()}
      />
    </ViewShell>
  );
}

const isEmpty = ({ loaded, frames }: RawSweepView): boolean => loaded && frames.length === 0;

function stateOf(view: RawSweepView): 'failed' | 'empty' | 'complete' | 'loading' {
  if (view.problem !== null) return 'failed';
  if (isEmpty(view)) return 'empty';
  return view.shown?.at === view.at ? 'complete' : 'loading';
}

function SweepHeader(props: SweepProps & { readonly view: RawSweepView }): ReactNode {
  const { context, cellId, sweep, view } = props;
  const { scan } = view.volumeInfo;
  const name = withinSentence(rawTexts.title[sweep]);
  return (
    <header className={styles.header}>
      <span className={styles.title}>{rawTexts.title[sweep]}</span>
      <span className={styles.slab}>{scan.label}</span>
      <AssumedNote scan={scan} />
      <SweepNote view={view} sweep={sweep} />
      <span className={styles.spacer} />
      <LayoutTabs context={context} cellId={cellId} />
      <AdjustButton context={context} cellId={cellId} scan={scan} view={sweep} title={name} />
      <MaximiseButton {...props} name={name} />
    </header>
  );
}

/** Shows the note of a sweep, if any. */
function SweepNote({
  view,
  sweep,
}: {
  readonly view: RawSweepView;
  readonly sweep: Sweep;
}): ReactNode {
  const note = noteOf(view);
  if (note === null) return null;
  return (
    <span className={styles.assumed} data-testid={`note-${sweep}`}>
      {note}
    </span>
  );
}

/**
 * Returns a note about a frame without a location, a missing requested frame or missing frames of the
 * sweep; null if the sweep is complete.
 */
function noteOf(view: RawSweepView): string | null {
  const { gaps, deg, locationProblem } = view;
  if (locationProblem === 'no-geometry') return rawTexts.noGeometry;
  if (locationProblem !== null) return locationProblem.detail;
  const round = (angle: number): number => Math.round(angle) % 360;
  const shown = shownDeg(view);
  if (shown !== null && view.shown?.at === view.at && angleDifferenceDeg(shown, deg) > 1)
    return rawTexts.notThere(round(deg), round(shown));
  if (gaps.length === 0) return null;
  return rawTexts.missing(
    gaps.map(({ firstDeg, lastDeg, frames }) =>
      rawTexts.gap(round(firstDeg), round(lastDeg), frames),
    ),
  );
}

/** Plays the frames around the circle at the speed of the recording. */
function usePlayer(view: RawSweepView, cellId: string): Player {
  const [playing, setPlaying] = useState(false);
  const latest = useRef(view);
  latest.current = view;
  const intervalMs = frameTimeMs(view.frames[0]?.header ?? null);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => latest.current.step(1), intervalMs);
    return () => clearInterval(timer);
  }, [playing, intervalMs]);
  const stop = useCallback(() => setPlaying(false), []);
  useStopOnInput(playing, stop, cellId);
  return { playing, toggle: () => setPlaying((isPlaying) => !isPlaying) };
}

function SweepFooter(
  props: SweepProps & {
    readonly view: RawSweepView;
    readonly player: Player;
    onAccept(): void;
  },
): ReactNode {
  const { context, cellId, sweep, view, player } = props;
  const { frames, at } = view;
  const deg = frames[at]?.header?.clockDeg ?? view.deg;
  const name = rawTexts.sweeps[sweep];
  const count = frames.length === 0 ? '' : readingTexts.raw.counted(name, at + 1, frames.length);
  const angleText = `${count} · ${clockText(deg, 1)} ${Math.round(deg)}°`;
  return (
    <footer className={styles.footer}>
      <PlayFrames
        cellId={cellId}
        playing={player.playing}
        frames={frames.length}
        onToggle={player.toggle}
      />
      <span className={styles.positionName} data-testid={`words-${sweep}`}>
        {count}
      </span>
      <Slider
        label={rawTexts.angle(name)}
        labelHidden
        value={Math.round(deg) % 360}
        min={0}
        max={359}
        format={() => angleText}
        onChange={view.goTo}
      />
      <TypedField
        testId={`position-${sweep}`}
        label={rawTexts.angle(name)}
        value={clockText(deg, 1)}
        unit={`${Number((deg % 360).toFixed(1))}°`}
        invalidText={rawTexts.noAngle}
        onAccept={props.onAccept}
        onType={(typed) => {
          const requestedDeg = parseClockAngle(typed);
          if (requestedDeg === null) {
            context.use(noticesToken).show('user-error', rawTexts.notAngle(typed));
            return false;
          }
          view.goTo(requestedDeg);
          return true;
        }}
      />
    </footer>
  );
}

/** Margins in px for rulers, clock times and orientation markers. */
const MARGIN = { x: 64, y: 30 } as const;

/**
 * Returns the layout of the frame in its view, with true proportions; at zoom 1 the frame fits the
 * view. Null until frame and size are known.
 */
function useLayout(
  { context, cellId }: ViewportProps,
  { shown, frames, frame }: RawSweepView,
  size: ViewSize | null,
): (ImageLayout & { readonly widthMm: number; readonly heightMm: number }) | null {
  const reading = context.use(readingToken);
  const zoom = useStore(reading.store, (state) => state.zoom);
  const pan = useStore(reading.store, (state) => panOf(state, cellId));
  return useMemo(() => {
    if (shown === null || size === null) return null;
    const pixel = pixelSizeMm(frames[shown.at]?.header ?? null) ?? { across: 1, down: 1 };
    const widthMm = frame?.widthMm ?? shown.frame.width * pixel.across;
    const heightMm = frame?.heightMm ?? shown.frame.height * pixel.down;
    const fit = Math.min(
      (size.width - 2 * MARGIN.x) / widthMm,
      (size.height - 2 * MARGIN.y) / heightMm,
    );
    if (!(fit > 0)) return null;
    const box = { ...DEFAULT_FRAME, widthMm, heightMm };
    return { ...layoutImage(box, size, fit * zoom, pan), widthMm, heightMm };
  }, [shown, frames, frame, size, zoom, pan]);
}

/** Arbitrary location for the layout of a frame, which uses only the size. */
const DEFAULT_FRAME: ImageFrame = {
  originMm: [0, 0, 0],
  right: [1, 0, 0],
  down: [0, 1, 0],
  widthMm: 1,
  heightMm: 1,
};

/** Returns the frame as an image for pointing and drawing; null if its location is unknown. */
function useReady(
  view: RawSweepView,
  sweep: Sweep,
  layout: ImageLayout | null,
  size: ViewSize | null,
): LocatedImage | null {
  const { volumeInfo, frame, frames, shown } = view;
  return useMemo(() => {
    const { scan, volume, nippleMm, position } = volumeInfo;
    if (volume === null || position === null || frame === null) return null;
    if (layout === null || size === null || shown === null) return null;
    const header = frames[shown.at]?.header;
    return {
      plane: sweep,
      scan,
      volume,
      nippleMm,
      frame,
      layout,
      // A mark stores the angle of its frame, not the angle of the radial plane.
      position: { ...position, rad: header?.clockDeg ?? position.rad },
      view: size,
      imageNumber: header?.frameIdx ?? null,
    };
  }, [volumeInfo, frame, frames, shown, sweep, layout, size]);
}

/** Returns the shown frame at its location in the patient; null while the location is unknown. */
function usePublishedFrame(
  { volumeInfo, frame, frames, shown }: RawSweepView,
  sweep: Sweep,
): ShownFrame | null {
  const scanId = volumeInfo.scan.id;
  return useMemo(() => {
    const file = frames[shown?.at ?? -1];
    if (file === undefined || frame === null) return null;
    const { clockDeg, frameIdx = null } = file.header ?? {};
    if (clockDeg === undefined) return null;
    return { scanId, fileId: file.id, plane: sweep, frameIdx, frame, clockDeg };
  }, [scanId, frame, frames, shown, sweep]);
}
