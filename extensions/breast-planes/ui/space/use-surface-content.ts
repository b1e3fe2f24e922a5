import { useMemo } from 'react';
import { studyToken, type ViewportProps } from '#core';
import { geometryOfHeader } from '#findings';
import { rotationAxisMm, skinYMm, type Vec3, type VolumeGeometry } from '#geometry';
import { useStore } from '#ui';
import { type Lesion, lesionsOf } from '../../model/space/lesions.ts';
import { ellipsoidMesh, type Mesh } from '../../model/space/mesh.ts';
import { clockOnSkin, skinMesh } from '../../model/space/skin-surface.ts';
import { LOADING, readingToken } from '../../state/volumes/reading-state.ts';
import { nippleOf, scanOf } from '../../state/volumes/study-selectors.ts';
import { spaceTexts } from '../../texts/space-texts.ts';
import { useShownFindings } from '../shared/use-list-choice.ts';
import type { SpaceMarker } from './space-overlay.tsx';
import { type Skin, useSkin } from './use-skin.ts';

/** Content of the surface view, in patient millimetres. */
export interface SurfaceContent {
  readonly skin: Skin;
  readonly skinMesh: Mesh | null;
  /** Coarse skin mesh for the wireframe. */
  readonly skinWireframe: Mesh | null;
  readonly nippleMm: Vec3 | null;
  readonly nippleMesh: Mesh | null;
  readonly lesions: readonly Lesion[];
  /** In the order of `lesions`. */
  readonly lesionMeshes: readonly Mesh[];
  readonly markers: readonly SpaceMarker[];
  readonly selectedId: string | null;
  readonly clock: ReturnType<typeof clockOnSkin> | null;
}

/** Radius of the nipple mesh across the skin. */
const NIPPLE_RADIUS_MM = 5;
/** Half the height of the nipple mesh. */
const NIPPLE_HALF_HEIGHT_MM = 3;
/** Radius of the clock as a fraction of the distance to the skin's rim. */
const CLOCK_RADIUS_FRACTION = 0.82;
/** The wireframe uses every n-th radius and angle of the height map. */
const WIREFRAME_STEP = 6;
/** Axes of the nipple mesh in LPS; the last axis is depth. */
const NIPPLE_AXES = [
  [1, 0, 0],
  [0, 0, 1],
  [0, 1, 0],
] as const;

/** Returns the content of the surface view; each value is stable until its source changes. */
export function useSurfaceContent({ context, image }: ViewportProps): SurfaceContent {
  const study = context.use(studyToken);
  const scanId = image.scan.id;
  const scan = useStore(study.store, (state) => scanOf(state, scanId)) ?? image.scan;
  const findings = useShownFindings(context, scanId);
  const selectedId = useStore(study.store, (state) => state.selectedFindingId);
  const entry = useStore(
    context.use(readingToken).store,
    (state) => state.volumes[scanId] ?? LOADING,
  );
  const skin = useSkin(context, scanId);
  const geometry = useMemo(
    () => entry.geometry ?? geometryOfHeader(image.file?.header ?? null),
    [entry.geometry, image.file],
  );
  const mesh = useMemo(() => (skin.skin === null ? null : skinMesh(skin.skin)), [skin.skin]);
  const wireframe = useMemo(
    () => (skin.skin === null ? null : skinMesh(skin.skin, WIREFRAME_STEP)),
    [skin.skin],
  );
  const nippleMm = useMemo(
    () => (geometry === null ? null : nippleOnSkin(nippleOf(scan, geometry), skin.skin)),
    [scan, geometry, skin.skin],
  );
  const nippleMesh = useMemo(() => (nippleMm === null ? null : nippleShape(nippleMm)), [nippleMm]);
  const lesions = useMemo(() => lesionsOf(findings), [findings]);
  const lesionMeshes = useMemo(() => lesions.map(({ body }) => ellipsoidMesh(body)), [lesions]);
  const clock = useMemo(
    () => (skin.skin === null ? null : clockAround(skin.skin, geometry, nippleMm)),
    [skin.skin, geometry, nippleMm],
  );
  const markers = useMemo(() => markersOf(lesions, selectedId), [lesions, selectedId]);
  return useMemo(
    () => ({
      skin,
      skinMesh: mesh,
      skinWireframe: wireframe,
      nippleMm,
      nippleMesh,
      lesions,
      lesionMeshes,
      markers,
      selectedId,
      clock,
    }),
    [
      skin,
      mesh,
      wireframe,
      nippleMm,
      nippleMesh,
      lesions,
      lesionMeshes,
      markers,
      selectedId,
      clock,
    ],
  );
}

/** Returns the clock around the nipple, or around the rotation axis while no nipple is set. */
function clockAround(
  skin: NonNullable<Skin['skin']>,
  geometry: VolumeGeometry | null,
  nippleMm: Vec3 | null,
): ReturnType<typeof clockOnSkin> {
  const axis = geometry === null ? { x: 0, z: 0 } : rotationAxisMm(geometry);
  const centre = nippleMm === null ? axis : { x: nippleMm[0], z: nippleMm[2] };
  const offsetMm = Math.hypot(centre.x - axis.x, centre.z - axis.z);
  const rimMm = (skin.radii - 1) * skin.radiusStepMm - offsetMm;
  return clockOnSkin(skin, centre, rimMm * CLOCK_RADIUS_FRACTION);
}

function markersOf(lesions: readonly Lesion[], selectedId: string | null): readonly SpaceMarker[] {
  return lesions.map(({ findingId, label, colour, body, measured }) => ({
    findingId,
    label,
    colour,
    atMm: body.centreMm,
    description: measured ? spaceTexts.surface.lesion(label) : spaceTexts.surface.unmeasured(label),
    selected: findingId === selectedId,
  }));
}

/** Moves the nipple in depth onto the skin, because the click that set it may lie at any depth. */
function nippleOnSkin(nippleMm: Vec3 | null, skin: Skin['skin']): Vec3 | null {
  if (nippleMm === null || skin === null) return nippleMm;
  const [x, y, z] = nippleMm;
  return [x, skinYMm(skin, x, z) ?? y, z];
}

function nippleShape(centreMm: Vec3): Mesh {
  const radiiMm: Vec3 = [NIPPLE_RADIUS_MM, NIPPLE_RADIUS_MM, NIPPLE_HALF_HEIGHT_MM];
  return ellipsoidMesh({ centreMm, axes: NIPPLE_AXES, radiiMm });
}
