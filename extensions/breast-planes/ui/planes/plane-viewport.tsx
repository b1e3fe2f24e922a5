import { type ReactNode, useRef } from 'react';
import { type ViewportProps, viewStateToken } from '#core';
import { problem } from '#foundation';
import { VOLUME_PLANES, type VolumePlane } from '#geometry';
import { ErrorCard, useStore } from '#ui';
import { PLANE_TITLE } from '../../model/planes/plane-text.ts';
import { planeState } from '../../state/views/plane-state.ts';
import type { ReadyPlane } from '../../state/views/ready-image.ts';
import { imageTexts } from '../../texts/image-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { useAdjustDrag } from '../controls/use-adjust-drag.ts';
import { usePlanePresentation } from '../controls/use-plane-presentation.ts';
import { PlaneHeader } from '../shared/plane-header.tsx';
import styles from '../shared/plane-viewport.module.css';
import { useElementSize } from '../shared/use-element-size.ts';
import { ContextLostBanner, ViewShell, VolumeProgress } from '../shared/view-shell.tsx';
import { AntiradialViewport } from './antiradial-viewport.tsx';
import { PlaneFailure } from './plane-failure.tsx';
import { PlaneFooter } from './plane-footer.tsx';
import { PlaneOverlay } from './plane-overlay.tsx';
import { useImageInput } from './use-image-input.ts';
import { useOpenPlane } from './use-open-plane.ts';
import { usePlane } from './use-plane.ts';
import { usePlaneRenderer } from './use-plane-renderer.ts';

/** Viewport of the plane named by its option `plane`. */
export function PlaneViewport(props: ViewportProps): ReactNode {
  if (props.options.plane === 'ARAD') return <AntiradialViewport {...props} />;
  const plane = VOLUME_PLANES.find((known) => known === props.options.plane);
  if (plane === undefined) return <ErrorCard problem={unknownPlane(props.options.plane)} />;
  return <KnownPlane {...props} plane={plane} />;
}

function KnownPlane(props: ViewportProps & { readonly plane: VolumePlane }): ReactNode {
  const { context, image, cellId, plane } = props;
  const imageRef = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const size = useElementSize(imageRef);
  const hasOwnScale = props.options.scale === 'own';
  const { entry, scan, ready } = usePlane(context, image, cellId, plane, size, hasOwnScale);
  const presentation = usePlanePresentation(context, scan, plane);
  const adjustHandlers = useAdjustDrag(context, cellId, scan, plane);
  const drawn = usePlaneRenderer(host, entry.volume ?? entry.partial, ready, presentation);
  useOpenPlane(props, imageRef, host, drawn.renderer);
  const input = useImageInput({ ...props, imageRef, ready, adjusts: { scan, view: plane } });
  const viewState = context.use(viewStateToken);
  const hidden = useStore(viewState.store, (state) => state.overlaysHidden);
  const cause = drawn.problem ?? entry.problem;
  const state = planeState(entry, drawn.shownVolumeId, drawn.problem !== null);
  return (
    <ViewShell
      context={context}
      cellId={cellId}
      state={state}
      id={plane}
      label={readingTexts.plane.view(PLANE_TITLE[plane], scan.label)}
      dataAttributes={{
        'data-plane': plane,
        'data-position': ready === null ? '' : positionText(ready),
      }}
    >
      <PlaneHeader {...props} plane={plane} ready={ready} scan={scan} />
      {/* biome-ignore lint/a11y/useSemanticElements: no element exists for an image with keyboard input */}
      <div
        ref={imageRef}
        className={styles.imageArea}
        style={{ cursor: input.cursor }}
        data-testid={`image-${plane}`}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys step through the slices
        tabIndex={0}
        aria-label={readingTexts.plane.imageLabel(PLANE_TITLE[plane])}
        {...input.handlers}
        {...adjustHandlers}
      >
        <div ref={host} className={styles.canvas} />
        {ready === null || hidden ? null : (
          <PlaneOverlay
            context={context}
            cellId={cellId}
            ready={ready}
            slab={presentation.slab}
            preview={input.preview}
          />
        )}
        {state === 'loading' && cause === null ? (
          <VolumeProgress label={readingTexts.plane.loading} entry={entry} />
        ) : null}
        <ContextLostBanner contextLost={drawn.contextLost} />
        <PlaneFailure
          context={context}
          image={image}
          entry={entry}
          ready={ready}
          presentation={presentation}
          drawn={drawn}
        />
      </div>
      <PlaneFooter
        context={context}
        plane={plane}
        ready={ready}
        onTyped={() => imageRef.current?.focus()}
      />
    </ViewShell>
  );
}

const positionText = ({ position: { sag, tra, depth, rad } }: ReadyPlane): string =>
  Object.entries({ sag, tra, depth, rad })
    .map(([key, value]) => `${key}=${value.toFixed(3)}`)
    .join(' ');

const unknownPlane = (option: unknown) =>
  problem(
    'UNKNOWN_PLANE',
    imageTexts.plane.unknown,
    imageTexts.plane.provided(JSON.stringify(option)),
    imageTexts.plane.next,
    'breast-planes',
  );
