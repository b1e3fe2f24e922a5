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

export interface DrawnPlane {
  /** Null until it is attached to the page. */
  readonly renderer: SliceRenderer | null;
  /** Id of the volume on the screen; null before the first image. */
  readonly shownVolumeId: string | null;
  /** True while the graphics context is lost; the last image stays visible. */
  readonly contextLost: boolean;
  readonly problem: Problem | null;
  retry(): void;
}

/** A renderer and the attempt that created it. */
interface Attached {
  readonly attempt: number;
  readonly renderer: SliceRenderer;
}

/** A failure of one attempt; a later attempt hides it. */
interface Failure {
  readonly attempt: number;
  readonly problem: Problem;
}

/** Volume and position last passed to the renderer; the next finished image shows them. */
interface Requested {
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
  const [attached, setAttached] = useState<Attached | null>(null);
  const [shownVolumeId, setShown] = useState<string | null>(null);
  const [contextLost, setContextLost] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const requested = useRef<Requested>({ volumeId: null, positionKey: '' });

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const created = new SliceRenderer();
    created.on((event) => {
      if (event.kind === 'failed') setFailure({ attempt, problem: event.problem });
      if (event.kind === 'context-lost') setContextLost(true);
      if (event.kind === 'context-restored') setContextLost(false);
      if (event.kind === 'rendered') {
        element.dataset.drawn = requested.current.positionKey;
        element.dataset.grid = created.volume?.geometry.sizes.join(' ') ?? '';
        setShown(requested.current.volumeId);
        uncoverWhenDrawn(document);
      }
    });
    const result = created.attach(element);
    if (result.ok) setAttached({ attempt, renderer: created });
    else setFailure({ attempt, problem: result.problem });
    return () => {
      created.dispose();
      setAttached(null);
      setShown(null);
    };
  }, [host, attempt]);

  const renderer = attached?.renderer ?? null;
  useEffect(() => {
    renderer?.setPresentation(presentation);
  }, [renderer, presentation]);
  const frame = ready?.frame;
  const layout = ready?.layout;
  const view = ready?.view;
  // A ref, because a change of the position alone must not draw the plane again.
  const positionKey = useRef('');
  positionKey.current = ready === null ? '' : positionKeyOf(ready);
  useEffect(() => {
    if (view !== undefined) renderer?.resize();
  }, [renderer, view]);
  useEffect(() => {
    if (renderer === null || frame === undefined || layout === undefined) return;
    // Renders only when frame or layout of this image change, not when other planes move.
    requested.current.positionKey = positionKey.current;
    renderer.show({ frame, ...layout });
  }, [renderer, frame, layout]);
  useEffect(() => {
    if (attached === null || volume === null) return;
    const result = attached.renderer.setVolume(volume);
    if (result.ok) requested.current.volumeId = volume.id;
    else setFailure({ attempt: attached.attempt, problem: result.problem });
  }, [attached, volume]);

  return {
    renderer,
    shownVolumeId,
    contextLost,
    problem: failure?.attempt === attempt ? failure.problem : null,
    retry: () => setAttempt((count) => count + 1),
  };
}

const positionKeyOf = ({ position, layout }: ReadyPlane): string =>
  [position.sag, position.tra, position.depth, position.rad, layout.pxPerMm]
    .map((value) => value.toFixed(3))
    .join(' ');
