import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { type ViewportProps, viewStateToken } from '#core';
import type { Problem } from '#foundation';
import { classNames, IconButton, useStore } from '#ui';
import type { ViewSize } from '../../model/planes/image-layout.ts';
import {
  CAMERA_PRESETS,
  type CameraPreset,
  nearestCameraPreset,
  PRESET_ORIENTATIONS,
  rotateOrientation,
} from '../../model/space/space-camera.ts';
import { DRAG_THRESHOLD_PX } from '../../model/views/drag-threshold.ts';
import type { SceneExtent } from '../../rendering/space/scene-camera.ts';
import { rawToken } from '../../state/views/raw-state.ts';
import { spaceTexts } from '../../texts/space-texts.ts';
import { LayoutTabs } from '../controls/layout-tabs.tsx';
import styles from '../shared/plane-viewport.module.css';
import {
  ContextLostBanner,
  MaximiseButton,
  ViewFailure,
  ViewShell,
} from '../shared/view-shell.tsx';
import space from './space.module.css';
import { OrientationAxes, SpaceScale } from './space-overlay.tsx';
import type { Scene } from './use-scene.ts';

export interface SpaceFrameProps extends ViewportProps {
  readonly id: '3D' | 'SURFACE';
  readonly title: string;
  readonly label: string;
  readonly imageLabel: string;
  readonly maximiseName: string;
  readonly state: 'loading' | 'coarse' | 'complete' | 'empty' | 'failed';
  readonly imageRef: RefObject<HTMLDivElement | null>;
  readonly host: RefObject<HTMLDivElement | null>;
  readonly size: ViewSize | null;
  readonly scene: Scene;
  readonly extent: SceneExtent | null;
  readonly problem: Problem | null;
  readonly note: string;
  /** Controls in the header of this view. */
  readonly tools: ReactNode;
  /** Svg content over the image. */
  readonly overlay: ReactNode;
  /** Content in or over the image: progress, an empty state. */
  readonly children?: ReactNode;
  onRetry(): void;
  /** Called after a click in the image, with its position in px. */
  onPick?(x: number, y: number): void;
}

/** Rotation by an arrow key in degrees; three times as large with Shift. */
const STEP_DEG = 10;
const PRESET_OF_KEY: Readonly<Record<string, CameraPreset>> = {
  Home: 'front',
  ']': 'left',
  '[': 'right',
  PageUp: 'head',
  PageDown: 'feet',
};

/** 3D view of the breast: header, image with axes and scale, camera presets. */
export function SpaceFrame(props: SpaceFrameProps): ReactNode {
  const { scene } = props;
  const { projection } = scene;
  useCameraPresetRequest(props);
  return (
    <ViewShell
      {...props}
      dataAttributes={{
        'data-camera':
          projection === null
            ? ''
            : projection.orientation.normal.map((component) => component.toFixed(3)).join(' '),
      }}
      activates
    >
      <SpaceHeader {...props} />
      <SpaceImage {...props} />
      <footer className={classNames(styles.footer, space.footer)}>
        <CameraPresets {...props} />
        <span className={styles.spacer} />
        <span className={space.note} data-testid={`note-${props.id}`} title={props.note}>
          {props.note}
        </span>
        <span
          className={space.orientationText}
          data-testid={`words-${props.id}`}
          title={orientationText(props)}
        >
          {orientationText(props)}
        </span>
        <IconButton
          icon="reset"
          label={spaceTexts.reset}
          shortcut={spaceTexts.resetKey}
          size={24}
          disabled={scene.scene === null || props.extent === null}
          onPress={() => reset(props)}
        />
      </footer>
    </ViewShell>
  );
}

/**
 * Applies a camera preset requested by a command; ignores requests from previous the view was
 * mounted.
 */
function useCameraPresetRequest(props: SpaceFrameProps): void {
  const raw = props.context.use(rawToken);
  const latest = useRef(props);
  latest.current = props;
  useEffect(
    () =>
      raw.store.subscribe(({ cameraPreset }, previous) => {
        if (cameraPreset === null || cameraPreset === previous.cameraPreset) return;
        applyCameraPreset(latest.current, cameraPreset.at);
      }),
    [raw],
  );
}

function SpaceHeader(props: SpaceFrameProps): ReactNode {
  return (
    <header className={styles.header}>
      <span className={styles.title}>{props.title}</span>
      <span className={styles.slab}>{props.image.scan.label}</span>
      <span className={styles.spacer} />
      <LayoutTabs context={props.context} cellId={props.cellId} />
      {props.tools}
      <MaximiseButton {...props} name={props.maximiseName} />
    </header>
  );
}

function SpaceImage(props: SpaceFrameProps): ReactNode {
  const { scene, size } = props;
  const { projection } = scene;
  const viewState = props.context.use(viewStateToken);
  const hidden = useStore(viewState.store, (values) => values.overlaysHidden);
  const pressedAt = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element exists for an image with keyboard input
    <div
      ref={props.imageRef}
      className={styles.imageArea}
      data-testid={`image-${props.id}`}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys turn the scene
      tabIndex={0}
      aria-label={props.imageLabel}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => onKey(event, props)}
      onPointerDown={(event) => {
        event.currentTarget.focus({ preventScroll: true });
        pressedAt.current = { x: event.clientX, y: event.clientY };
      }}
      onClick={(event) => {
        const from = pressedAt.current;
        const box = event.currentTarget.getBoundingClientRect();
        const movedPx =
          from === null ? 0 : Math.hypot(event.clientX - from.x, event.clientY - from.y);
        if (movedPx < DRAG_THRESHOLD_PX)
          props.onPick?.(event.clientX - box.left, event.clientY - box.top);
      }}
    >
      <div ref={props.host} className={classNames(styles.canvas, space.smooth)} />
      {projection === null || hidden || size === null || props.extent === null ? null : (
        // biome-ignore lint/a11y/noSvgWithoutTitle: the image and each finding have their own names
        <svg className={styles.overlay}>
          {props.overlay}
          <OrientationAxes orientation={projection.orientation} height={size.height} />
          <SpaceScale pxPerMm={projection.pxPerMm} width={size.width} height={size.height} />
        </svg>
      )}
      {props.children}
      <ContextLostBanner contextLost={scene.contextLost} />
      <ViewFailure problem={props.problem} onRetry={props.onRetry} />
    </div>
  );
}

function CameraPresets(props: SpaceFrameProps): ReactNode {
  const { projection } = props.scene;
  const nearest =
    projection === null || props.extent === null
      ? null
      : nearestCameraPreset(projection.orientation);
  return (
    <span className={space.choices}>
      {CAMERA_PRESETS.map((cameraPreset) => (
        <button
          key={cameraPreset}
          type="button"
          className={space.choice}
          aria-pressed={nearest?.cameraPreset === cameraPreset && nearest.offDeg < 1}
          aria-keyshortcuts={spaceTexts.cameraPresetKeys[cameraPreset]}
          title={spaceTexts.cameraPresetKeys[cameraPreset]}
          disabled={props.extent === null}
          onClick={() => applyCameraPreset(props, cameraPreset)}
        >
          {spaceTexts.cameraPresets[cameraPreset]}
        </button>
      ))}
    </span>
  );
}

function applyCameraPreset({ scene, extent }: SpaceFrameProps, cameraPreset: CameraPreset): void {
  if (extent !== null) scene.scene?.show(PRESET_ORIENTATIONS[cameraPreset], extent);
}

/** Shows the whole extent; keeps the orientation of the camera. */
function reset({ scene, extent }: SpaceFrameProps): void {
  const orientation = scene.projection?.orientation ?? PRESET_ORIENTATIONS.front;
  if (extent !== null) scene.scene?.show(orientation, extent);
}

function onKey(event: KeyboardEvent, props: SpaceFrameProps): void {
  const { scene, projection } = props.scene;
  if (scene === null || projection === null || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const step = event.shiftKey ? STEP_DEG * 3 : STEP_DEG;
  const turn = (right: number, up: number): void =>
    scene.turnTo(rotateOrientation(projection.orientation, right, up));
  const cameraPreset = PRESET_OF_KEY[event.key];
  if (cameraPreset !== undefined) applyCameraPreset(props, cameraPreset);
  else if (event.key === 'ArrowLeft') turn(-step, 0);
  else if (event.key === 'ArrowRight') turn(step, 0);
  else if (event.key === 'ArrowUp') turn(0, step);
  else if (event.key === 'ArrowDown') turn(0, -step);
  else if (event.key === '+' || event.key === '=') scene.zoom(1.25);
  else if (event.key === '-') scene.zoom(0.8);
  else if (event.key === '0') reset(props);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function orientationText({ scene, extent }: SpaceFrameProps): string {
  if (scene.projection === null || extent === null) return '';
  const { cameraPreset, offDeg } = nearestCameraPreset(scene.projection.orientation);
  const from = spaceTexts.viewedFrom[cameraPreset];
  return offDeg < 1 ? from : spaceTexts.turnedBy(from, Math.round(offDeg));
}

/** Button group with a single selected choice. */
export function Choices<Id extends string>(props: {
  readonly label: string;
  readonly ids: readonly Id[];
  readonly labels: Readonly<Record<NoInfer<Id>, string>>;
  readonly selectedId: NoInfer<Id>;
  onSelect(id: NoInfer<Id>): void;
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be part of a header's row
    <span className={space.choices} role="group" aria-label={props.label}>
      {props.ids.map((id) => (
        <button
          key={id}
          type="button"
          className={space.choice}
          aria-pressed={props.selectedId === id}
          onClick={() => props.onSelect(id)}
        >
          {props.labels[id]}
        </button>
      ))}
    </span>
  );
}

/** Prevents page scrolling by the wheel, which controls the scene. */
export function usePreventWheelScroll(imageRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = imageRef.current;
    const preventScroll = (event: WheelEvent): void => event.preventDefault();
    element?.addEventListener('wheel', preventScroll, { passive: false });
    return () => element?.removeEventListener('wheel', preventScroll);
  }, [imageRef]);
}
