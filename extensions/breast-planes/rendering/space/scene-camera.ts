import type { Types } from '@cornerstonejs/core';
import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer';
import type vtkVolume from '@kitware/vtk.js/Rendering/Core/Volume';
import { add, cross, dot, scale, subtract, type Vec3 } from '#geometry';
import type { CameraOrientation } from '../../model/space/space-camera.ts';

/** Bounding sphere of the scene's content. */
export interface SceneExtent {
  readonly centreMm: Vec3;
  readonly radiusMm: number;
}

/** Camera of the last rendered image. */
export interface SceneProjection {
  readonly orientation: CameraOrientation;
  /** Result in pixels of the host element. */
  readonly toPx: (pointMm: Vec3) => { readonly x: number; readonly y: number };
  /**
   * Returns the patient point under a pixel, in the plane through the focal point; the line of
   * sight runs along the normal.
   */
  readonly toMm: (x: number, y: number) => Vec3;
  readonly pxPerMm: number;
}

/** Used members of the library's viewport; its generic and legacy viewports have no common type. */
export interface SceneViewport {
  /** Width of the next image in pixels. */
  sWidth: number;
  sHeight: number;
  setDisplaySets(set: { displaySetId: string; options: object }): Promise<void>;
  getDefaultActor(): { readonly actor: vtkVolume } | undefined;
  getRenderer(): vtkRenderer;
  getCamera(): Types.ICamera;
  setCamera(camera: Partial<Types.ICamera>): void;
  canvasToWorld(at: Types.Point2): Types.Point3;
  render(): void;
}

export type Camera = Required<
  Pick<Types.ICamera, 'focalPoint' | 'position' | 'viewUp' | 'viewPlaneNormal' | 'parallelScale'>
>;

export const point = (v: Vec3): Types.Point3 => [v[0], v[1], v[2]];
export const vec = (p: Types.Point3): Vec3 => [p[0], p[1], p[2]];

/** Returns the camera of a viewport; null until the library has set it. */
export function cameraOf(viewport: SceneViewport): Camera | null {
  const { focalPoint, position, viewUp, viewPlaneNormal, parallelScale } = viewport.getCamera();
  if (!focalPoint || !position || !viewUp || !viewPlaneNormal) return null;
  return { focalPoint, position, viewUp, viewPlaneNormal, parallelScale: parallelScale ?? 1 };
}

/** Returns the parallel projection that the library uses for this camera. */
export function sceneProjection(camera: Camera, width: number, height: number): SceneProjection {
  const [normal, up] = [vec(camera.viewPlaneNormal), vec(camera.viewUp)];
  const right = cross(up, normal);
  const centre = vec(camera.focalPoint);
  const pxPerMm = height / 2 / camera.parallelScale;
  return {
    orientation: { normal, up },
    pxPerMm,
    toPx: (at) => {
      const offset = subtract(at, centre);
      return {
        x: width / 2 + dot(offset, right) * pxPerMm,
        y: height / 2 - dot(offset, up) * pxPerMm,
      };
    },
    toMm: (x, y) =>
      add(
        centre,
        add(scale(right, (x - width / 2) / pxPerMm), scale(up, (height / 2 - y) / pxPerMm)),
      ),
  };
}
