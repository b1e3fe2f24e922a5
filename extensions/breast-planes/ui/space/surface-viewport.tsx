import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { studyToken, type ViewportProps } from '#core';
import type { Vec3 } from '#geometry';
import {
  Button,
  classNames,
  EmptyState,
  Icon,
  IconButton,
  MenuButton,
  Slider,
  saveFile,
} from '#ui';
import { lesionAlong } from '../../model/space/lesions.ts';
import { boundsOf, maxDistanceMm } from '../../model/space/mesh.ts';
import type { NamedMesh } from '../../model/space/mesh-export.ts';
import { exportName, objOf, stlOf } from '../../model/space/mesh-export.ts';
import type { SceneExtent, SceneProjection } from '../../rendering/space/scene-camera.ts';
import type { ShownMesh } from '../../rendering/space/space-actors.ts';
import type { OverlayEntry } from '../../state/views/overlays-state.ts';
import { spaceTexts } from '../../texts/space-texts.ts';
import styles from '../shared/plane-viewport.module.css';
import { useElementSize } from '../shared/use-element-size.ts';
import { VolumeProgress } from '../shared/view-shell.tsx';
import { OverlayShapes } from './overlay-shapes.tsx';
import { saveSurfaceImage } from './save-surface-image.ts';
import space from './space.module.css';
import { SpaceFrame, usePreventWheelScroll } from './space-frame.tsx';
import { NippleInSpace, SpaceMarkers } from './space-overlay.tsx';
import { SkinClock } from './surface-clock.tsx';
import { useOverlayMeshes, useShownOverlays } from './use-overlay-meshes.ts';
import { type Scene, useInitialCamera, useScene } from './use-scene.ts';
import { type SurfaceContent, useSurfaceContent } from './use-surface-content.ts';

const texts = spaceTexts.surface;
/** Initial opacity of the skin in percent. */
const START_OPACITY = 55;

/** 3D view of skin, nipple and lesions as meshes in millimetres, with export. */
export function SurfaceViewport(props: ViewportProps): ReactNode {
  const { context, image } = props;
  const imageRef = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const size = useElementSize(imageRef);
  usePreventWheelScroll(imageRef);
  const display = useSkinDisplay();
  const content = useSurfaceContent(props);
  const scene = useScene(host);
  const extent = useMemo(() => extentOf(content), [content]);
  const overlays = useShownOverlays(context, image.scan.id);
  const meshes = useSceneMeshes(scene, content, overlays, display);
  useInitialCamera(scene.scene, extent, meshes.length > 0);
  const study = context.use(studyToken);
  const { projection } = scene;
  const cause = scene.problem ?? content.skin.problem;
  // A scene renders images before its meshes are added.
  const drawn = projection !== null && (meshes.length === 0 || scene.content.meshes > 0);
  const state = stateOf(cause !== null, content, drawn);
  const tools = (
    <>
      {state === 'empty' ? null : <SkinTools {...display} />}
      <ExportMenu
        {...props}
        meshes={namedMeshes(content)}
        onSaveImage={() =>
          void saveSurfaceImage(context, {
            scan: image.scan,
            canvas: scene.scene?.canvas() ?? null,
            view: imageRef.current,
            lesions: content.lesions,
          })
        }
      />
    </>
  );
  return (
    <SpaceFrame
      {...props}
      id="SURFACE"
      title={texts.title}
      label={texts.view(image.scan.label)}
      imageLabel={texts.imageLabel}
      maximiseName={texts.maximiseName}
      state={state}
      imageRef={imageRef}
      host={host}
      size={size}
      scene={scene}
      extent={extent}
      tools={tools}
      problem={cause}
      note={noteOf(content)}
      overlay={
        <SurfaceOverlay
          projection={projection}
          content={content}
          overlays={overlays}
          onPick={study.selectFinding}
        />
      }
      onRetry={() => (scene.problem === null ? content.skin.retry() : scene.retry())}
      onPick={(x, y) => {
        const picked =
          projection &&
          lesionAlong(content.lesions, projection.toMm(x, y), projection.orientation.normal);
        if (picked) study.selectFinding(picked.findingId);
      }}
    >
      <SurfaceState {...props} state={state} centred={extent === null} />
    </SpaceFrame>
  );
}

/** Adds the meshes of the surface and of overlays to the scene; returns them. */
function useSceneMeshes(
  { scene }: Scene,
  content: SurfaceContent,
  overlays: readonly OverlayEntry[],
  { opacity, wireframe }: { readonly opacity: number; readonly wireframe: boolean },
): readonly ShownMesh[] {
  const overlayMeshes = useOverlayMeshes(overlays);
  const meshes = useMemo(
    () => [...overlayMeshes, ...shownMeshes(content, opacity / 100, wireframe)],
    [overlayMeshes, content, opacity, wireframe],
  );
  useEffect(() => scene?.setMeshes(meshes), [scene, meshes]);
  return meshes;
}

/** How the skin is drawn: opacity in percent, filled or as a wireframe. */
function useSkinDisplay() {
  const [opacity, setOpacity] = useState(START_OPACITY);
  const [wireframe, setWireframe] = useState(false);
  return { opacity, wireframe, setOpacity, setWireframe };
}

/** Layout with the 3D view of the volume. */
const VOLUME_LAYOUT = 'breast-planes.space';

type State = 'failed' | 'loading' | 'empty' | 'complete';

function stateOf(failed: boolean, { skin }: SurfaceContent, drawn: boolean): State {
  if (failed) return 'failed';
  if (skin.status === 'none') return 'empty';
  return skin.status === 'loading' || !drawn ? 'loading' : 'complete';
}

/** Shows the load progress of the skin, or the possible actions without a skin. */
function SurfaceState(
  props: ViewportProps & {
    readonly state: State;
    /** True if nothing else is drawn, so that the message can cover the centre. */
    readonly centred: boolean;
  },
): ReactNode {
  const { context, image, state, centred } = props;
  if (state === 'loading') {
    return <VolumeProgress label={texts.loading} entry={{ loadedBytes: 0, totalBytes: null }} />;
  }
  if (state !== 'empty') return null;
  return (
    <div className={classNames(space.empty, centred && space.centred)}>
      <EmptyState icon="box" text={`${texts.noSkin} ${texts.noSkinNext[image.scan.origin]}`}>
        <Button onPress={() => void context.run('breast-planes.layout', { id: VOLUME_LAYOUT })}>
          {texts.toVolume}
        </Button>
      </EmptyState>
    </div>
  );
}

function SkinTools(props: {
  readonly opacity: number;
  readonly wireframe: boolean;
  setOpacity(percent: number): void;
  setWireframe(on: boolean): void;
}): ReactNode {
  return (
    <>
      <span className={styles.slab}>{texts.opacity}</span>
      <span className={space.opacity}>
        <Slider
          label={texts.opacity}
          labelHidden
          value={props.opacity}
          min={0}
          max={100}
          format={(value) => `${texts.opacity} ${value} %`}
          onChange={props.setOpacity}
        />
      </span>
      <IconButton
        icon="grid"
        label={texts.wireframe}
        size={24}
        pressed={props.wireframe}
        onPress={() => props.setWireframe(!props.wireframe)}
      />
    </>
  );
}

function SurfaceOverlay(props: {
  readonly projection: SceneProjection | null;
  readonly content: SurfaceContent;
  readonly overlays: readonly OverlayEntry[];
  onPick(findingId: string): void;
}): ReactNode {
  const { projection, content } = props;
  if (projection === null) return null;
  return (
    <>
      <OverlayShapes projection={projection} overlays={props.overlays} />
      {content.clock === null ? null : <SkinClock projection={projection} clock={content.clock} />}
      {content.nippleMm === null ? null : (
        <NippleInSpace projection={projection} atMm={content.nippleMm} />
      )}
      <SpaceMarkers projection={projection} markers={content.markers} onPick={props.onPick} />
    </>
  );
}

function ExportMenu(
  props: ViewportProps & { readonly meshes: readonly NamedMesh[]; onSaveImage(): void },
): ReactNode {
  const { meshes, image } = props;
  const { label, id, laterality } = image.scan;
  const title = texts.file.title(laterality.id, label, id);
  const entry = (extension: string, text: string, content: () => Blob) => ({
    id: extension,
    label: text,
    disabled: meshes.length === 0,
    run: () => saveFile(content(), exportName(label, id, extension)),
  });
  return (
    <MenuButton
      ariaLabel={texts.export}
      className={space.choice ?? ''}
      entries={[
        entry(
          'stl',
          texts.exportStl,
          () => new Blob([stlOf(meshes, title)], { type: 'model/stl' }),
        ),
        entry(
          'obj',
          texts.exportObj,
          () => new Blob([objOf(meshes, title)], { type: 'model/obj' }),
        ),
        { id: 'png', label: texts.exportPng, separated: true, run: props.onSaveImage },
      ]}
    >
      <Icon name="download" size={16} />
    </MenuButton>
  );
}

/** Returns the meshes to export: skin, nipple and measured lesions. */
function namedMeshes({
  skinMesh,
  nippleMesh,
  lesions,
  lesionMeshes,
}: SurfaceContent): readonly NamedMesh[] {
  return [
    ...(skinMesh === null ? [] : [{ name: 'skin', mesh: skinMesh }]),
    ...(nippleMesh === null ? [] : [{ name: 'nipple', mesh: nippleMesh }]),
    ...lesions.flatMap(({ label, measured }, n) => {
      const mesh = lesionMeshes[n];
      return mesh === undefined || !measured ? [] : [{ name: `finding-${label}`, mesh }];
    }),
  ];
}

const SKIN_COLOUR = [0.82, 0.73, 0.68] as const;
const NIPPLE_COLOUR = [0.72, 0.5, 0.45] as const;

function shownMeshes(
  content: SurfaceContent,
  opacity: number,
  wireframe: boolean,
): readonly ShownMesh[] {
  const { skinMesh, skinWireframe, nippleMesh, lesions, lesionMeshes, selectedId } = content;
  const skin = wireframe ? skinWireframe : skinMesh;
  const solid = { opacity: 1, wireframe: false };
  return [
    ...lesions.flatMap(({ findingId, colour }, n) => {
      const mesh = lesionMeshes[n];
      if (mesh === undefined) return [];
      const appearance = { ...solid, opacity: findingId === selectedId ? 1 : 0.85 };
      return [{ id: `lesion-${findingId}`, mesh, colour: rgb(colour), ...appearance }];
    }),
    ...(nippleMesh === null
      ? []
      : [{ id: 'nipple', mesh: nippleMesh, colour: NIPPLE_COLOUR, ...solid }]),
    ...(skin === null || opacity === 0
      ? []
      : [{ id: 'skin', mesh: skin, colour: SKIN_COLOUR, opacity, wireframe }]),
  ];
}

/** Converts `#rrggbb` to red, green and blue, 0..1. */
const rgb = (hex: string): readonly [number, number, number] => {
  const channel = (start: number): number => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
};

/** Minimum radius of a scene without skin. */
const MIN_RADIUS_WITHOUT_SKIN_MM = 45;

/** Factor that leaves space for the numbers of findings at the edge. */
const EXTENT_MARGIN = 1.06;

/** Returns a sphere around everything shown; null without meshes. */
function extentOf({ skinMesh, nippleMesh, lesionMeshes }: SurfaceContent): SceneExtent | null {
  const meshes = [skinMesh, nippleMesh, ...lesionMeshes].flatMap((mesh) => mesh ?? []);
  const bounds = boundsOf(meshes);
  if (bounds === null) return null;
  const [min, max] = bounds;
  const centreMm: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const radiusMm = EXTENT_MARGIN * maxDistanceMm(meshes, centreMm);
  return {
    centreMm,
    radiusMm: Math.max(skinMesh === null ? MIN_RADIUS_WITHOUT_SKIN_MM : 0, radiusMm),
  };
}

/** Returns the width of the skin and the number of lesions. */
function noteOf({ skinMesh, lesions }: SurfaceContent): string {
  const bounds = skinMesh === null ? null : boundsOf([skinMesh]);
  const across = bounds === null ? null : Math.round(bounds[1][0] - bounds[0][0]);
  return [across === null ? null : texts.skinWidth(across), texts.lesions(lesions.length)]
    .filter((text) => text !== null)
    .join(' · ');
}
