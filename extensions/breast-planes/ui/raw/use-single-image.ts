import { useEffect, useMemo } from 'react';
import type { Scan, ScanFile } from '#contracts';
import {
  type ExtensionContext,
  type ShownFrame as PublishedFrame,
  studyToken,
  toolsToken,
  viewStateToken,
} from '#core';
import {
  imageNumberOf,
  isSingleImage,
  representativeMark,
  singleImageFrame,
  singleImageOf,
} from '#findings';
import { useStore } from '#ui';
import type { Unmarkable } from '../../interaction/interaction-context.ts';
import { findingById } from '../../model/findings/finding-rows.ts';
import { type ImageLayout, layoutImage, type ViewSize } from '../../model/planes/image-layout.ts';
import { pixelSizeMm } from '../../model/raw/raw-frames.ts';
import type { ReadyImage } from '../../state/views/ready-image.ts';
import { panOf, readingToken } from '../../state/volumes/reading-state.ts';
import { useScanFindings } from '../shared/use-scan-findings.ts';
import { useVolumeInfo } from '../shared/use-volume-info.ts';
import { useWatchedFindings } from '../shared/use-watched-findings.ts';
import type { ShownFrame } from './use-raw-frames.ts';
import { useShownFrame } from './use-shown-frame.ts';

/** Location of a frame in its view. Without a scale, lengths are in image pixels. */
export interface FrameLayout extends ImageLayout {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly hasScale: boolean;
  readonly view: ViewSize;
}

export interface SingleImageView {
  readonly layout: FrameLayout | null;
  /** The frame as an image for pointing and drawing; null if it takes no marks. */
  readonly ready: ReadyImage | null;
  readonly unmarkable: Unmarkable | null;
}

const MARGIN_PX = 24;
/** Marks of single images have no plane position. */
const NO_POSITION = { sag: 0, tra: 0, depth: 0, rad: 0 } as const;

/** Returns layout and marking of the shown frame of a recording without geometry. */
export function useSingleImage(
  context: ExtensionContext,
  cellId: string,
  hungScan: Scan,
  shown: { readonly file: ScanFile | null; readonly frame: ShownFrame['frame'] | null },
  size: ViewSize | null,
): SingleImageView {
  const { scan, volume } = useVolumeInfo(context, hungScan);
  useWatchedFindings(context, hungScan);
  const { file, frame } = shown;
  const layout = useFrameLayout(context, cellId, shown, size);
  const image = useMemo(
    () => (frame === null || volume !== null ? null : publishedImage(scan.id, file)),
    [scan.id, file, frame, volume],
  );
  useShownFrame(context, cellId, image);
  const ready = useMemo((): ReadyImage | null => {
    if (image === null || layout === null) return null;
    return {
      plane: image.plane,
      scan,
      volume: null,
      nippleMm: null,
      position: NO_POSITION,
      frame: image.frame,
      layout,
      view: layout.view,
      imageNumber: image.frameIdx,
      imageFileId: image.fileId,
    };
  }, [image, layout, scan]);
  usePreparedTool(context, ready !== null);
  return { layout, ready, unmarkable: ready === null ? reasonOf(file) : null };
}

/** Returns an image without a location; null if it belongs to a sweep or states no millimetres. */
function publishedImage(scanId: string, file: ScanFile | null): PublishedFrame | null {
  const image = singleImageOf(file?.header ?? null);
  if (file === null || image === null) return null;
  const { frameIdx } = image;
  const frame = singleImageFrame(image);
  return { scanId, fileId: file.id, plane: 'IMG', frameIdx, frame, clockDeg: null };
}

function reasonOf(file: ScanFile | null): Unmarkable {
  return pixelSizeMm(file?.header ?? null) === null ? 'no-scale' : 'no-location';
}

function useFrameLayout(
  context: ExtensionContext,
  cellId: string,
  { file, frame }: { readonly file: ScanFile | null; readonly frame: ShownFrame['frame'] | null },
  size: ViewSize | null,
): FrameLayout | null {
  const reading = context.use(readingToken);
  const zoom = useStore(reading.store, (state) => state.zoom);
  const pan = useStore(reading.store, (state) => panOf(state, cellId));
  return useMemo(() => {
    if (frame === null || size === null) return null;
    const pixel = pixelSizeMm(file?.header ?? null);
    const widthMm = frame.width * (pixel?.across ?? 1);
    const heightMm = frame.height * (pixel?.down ?? 1);
    const fit = Math.min(
      (size.width - 2 * MARGIN_PX) / widthMm,
      (size.height - 2 * MARGIN_PX) / heightMm,
    );
    if (!(fit > 0)) return null;
    const box = {
      originMm: [0, 0, 0],
      right: [1, 0, 0],
      down: [0, 1, 0],
      widthMm,
      heightMm,
    } as const;
    const layout = layoutImage(box, size, fit * zoom, pan);
    return { ...layout, widthMm, heightMm, hasScale: pixel !== null, view: size };
  }, [file, frame, size, zoom, pan]);
}

/** Lets the active tool load what it needs before the first gesture. */
function usePreparedTool(context: ExtensionContext, isMarkable: boolean): void {
  const toolId = useStore(context.use(viewStateToken).store, (state) => state.activeToolId);
  useEffect(() => {
    if (isMarkable && toolId !== null) context.tryUse(toolsToken)?.find(toolId)?.prepare?.();
  }, [context, toolId, isMarkable]);
}

/** Calls `goTo` with the frame in which a finding was drawn when a reader selects the finding. */
export function useSelectedImage(
  context: ExtensionContext,
  scanId: string,
  frames: readonly ScanFile[],
  goTo: (at: number) => void,
): void {
  const selectedId = useStore(context.use(studyToken).store, (state) => state.selectedFindingId);
  const finding = findingById(useScanFindings(context, scanId), selectedId);
  const mark = representativeMark(Object.values(finding?.marks ?? {}).filter(isSingleImage));
  const number = mark === null ? null : imageNumberOf(mark);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed frame must not go back
  useEffect(() => {
    const at = frames.findIndex(({ header }) => header?.frameIdx === number);
    if (number !== null && at !== -1) goTo(at);
  }, [selectedId, number, frames]);
}
