import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { studyToken, type ViewportProps } from '#core';
import { voxelToMm } from '#geometry';
import { retryVolume } from '../../loading/load-scan-volume.ts';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { DEFAULT_PRESENTATION } from '../../model/planes/plane-presentation.ts';
import { SPACE_PRESETS, type SpacePreset, spaceVolume } from '../../model/space/space-volume.ts';
import { resliceImage } from '../../rendering/planes/reslice-image.ts';
import type { SceneExtent, SceneProjection } from '../../rendering/space/scene-camera.ts';
import type { SceneImage } from '../../rendering/space/space-actors.ts';
import type { OverlayEntry } from '../../state/views/overlays-state.ts';
import type { VolumeEntry } from '../../state/volumes/reading-state.ts';
import { spaceTexts } from '../../texts/space-texts.ts';
import { useCachedVolume } from '../shared/use-cached-volume.ts';
import { useElementSize } from '../shared/use-element-size.ts';
import { useFirstOfKey } from '../shared/use-first-of-key.ts';
import { VolumeProgress } from '../shared/view-shell.tsx';
import { OverlayShapes } from './overlay-shapes.tsx';
import { Choices, SpaceFrame, usePreventWheelScroll } from './space-frame.tsx';
import { NippleInSpace, PlaneOutline, SpaceMarkers } from './space-overlay.tsx';
import { useOverlayMeshes, useShownOverlays } from './use-overlay-meshes.ts';
import { type Scene, useInitialCamera, useScene } from './use-scene.ts';
import { type SpaceInfo, useSpaceInfo } from './use-space-info.ts';

type PlanesShown = 'none' | 'frames' | 'pictures';

/** Maximum number of voxels per axis of a drawn volume, with a graphics card and with software. */
const MAX_AXIS_VOXELS_GPU = 256;
const MAX_AXIS_VOXELS_SOFTWARE = 96;

/** 3D view of the volume with planes, nipple and findings. */
export function Volume3dViewport(props: ViewportProps): ReactNode {
  const { context, image } = props;
  const imageRef = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const size = useElementSize(imageRef);
  usePreventWheelScroll(imageRef);
  const [presetId, setPreset] = useState<SpacePreset['id']>('tissue');
  const [planes, setPlanes] = useState<PlanesShown>('frames');
  const entry = useCachedVolume(context, image);
  const scene = useScene(host);
  const preset = SPACE_PRESETS.find(({ id }) => id === presetId) ?? SPACE_PRESETS[0];
  const shown = useShownVolume(scene, entry.volume, preset ?? null);
  const extent = useExtent(entry);
  useInitialCamera(scene.scene, extent, shown !== null);
  const info = useSpaceInfo(props, entry);
  usePlaneImages(scene, info.frames, planes === 'pictures' ? entry.volume : null);
  const overlays = useShownOverlays(context, image.scan.id);
  const meshes = useOverlayMeshes(overlays);
  useEffect(() => scene.scene?.setMeshes(meshes), [scene.scene, meshes]);
  const cause = scene.problem ?? (entry.volume === null ? entry.problem : null);
  const { projection } = scene;
  const state = stateOf(cause !== null, scene.content.volumeId, shown, entry);
  const tools = (
    <VolumeTools presetId={presetId} planes={planes} setPreset={setPreset} setPlanes={setPlanes} />
  );
  return (
    <SpaceFrame
      {...props}
      id="3D"
      title={spaceTexts.volume.title}
      label={spaceTexts.volume.view(image.scan.label)}
      imageLabel={spaceTexts.volume.imageLabel}
      maximiseName={spaceTexts.volume.maximiseName}
      state={state}
      imageRef={imageRef}
      host={host}
      size={size}
      scene={scene}
      extent={extent}
      tools={tools}
      problem={cause}
      note={noteOf(shown, scene)}
      overlay={
        projection === null ? null : (
          <VolumeOverlay
            projection={projection}
            info={info}
            planes={planes}
            overlays={overlays}
            onPick={(id) => context.use(studyToken).selectFinding(id)}
          />
        )
      }
      onRetry={() => (scene.problem === null ? retryVolume(context, image) : scene.retry())}
    >
      {state === 'loading' ? (
        <VolumeProgress label={spaceTexts.volume.loading} entry={entry} />
      ) : null}
    </SpaceFrame>
  );
}

/**
 * Returns the state of the view; `renderedId` is the id of the rendered volume, null before the first
 * image with a volume.
 */
function stateOf(
  failed: boolean,
  renderedId: string | null,
  shown: LoadedVolume | null,
  { status }: VolumeEntry,
) {
  if (failed) return 'failed';
  if (renderedId === null) return 'loading';
  return status === 'coarse' || renderedId !== shown?.id ? 'coarse' : 'complete';
}

function VolumeTools(props: {
  readonly presetId: SpacePreset['id'];
  readonly planes: PlanesShown;
  setPreset(id: SpacePreset['id']): void;
  setPlanes(shown: PlanesShown): void;
}): ReactNode {
  const { presets, planesShown } = spaceTexts.volume;
  return (
    <>
      <Choices
        label={spaceTexts.volume.preset}
        ids={SPACE_PRESETS.map(({ id }) => id)}
        labels={presets}
        selectedId={props.presetId}
        onSelect={props.setPreset}
      />
      <Choices
        label={spaceTexts.volume.planes}
        ids={['none', 'frames', 'pictures'] as const}
        labels={planesShown}
        selectedId={props.planes}
        onSelect={props.setPlanes}
      />
    </>
  );
}

function VolumeOverlay(props: {
  readonly projection: SceneProjection;
  readonly info: SpaceInfo;
  readonly planes: PlanesShown;
  readonly overlays: readonly OverlayEntry[];
  onPick(findingId: string): void;
}): ReactNode {
  const { projection, info, planes } = props;
  return (
    <>
      <OverlayShapes projection={projection} overlays={props.overlays} />
      {planes === 'none'
        ? null
        : info.frames.map(({ plane, frame }) => (
            <PlaneOutline key={plane} projection={projection} plane={plane} frame={frame} />
          ))}
      {info.nippleMm === null ? null : (
        <NippleInSpace projection={projection} atMm={info.nippleMm} />
      )}
      <SpaceMarkers projection={projection} markers={info.markers} onPick={props.onPick} />
    </>
  );
}

/** Returns the voxel size of the shown volume and whether software renders it. */
function noteOf(shown: LoadedVolume | null, { scene }: Scene): string {
  if (shown === null) return '';
  const mm = Number(Math.max(...shown.geometry.spacingMm).toFixed(2));
  const texts = spaceTexts.volume;
  return scene?.software ? `${texts.coarse(mm)} · ${texts.software}` : texts.full(mm);
}

/**
 * Adds the volume to the scene at the resolution limit of this machine; returns the shown volume.
 */
function useShownVolume(
  { scene, fail }: Scene,
  volume: LoadedVolume | null,
  preset: SpacePreset | null,
): LoadedVolume | null {
  const [shown, setShown] = useState<LoadedVolume | null>(null);
  const maxAxisVoxels = scene?.software === true ? MAX_AXIS_VOXELS_SOFTWARE : MAX_AXIS_VOXELS_GPU;
  const inverted = preset?.inverted === true;
  // Each loaded part of a streaming volume creates a new object with the same coarse voxels.
  const coarse = useFirstOfKey(volume?.id ?? '', volume);
  const hasScene = scene !== null;
  const reduced = useMemo(
    () => (hasScene && coarse !== null ? spaceVolume(coarse, maxAxisVoxels, inverted) : null),
    [hasScene, coarse, maxAxisVoxels, inverted],
  );
  const onFail = useEffectEvent(fail);
  useEffect(() => {
    if (scene === null || reduced === null || preset === null) return;
    let cancelled = false;
    void scene.setVolume(reduced, preset).then((result) => {
      if (cancelled) return;
      if (result.ok) setShown(reduced);
      else onFail(result.problem);
    });
    return () => {
      cancelled = true;
    };
  }, [scene, reduced, preset]);
  return shown;
}

/** Factor that leaves space for the corners of the planes. */
const EXTENT_MARGIN = 1.15;

/** Returns the extent of the covered cylinder, which contains everything drawn. */
function useExtent({ geometry }: VolumeEntry): SceneExtent | null {
  return useMemo(() => {
    if (geometry === null) return null;
    const { sizes, spacingMm, coverageRadiusMm } = geometry;
    const centreMm = voxelToMm(geometry, [
      (sizes[0] - 1) / 2,
      (sizes[1] - 1) / 2,
      (sizes[2] - 1) / 2,
    ]);
    const depthMm = sizes[1] * spacingMm[1];
    return { centreMm, radiusMm: EXTENT_MARGIN * Math.hypot(coverageRadiusMm, depthMm / 2) };
  }, [geometry]);
}

/**
 * Resolution of plane images in 3D: sufficient to recognise a location, fast enough to follow a
 * slider.
 */
const IMAGE_PX_PER_MM = 2;

/** Adds the slice images of the planes to the scene; none while `volume` is null. */
function usePlaneImages(
  { scene }: Scene,
  frames: readonly { readonly plane: string; readonly frame: SceneImage['frame'] }[],
  volume: LoadedVolume | null,
): void {
  useEffect(() => {
    if (scene === null) return;
    scene.setImages(
      volume === null
        ? []
        : frames.map(({ plane, frame }) => {
            const widthPx = Math.ceil(frame.widthMm * IMAGE_PX_PER_MM);
            const heightPx = Math.ceil(frame.heightMm * IMAGE_PX_PER_MM);
            const request = { volume, frame, pxPerMm: IMAGE_PX_PER_MM, widthPx, heightPx };
            const pixels = resliceImage({ ...request, presentation: DEFAULT_PRESENTATION });
            return { id: `plane-${plane}`, frame, pixels, widthPx, heightPx };
          }),
    );
  }, [scene, frames, volume]);
}
