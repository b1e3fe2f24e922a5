import { useEffect, useMemo, useRef } from 'react';
import type { Scan } from '#contracts';
import { type ExtensionContext, type HungImage, studyToken, viewStateToken } from '#core';
import { type ImageFrame, imageFrame, type VolumePlane } from '#geometry';
import { useStore } from '#ui';
import {
  fitPxPerMm,
  layoutImage,
  panTo,
  sameFrame,
  type ViewSize,
} from '../../model/planes/image-layout.ts';
import { linkedImageOffset } from '../../model/planes/reference-lines.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import {
  panOf,
  pxPerMmOf,
  type ReadingState,
  readingToken,
  type VolumeEntry,
} from '../../state/volumes/reading-state.ts';
import { nippleOf, scanOf } from '../../state/volumes/study-selectors.ts';
import { useCachedVolume } from '../shared/use-cached-volume.ts';
import { useWatchedFindings } from '../shared/use-watched-findings.ts';

/** Content of a plane's view. */
export interface PlaneContent {
  readonly entry: VolumeEntry;
  readonly scan: Scan;
  /** Null until geometry and size are known. */
  readonly ready: ReadyPlane | null;
}

/**
 * Returns everything that the view of a plane shows, from the study document, the view state and
 * the scale: the common one, or that of the view alone.
 */
export function usePlane(
  context: ExtensionContext,
  image: HungImage,
  cellId: string,
  plane: VolumePlane,
  size: ViewSize | null,
  hasOwnScale = false,
): PlaneContent {
  const reading = context.use(readingToken);
  const scanId = image.scan.id;
  const entry = useCachedVolume(context, image);
  useEffect(() => {
    const cell = reading.addCell(cellId, plane, scanId, hasOwnScale);
    const shown = context.use(viewStateToken).showPlane(cellId, { scanId, plane });
    return () => {
      shown.dispose();
      cell.dispose();
    };
  }, [context, reading, cellId, plane, scanId, hasOwnScale]);

  const currentScan = useStore(context.use(studyToken).store, (state) => scanOf(state, scanId));
  const scan = currentScan ?? image.scan;
  useWatchedFindings(context, image.scan);
  const position = useStore(context.use(viewStateToken).store, (state) => state.positions[scanId]);
  const pan = useStore(reading.store, (state) => panOf(state, cellId));
  const maximisedId = useStore(context.use(viewStateToken).store, (state) => state.maximisedCellId);
  const pxPerMm = useStore(reading.store, (state) => pxPerMmOf(state, cellId, maximisedId));
  const volume = entry.geometry;
  const nippleMm = useMemo(() => (volume === null ? null : nippleOf(scan, volume)), [scan, volume]);
  const frame = useSteadyFrame(
    useMemo(
      () =>
        volume === null || position === undefined
          ? null
          : imageFrame(volume, plane, nippleMm, position),
      [volume, plane, nippleMm, position],
    ),
  );
  useFit(context, cellId, frame, size, maximisedId === cellId, hasOwnScale);

  const layout = useMemo(
    () =>
      frame === null || size === null || pxPerMm === null
        ? null
        : layoutImage(frame, size, pxPerMm, pan),
    [frame, size, pxPerMm, pan],
  );
  const ready = useMemo((): ReadyPlane | null => {
    if (volume === null || position === undefined || frame === null) return null;
    if (size === null || layout === null) return null;
    return { plane, scan, volume, nippleMm, position, frame, layout, view: size };
  }, [plane, scan, volume, nippleMm, position, frame, size, layout]);
  useReveal(reading, cellId, ready);
  return { entry, scan, ready };
}

/**
 * Pans the intersection of the planes into view once per request; handles a request made before the
 * view was mounted, as for the other breast.
 */
function useReveal(reading: ReadingState, cellId: string, ready: ReadyPlane | null): void {
  const revealRequest = useStore(reading.store, (state) => state.revealRequest);
  const handledRequest = useRef<typeof revealRequest>(null);
  useEffect(() => {
    if (
      revealRequest === handledRequest.current ||
      ready === null ||
      revealRequest?.scanId !== ready.scan.id
    )
      return;
    handledRequest.current = revealRequest;
    const { volume, nippleMm, position, plane, frame, layout, view } = ready;
    const offset = linkedImageOffset(volume, nippleMm, position, plane);
    const pan = panOf(reading.store.getState(), cellId);
    const moved = panTo(frame, view, layout.pxPerMm, pan, offset);
    if (moved !== pan) reading.setPan(cellId, moved);
  }, [reading, cellId, ready, revealRequest]);
}

/**
 * Returns the same object while the frame is unchanged, so that a plane that did not move is not
 * rendered again.
 */
function useSteadyFrame(frame: ImageFrame | null): ImageFrame | null {
  const last = useRef(frame);
  if (frame === null || last.current === null || !sameFrame(last.current, frame)) {
    last.current = frame;
  }
  return last.current;
}

/**
 * Publishes the scale at which this plane fits, because all planes use the smallest of these
 * scales.
 */
function useFit(
  context: ExtensionContext,
  cellId: string,
  frame: ImageFrame | null,
  size: ViewSize | null,
  isMaximised: boolean,
  hasOwnScale: boolean,
): void {
  const reading = context.use(readingToken);
  const widthMm = frame?.widthMm ?? null;
  const heightMm = frame?.heightMm ?? null;
  useEffect(() => {
    const plane = reading.store.getState().cells[cellId]?.plane;
    if (widthMm === null || heightMm === null || size === null || plane === undefined) return;
    const fit = fitPxPerMm(plane, { width: widthMm, height: heightMm }, size, hasOwnScale);
    reading.setFit(cellId, fit, isMaximised);
  }, [reading, cellId, widthMm, heightMm, size, isMaximised, hasOwnScale]);
}
