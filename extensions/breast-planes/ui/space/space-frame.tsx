import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { type ViewportProps, viewStateToken } from '#core';
import type { Problem } from '#foundation';
import { classNames, IconButton, useStore } from '#ui';
import type { ViewSize } from '../../model/planes/image-layout.ts';
import {
  LOOKS,
  nearestStandpoint,
  STANDPOINTS,
  type Standpoint,
  turned,
} from '../../model/space/space-camera.ts';
import type { SceneExtent } from '../../rendering/space/scene-camera.ts';
import { rawToken } from '../../state/views/raw-state.ts';
import { spaceTexts } from '../../texts/space-texts.ts';
import { LayoutTabs } from '../controls/layout-tabs.tsx';
import styles from '../shared/plane-viewport.module.css';
import { LostBanner, MaximiseButton, ViewFailure, ViewShell } from '../shared/view-shell.tsx';
import space from './space.module.css';
import { OrientationAxes, SpaceScale } from './space-overlay.tsx';
import type { Scene } from './use-scene.ts';

export interface SpaceFrameProps extends ViewportProps {
  readonly id: '3D' | 'SURFACE';
  readonly title: string;
  readonly label: string;
  readonly pictureLabel: string;
  readonly maximiseName: string;
  readonly state: 'loading' | 'coarse' | 'complete' | 'empty' | 'failed';
  readonly picture: RefObject<HTMLDivElement | null>;
  readonly host: RefObject<HTMLDivElement | null>;
  readonly size: ViewSize | null;
  readonly scene: Scene;
  readonly extent: SceneExtent | null;
  readonly problem: Problem | null;
  readonly note: string;
  /** Choices of this view, in its header. */
  readonly tools: ReactNode;
  /** What lies over the picture, in an svg. */
  readonly overlay: ReactNode;
  /** What stands in the picture instead of or beside it: progress, an empty state. */
  readonly children?: ReactNode;
  onRetry(): void;
  onPick?(x: number, y: number): void;
}

const STEP_DEG = 10;
const KEY_OF: Readonly<Record<string, Standpoint>> = {
  Home: 'front',
  ']': 'left',
  '[': 'right',
  PageUp: 'head',
  PageDown: 'feet',
};

/** A view of the breast as a whole: header, picture with letters and scale, standpoints. */
export function SpaceFrame(props: SpaceFrameProps): ReactNode {
  const { scene } = props;
  const { seen } = scene;
  useAskedStandpoint(props);
  return (
    <ViewShell
      {...props}
      facts={{
        'data-look': seen === null ? '' : seen.look.normal.map((part) => part.toFixed(3)).join(' '),
      }}
      activates
    >
      <SpaceHeader {...props} />
      <SpacePicture {...props} />
      <footer className={classNames(styles.footer, space.footer)}>
        <Standpoints {...props} />
        <span className={styles.spring} />
        <span className={space.note} data-testid={`note-${props.id}`} title={props.note}>
          {props.note}
        </span>
        <span className={space.words} data-testid={`words-${props.id}`}>
          {lookWords(props)}
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

/** Goes where the command asks to stand; what was asked before this view came is over. */
function useAskedStandpoint(props: SpaceFrameProps): void {
  const raw = props.context.use(rawToken);
  const latest = useRef(props);
  latest.current = props;
  useEffect(
    () =>
      raw.store.subscribe(({ standpoint }, before) => {
        if (standpoint === null || standpoint === before.standpoint) return;
        standAt(latest.current, standpoint.at);
      }),
    [raw],
  );
}

function SpaceHeader(props: SpaceFrameProps): ReactNode {
  return (
    <header className={styles.header}>
      <span className={styles.title}>{props.title}</span>
      <span className={styles.slab}>{props.image.scan.label}</span>
      <span className={styles.spring} />
      <LayoutTabs context={props.context} cellId={props.cellId} />
      {props.tools}
      <MaximiseButton {...props} name={props.maximiseName} />
    </header>
  );
}

/** A press that moves further than this turned the scene and picks nothing. */
const CLICK_PX = 4;

function SpacePicture(props: SpaceFrameProps): ReactNode {
  const { scene, size } = props;
  const { seen } = scene;
  const viewState = props.context.use(viewStateToken);
  const hidden = useStore(viewState.store, (values) => values.overlaysHidden);
  const pressedAt = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture that takes keys has no element
    <div
      ref={props.picture}
      className={styles.picture}
      data-testid={`picture-${props.id}`}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys turn the scene here
      tabIndex={0}
      aria-label={props.pictureLabel}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => onKey(event, props)}
      onPointerDown={(event) => {
        event.currentTarget.focus({ preventScroll: true });
        pressedAt.current = { x: event.clientX, y: event.clientY };
      }}
      onClick={(event) => {
        const from = pressedAt.current;
        const box = event.currentTarget.getBoundingClientRect();
        const away = from === null ? 0 : Math.hypot(event.clientX - from.x, event.clientY - from.y);
        if (away <= CLICK_PX) props.onPick?.(event.clientX - box.left, event.clientY - box.top);
      }}
    >
      <div ref={props.host} className={classNames(styles.canvas, space.smooth)} />
      {seen === null || hidden || size === null || props.extent === null ? null : (
        // biome-ignore lint/a11y/noSvgWithoutTitle: the view's picture has the name; findings in it have theirs
        <svg className={styles.overlay}>
          {props.overlay}
          <OrientationAxes look={seen.look} height={size.height} />
          <SpaceScale pxPerMm={seen.pxPerMm} width={size.width} height={size.height} />
        </svg>
      )}
      {props.children}
      <LostBanner lost={scene.lost} />
      <ViewFailure problem={props.problem} onRetry={props.onRetry} />
    </div>
  );
}

function Standpoints(props: SpaceFrameProps): ReactNode {
  const { seen } = props.scene;
  const near = seen === null || props.extent === null ? null : nearestStandpoint(seen.look);
  return (
    <span className={space.choices}>
      {STANDPOINTS.map((standpoint) => (
        <button
          key={standpoint}
          type="button"
          className={space.choice}
          aria-pressed={near?.standpoint === standpoint && near.offDeg < 1}
          aria-keyshortcuts={spaceTexts.standpointKeys[standpoint]}
          title={spaceTexts.standpointKeys[standpoint]}
          disabled={props.extent === null}
          onClick={() => standAt(props, standpoint)}
        >
          {spaceTexts.standpoints[standpoint]}
        </button>
      ))}
    </span>
  );
}

function standAt({ scene, extent }: SpaceFrameProps, standpoint: Standpoint): void {
  if (extent !== null) scene.scene?.show(LOOKS[standpoint], extent);
}

function reset({ scene, extent }: SpaceFrameProps): void {
  const look = scene.seen?.look ?? LOOKS.front;
  if (extent !== null) scene.scene?.show(look, extent);
}

function onKey(event: KeyboardEvent, props: SpaceFrameProps): void {
  const { scene, seen } = props.scene;
  if (scene === null || seen === null || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = event.shiftKey ? STEP_DEG * 3 : STEP_DEG;
  const turn = (right: number, up: number): void => scene.turnTo(turned(seen.look, right, up));
  const standpoint = KEY_OF[event.key];
  if (standpoint !== undefined) standAt(props, standpoint);
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

function lookWords({ scene, extent }: SpaceFrameProps): string {
  if (scene.seen === null || extent === null) return '';
  const { standpoint, offDeg } = nearestStandpoint(scene.seen.look);
  const from = spaceTexts.seenFrom[standpoint];
  return offDeg < 1 ? from : spaceTexts.turnedBy(from, Math.round(offDeg));
}

/** A few choices of which one holds. */
export function Choices<Id extends string>(props: {
  readonly label: string;
  readonly ids: readonly Id[];
  readonly words: Readonly<Record<NoInfer<Id>, string>>;
  readonly chosen: NoInfer<Id>;
  onChoose(id: NoInfer<Id>): void;
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in a header's row
    <span className={space.choices} role="group" aria-label={props.label}>
      {props.ids.map((id) => (
        <button
          key={id}
          type="button"
          className={space.choice}
          aria-pressed={props.chosen === id}
          onClick={() => props.onChoose(id)}
        >
          {props.words[id]}
        </button>
      ))}
    </span>
  );
}

/** Keeps the wheel for the scene: the page must not scroll with it. */
export function useOwnWheel(picture: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = picture.current;
    const keep = (event: WheelEvent): void => event.preventDefault();
    element?.addEventListener('wheel', keep, { passive: false });
    return () => element?.removeEventListener('wheel', keep);
  }, [picture]);
}
