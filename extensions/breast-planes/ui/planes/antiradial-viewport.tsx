import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Scan } from '#contracts';
import { noticesToken, type ViewportProps, viewStateToken } from '#core';
import { formatFixed, withinSentence } from '#foundation';
import { antiradialFrame, antiradialMm, clockText, quadrantOf, withAntiradialAt } from '#geometry';
import { Slider, Tag, useStore } from '#ui';
import { retryVolume } from '../../loading/load-scan-volume.ts';
import { formatClock } from '../../model/findings/format-location.ts';
import { fitPxPerMm, layoutImage, type ViewSize } from '../../model/planes/image-layout.ts';
import { clampToVolume } from '../../model/planes/linked-position.ts';
import { planeState } from '../../state/views/plane-state.ts';
import { rawToken } from '../../state/views/raw-state.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { zoomAt, zoomDeps } from '../../state/views/zoom.ts';
import { panOf, pxPerMmOf, readingToken } from '../../state/volumes/reading-state.ts';
import { antiradialTexts } from '../../texts/antiradial-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { AdjustButton } from '../controls/adjust-popover.tsx';
import { LayoutTabs } from '../controls/layout-tabs.tsx';
import { useAdjustDrag } from '../controls/use-adjust-drag.ts';
import { usePlanePresentation } from '../controls/use-plane-presentation.ts';
import { AssumedNote } from '../shared/plane-header.tsx';
import styles from '../shared/plane-viewport.module.css';
import { TypedField } from '../shared/typed-field.tsx';
import { useCachedVolume } from '../shared/use-cached-volume.ts';
import { useElementSize } from '../shared/use-element-size.ts';
import { useVolumeInfo } from '../shared/use-volume-info.ts';
import {
  ContextLostBanner,
  MaximiseButton,
  ViewFailure,
  ViewShell,
  VolumeProgress,
} from '../shared/view-shell.tsx';
import { AntiradialOverlay } from './antiradial-overlay.tsx';
import { GhostCursor } from './ghost-cursor.tsx';
import { OverlayLayers } from './overlay-layers.tsx';
import { useImageGestures } from './use-image-gestures.ts';
import { useOpenPlane } from './use-open-plane.ts';
import { usePlaneRenderer } from './use-plane-renderer.ts';

/** Viewport of the plane at right angles to the radial line, at a distance from the nipple. */
export function AntiradialViewport(props: ViewportProps): ReactNode {
  const { context, image, cellId } = props;
  const imageRef = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const size = useElementSize(imageRef);
  const { entry, scan, ready, distanceMm } = useAntiradial(props, size);
  const presentation = usePlanePresentation(context, scan, ADJUSTMENT_PLANE);
  const adjustHandlers = useAdjustDrag(context, cellId, scan, ADJUSTMENT_PLANE);
  const drawn = usePlaneRenderer(host, entry.volume, ready, presentation);
  useOpenPlane(props, imageRef, host, drawn.renderer);
  const adjusts = { scan, view: ADJUSTMENT_PLANE } as const;
  const input = useImageGestures({ ...props, imageRef, ready, adjusts, unmarkable: 'no-plane' });
  const moveTo = useMoveTo(props, ready);
  useAntiradialWheel(props, imageRef, ready, moveTo);
  const { store } = context.use(viewStateToken);
  const hidden = useStore(store, (state) => state.overlaysHidden);
  const cause = drawn.problem ?? (entry.volume === null ? entry.problem : null);
  const state = planeState(entry, drawn.shownVolumeId, drawn.problem !== null);
  return (
    <ViewShell
      context={context}
      cellId={cellId}
      state={state}
      id="ARAD"
      label={antiradialTexts.view(scan.label)}
      dataAttributes={{ 'data-plane': 'RAD', 'data-distance': distanceMm?.toFixed(3) ?? '' }}
    >
      <AntiradialHeader {...props} scan={scan} details={formatDetails(ready, distanceMm)} />
      {/* biome-ignore lint/a11y/useSemanticElements: no element exists for an image with keyboard input */}
      <div
        ref={imageRef}
        className={styles.imageArea}
        style={{ cursor: input.cursor }}
        data-testid="image-ARAD"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys step along the radial line
        tabIndex={0}
        aria-label={antiradialTexts.imageLabel}
        {...input.handlers}
        {...adjustHandlers}
        onKeyDown={(event) => {
          input.handlers.onKeyDown(event);
          const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
          const by = steps[event.key];
          if (event.defaultPrevented || event.altKey || by === undefined) return;
          if (distanceMm === null) return;
          event.preventDefault();
          event.stopPropagation();
          moveTo(distanceMm + by * (event.shiftKey ? FAST : 1) * stepMm(ready));
        }}
      >
        <div ref={host} className={styles.canvas} />
        {ready === null || hidden || distanceMm === null ? null : (
          <>
            <OverlayLayers context={context} ready={ready} slab={presentation.slab} />
            <AntiradialOverlay ready={ready} />
            <GhostCursor context={context} cellId={cellId} ready={ready} />
          </>
        )}
        {state === 'loading' && cause === null ? (
          <VolumeProgress label={readingTexts.plane.loading} entry={entry} />
        ) : null}
        <ContextLostBanner contextLost={drawn.contextLost} />
        <ViewFailure
          problem={cause}
          onRetry={() => (drawn.problem === null ? retryVolume(context, image) : drawn.retry())}
        />
      </div>
      <AntiradialFooter
        context={context}
        ready={ready}
        distanceMm={distanceMm}
        moveTo={moveTo}
        onAccept={() => imageRef.current?.focus()}
      />
    </ViewShell>
  );
}

/** Plane whose adjustments apply, because a scan stores no adjustments of the antiradial plane. */
const ADJUSTMENT_PLANE = 'RAD';

/** Factor of the step while Shift is held. */
const FAST = 5;
/** Returns the smaller voxel size in the coronal plane; 1 until the image is ready. */
const stepMm = (ready: ReadyPlane | null): number =>
  ready === null ? 1 : Math.min(ready.volume.spacingMm[0], ready.volume.spacingMm[2]);

const formatDetails = (ready: ReadyPlane | null, distanceMm: number | null): string =>
  ready === null || distanceMm === null
    ? ''
    : antiradialTexts.details(antiradialClock(ready, distanceMm), formatFixed(distanceMm, 1));

/** Returns the clock time of the plane's middle; 'subareolar' near a nipple. */
function antiradialClock({ scan, nippleMm, position }: ReadyPlane, distanceMm: number): string {
  const isFromNipple = nippleMm !== null && position.radialAxisMm === undefined;
  if (!isFromNipple) return clockText(position.rad, 1);
  const quadrant = quadrantOf(scan.laterality.id, position.rad, distanceMm);
  return formatClock({ quadrant, clockDeg: position.rad }, 1);
}

/** Returns image, layout and distance of this plane, at most at the scale of the other planes. */
function useAntiradial({ context, image, cellId }: ViewportProps, size: ViewSize | null) {
  const reading = context.use(readingToken);
  const raw = context.use(rawToken);
  const scanId = image.scan.id;
  const entry = useCachedVolume(context, image);
  useEffect(() => {
    const view = raw.addAntiradial(cellId, scanId);
    return () => view.dispose();
  }, [raw, cellId, scanId]);
  const info = useVolumeInfo(context, image.scan);
  const { scan, volume, nippleMm, position } = info;
  const pan = useStore(reading.store, (state) => panOf(state, cellId));
  const zoom = useStore(reading.store, (state) => state.zoom);
  const commonPxPerMm = useStore(reading.store, (state) => pxPerMmOf(state, cellId, null));
  const isMaximised = useStore(
    context.use(viewStateToken).store,
    (state) => state.maximisedCellId === cellId,
  );
  const distanceMm = useMemo(
    () => (volume === null || position === null ? null : antiradialMm(volume, nippleMm, position)),
    [volume, nippleMm, position],
  );
  const rad = position?.rad ?? 0;
  const radialAxisMm = position?.radialAxisMm;
  const frame = useMemo(
    () =>
      volume === null || distanceMm === null
        ? null
        : antiradialFrame(volume, nippleMm, { rad, radialAxisMm }, distanceMm),
    [volume, nippleMm, rad, radialAxisMm, distanceMm],
  );
  const ready = useMemo((): ReadyPlane | null => {
    if (volume === null || position === null || frame === null || size === null) return null;
    const fit = fitPxPerMm('RAD', { width: frame.widthMm, height: frame.heightMm }, size);
    if (fit === null) return null;
    const pxPerMm =
      commonPxPerMm === null || isMaximised ? fit * zoom : Math.min(commonPxPerMm, fit * zoom);
    // With `plane: 'RAD'` a click behaves as on the radial plane: the angle stays, the other planes
    // move.
    const layout = layoutImage(frame, size, pxPerMm, pan);
    return { plane: 'RAD', scan, volume, nippleMm, position, frame, layout, view: size };
  }, [scan, volume, nippleMm, position, frame, size, commonPxPerMm, isMaximised, zoom, pan]);
  return { entry, scan, ready, distanceMm };
}

/** Returns the distance of the farthest covered tissue from the axis, where the radial image ends. */
const maxDistanceMm = ({ frame }: ReadyPlane): number => frame.widthMm / 2;

/** Returns a function that moves the plane along the radial line, clamped to the covered tissue. */
function useMoveTo(
  { context }: ViewportProps,
  ready: ReadyPlane | null,
): (distanceMm: number) => void {
  return (distanceMm) => {
    if (ready === null) return;
    const { volume, nippleMm, position, scan } = ready;
    const clampedMm = Math.min(maxDistanceMm(ready), Math.max(0, distanceMm));
    const moved = withAntiradialAt(volume, nippleMm, position, clampedMm);
    context.use(viewStateToken).setPosition(scan.id, clampToVolume(volume, moved, null));
  };
}

/** Moves the plane along the radial line by wheel, five steps with Shift; zooms with Ctrl. */
function useAntiradialWheel(
  { context, cellId }: ViewportProps,
  imageRef: { readonly current: HTMLDivElement | null },
  ready: ReadyPlane | null,
  moveTo: (distanceMm: number) => void,
): void {
  const latest = useRef({ ready, moveTo });
  latest.current = { ready, moveTo };
  useEffect(() => {
    const element = imageRef.current;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { ready: image, moveTo: moveImageTo } = latest.current;
      if (image === null) return;
      const delta = event.deltaY === 0 ? event.deltaX : event.deltaY;
      if (event.ctrlKey || event.metaKey) {
        const reading = context.use(readingToken);
        const requestedZoom = reading.store.getState().zoom * 2 ** (-delta / 400);
        zoomAt(
          zoomDeps(context),
          cellId,
          image,
          { x: event.offsetX, y: event.offsetY },
          requestedZoom,
        );
        return;
      }
      const { volume, nippleMm, scan } = image;
      const { positions } = context.use(viewStateToken).store.getState();
      // Wheel events can be faster than rendering, so each event starts from the latest position.
      const position = positions[scan.id] ?? image.position;
      const byMm = Math.sign(delta) * (event.shiftKey ? FAST : 1) * stepMm(image);
      moveImageTo(antiradialMm(volume, nippleMm, position) + byMm);
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [context, cellId, imageRef]);
}

interface AntiradialHeaderProps extends ViewportProps {
  readonly scan: Scan;
  readonly details: string;
}

/** Exported for its test, because the whole view needs a graphics card. */
export function AntiradialHeader(props: AntiradialHeaderProps): ReactNode {
  const { context, cellId, image, scan } = props;
  const details = `${image.scan.label} · ${props.details}`;
  return (
    <header className={styles.header}>
      <Tag color="var(--plane-rad)">{antiradialTexts.letter}</Tag>
      <span className={styles.title}>{antiradialTexts.title}</span>
      <span className={styles.slab} title={details}>
        {details}
      </span>
      <AssumedNote scan={image.scan} />
      <span className={styles.spacer} />
      <LayoutTabs context={context} cellId={cellId} />
      <AdjustButton
        context={context}
        cellId={cellId}
        scan={scan}
        view={ADJUSTMENT_PLANE}
        title={antiradialTexts.adjustmentTarget}
      />
      <MaximiseButton {...props} name={withinSentence(antiradialTexts.title)} />
    </header>
  );
}

function AntiradialFooter(props: {
  readonly context: ViewportProps['context'];
  readonly ready: ReadyPlane | null;
  readonly distanceMm: number | null;
  moveTo(distanceMm: number): void;
  onAccept(): void;
}): ReactNode {
  const { context, ready, distanceMm, moveTo } = props;
  if (ready === null || distanceMm === null) return <footer className={styles.footer} />;
  const from = ready.nippleMm === null ? antiradialTexts.fromAxis : antiradialTexts.fromNipple;
  return (
    <footer className={styles.footer}>
      <span className={styles.positionName}>{from}</span>
      <Slider
        label={antiradialTexts.position}
        labelHidden
        value={Math.max(0, distanceMm)}
        min={0}
        max={maxDistanceMm(ready)}
        step={0.1}
        color="var(--plane-rad)"
        format={(mm) => antiradialTexts.ariaText(from, formatFixed(mm, 1))}
        onChange={moveTo}
      />
      <TypedField
        testId="position-ARAD"
        label={antiradialTexts.position}
        value={formatFixed(distanceMm, 1)}
        unit={antiradialTexts.mm}
        invalidText={antiradialTexts.noDistance}
        onAccept={props.onAccept}
        onType={(typed) => {
          const mm = Number(
            typed
              .trim()
              .replace(',', '.')
              .replace(/\s*mm$/i, ''),
          );
          if (typed.trim() !== '' && Number.isFinite(mm) && mm >= 0) {
            moveTo(mm);
            return true;
          }
          context.use(noticesToken).show('user-error', antiradialTexts.notDistance(typed));
          return false;
        }}
      />
    </footer>
  );
}
