import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Finding } from '#contracts';
import { type ExtensionContext, studyToken } from '#core';
import type { Problem } from '#foundation';
import { imageFrame, type VolumePlane } from '#geometry';
import { useStore } from '#ui';
import { shownOf } from '../../model/findings/finding-rows.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { type OverviewSlice, overviewSlices } from '../../model/planes/overview-slices.ts';
import type { PlanePresentation } from '../../model/planes/plane-presentation.ts';
import { PLANE_TITLE } from '../../model/planes/plane-text.ts';
import { greyscaleImage } from '../../rendering/planes/greyscale-image.ts';
import { resliceImage } from '../../rendering/planes/reslice-image.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { imageTexts } from '../../texts/image-texts.ts';
import { useListChoice } from '../shared/use-list-choice.ts';
import styles from './no-graphics-fallback.module.css';

const NO_FINDINGS: readonly Finding[] = [];

interface Props {
  readonly context: ExtensionContext;
  readonly problem: Problem;
  readonly ready: ReadyPlane | null;
  readonly volume: LoadedVolume | null;
  readonly presentation: PlanePresentation;
}

/**
 * Replaces the image of a view in a browser without WebGL 2: shows the problem, the next step, and
 * slices through the middle of the scan and through each listed finding, rendered by the CPU.
 */
export function NoGraphicsFallback({
  context,
  problem,
  ready,
  volume,
  presentation,
}: Props): ReactNode {
  const ofScan = useStore(context.use(studyToken).store, (state) =>
    ready === null ? undefined : state.findingsByScan[ready.scan.id],
  );
  const findings = shownOf(ofScan ?? NO_FINDINGS, useListChoice(context));
  const geometry = ready?.volume ?? null;
  const nippleMm = ready?.nippleMm ?? null;
  const slices = useMemo(
    () => (geometry === null ? [] : overviewSlices(geometry, nippleMm, findings)),
    [geometry, nippleMm, findings],
  );
  return (
    <div className={styles.page}>
      <h3>{problem.title}</h3>
      <p>{problem.detail}</p>
      <p>{problem.next}</p>
      {ready === null || volume === null ? null : (
        <ul className={styles.slices}>
          {slices.map((slice) => (
            <li key={slice.label ?? 'middle'}>
              <Slice slice={slice} ready={ready} volume={volume} presentation={presentation} />
              {imageTexts.drawing.slice(PLANE_TITLE[ready.plane], slice.label)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const MAX_SLICE_PX = 220;

interface SliceProps {
  readonly slice: OverviewSlice;
  readonly ready: ReadyPlane;
  readonly volume: LoadedVolume;
  readonly presentation: PlanePresentation;
}

function Slice({ slice, ready, volume, presentation }: SliceProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { plane, nippleMm } = ready;
  const geometry = ready.volume;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (canvas.current === null || context === null || context === undefined) return;
    paint(canvas.current, context, { plane, slice, geometry, nippleMm, volume, presentation });
  }, [plane, slice, geometry, nippleMm, volume, presentation]);
  const label = imageTexts.drawing.slice(PLANE_TITLE[plane], slice.label);
  return <canvas ref={canvas} role="img" aria-label={label} data-testid={`slice-${plane}`} />;
}

interface PaintedSlice extends Pick<SliceProps, 'slice' | 'volume' | 'presentation'> {
  readonly plane: VolumePlane;
  readonly geometry: ReadyPlane['volume'];
  readonly nippleMm: ReadyPlane['nippleMm'];
}

function paint(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  { plane, slice, geometry, nippleMm, volume, presentation }: PaintedSlice,
): void {
  const frame = imageFrame(geometry, plane, nippleMm, slice.position);
  const pxPerMm = MAX_SLICE_PX / Math.max(frame.widthMm, frame.heightMm);
  canvas.width = Math.max(1, Math.round(frame.widthMm * pxPerMm));
  canvas.height = Math.max(1, Math.round(frame.heightMm * pxPerMm));
  const { width: widthPx, height: heightPx } = canvas;
  const greyLevels = resliceImage({ volume, frame, pxPerMm, widthPx, heightPx, presentation });
  context.putImageData(greyscaleImage(greyLevels, widthPx, heightPx), 0, 0);
}
