import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Problem } from '#foundation';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import {
  DEFAULT_PRESENTATION,
  type PlanePresentation,
} from '../../model/planes/plane-presentation.ts';
import { SliceRenderer } from '../../rendering/planes/slice-renderer.ts';
import { uncoverWhenDrawn } from '../../state/preview-cover.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { useAdoptedPlane } from './use-adopted-plane.ts';

export interface DrawnPlane {
  /** Id of the volume on the screen; null before the first image. */
  readonly shownVolumeId: string | null;
  /** True while the graphics context is lost; the last image stays visible. */
  readonly contextLost: boolean;
  readonly problem: Problem | null;
  retry(): void;
}

interface InViewport {
  volumeId: string | null;
  positionKey: string;
}

/**
 * Renders a plane into the host element. Sets `data-drawn` of the host to the position of the last
 * finished image, and `data-grid` to the voxel counts of the level that covers the whole image.
 */
export function usePlaneRenderer(
  host: RefObject<HTMLDivElement | null>,
  volume: LoadedVolume | null,
  ready: ReadyPlane | null,
  presentation: PlanePresentation = DEFAULT_PRESENTATION,
): DrawnPlane {
  const [renderer, setRenderer] = useState<SliceRenderer | null>(null);
  const [shownVolumeId, setShown] = useState<string | null>(null);
  const [contextLost, setContextLost] = useState(false);
  const [failure, setFailure] = useState<Problem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const inViewport = useRef<InViewport>({ volumeId: null, positionKey: '' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt creates a new renderer
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const created = new SliceRenderer();
    created.on((event) => {
      if (event.kind === 'failed') setFailure(event.problem);
      if (event.kind === 'context-lost') setContextLost(true);
      if (event.kind === 'context-restored') setContextLost(false);
      if (event.kind === 'rendered') {
        element.dataset.drawn = inViewport.current.positionKey;
        element.dataset.grid = created.volume?.geometry.sizes.join(' ') ?? '';
        setShown(inViewport.current.volumeId);
        uncoverWhenDrawn(document);
      }
    });
    const attached = created.attach(element);
    if (attached.ok) setRenderer(created);
    else setFailure(attached.problem);
    return () => {
      created.dispose();
      setRenderer(null);
      setShown(null);
    };
  }, [host, attempt]);

  useEffect(() => {
    renderer?.setPresentation(presentation);
  }, [renderer, presentation]);
  const frame = ready?.frame;
  const layout = ready?.layout;
  const view = ready?.view;
  const positionKey = useRef('');
  positionKey.current = ready === null ? '' : positionKeyOf(ready);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new size requires a new image
  useEffect(() => {
    renderer?.resize();
  }, [renderer, view]);
  useEffect(() => {
    if (renderer === null || frame === undefined || layout === undefined) return;
    // Renders only when frame or layout of this image change, not when other planes move.
    inViewport.current.positionKey = positionKey.current;
    renderer.show({ frame, ...layout });
  }, [renderer, frame, layout]);
  useEffect(() => {
    if (renderer === null || volume === null) return;
    const done = renderer.setVolume(volume);
    if (done.ok) inViewport.current.volumeId = volume.id;
    else setFailure(done.problem);
  }, [renderer, volume]);

  const complete = volume !== null && volume.finer === undefined && volume.id === shownVolumeId;
  useAdoptedPlane(host, renderer, complete);

  const retry = (): void => {
    setFailure(null);
    setAttempt((count) => count + 1);
  };
  return { shownVolumeId, contextLost, problem: failure, retry };
}

const positionKeyOf = ({ position, layout }: ReadyPlane): string =>
  [position.sag, position.tra, position.depth, position.rad, layout.pxPerMm]
    .map((figure) => figure.toFixed(3))
    .join(' ');
