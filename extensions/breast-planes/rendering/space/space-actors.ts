import vtkCellArray from '@kitware/vtk.js/Common/Core/CellArray';
import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray';
import vtkImageData from '@kitware/vtk.js/Common/DataModel/ImageData';
import vtkPiecewiseFunction from '@kitware/vtk.js/Common/DataModel/PiecewiseFunction';
import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor';
import vtkColorTransferFunction from '@kitware/vtk.js/Rendering/Core/ColorTransferFunction';
import vtkMapper from '@kitware/vtk.js/Rendering/Core/Mapper';
import vtkTexture from '@kitware/vtk.js/Rendering/Core/Texture';
import type { vtkVolumeProperty } from '@kitware/vtk.js/Rendering/Core/VolumeProperty';
import { add, type ImageFrame, scale, type Vec3 } from '#geometry';
import type { LoadedVolume } from '../../model/planes/loaded-volume.ts';
import { type Mesh, vertexNormals } from '../../model/space/mesh.ts';
import { greyLevelRange, opacityOf, type SpacePreset } from '../../model/space/space-volume.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** A mesh in patient millimetres and its appearance. */
export interface ShownMesh {
  readonly id: string;
  readonly mesh: Mesh;
  readonly colour: Colour;
  readonly opacity: number;
  readonly wireframe: boolean;
}

/** An image placed in the scene at its frame. */
export interface SceneImage {
  readonly id: string;
  readonly frame: ImageFrame;
  /** One grey level per pixel, rows from the top. */
  readonly pixels: Uint8ClampedArray;
  readonly widthPx: number;
  readonly heightPx: number;
}

export function meshActor(shown: ShownMesh): vtkActor {
  const { positions, triangles } = shown.mesh;
  const data = vtkPolyData.newInstance();
  data.getPoints().setData(positions, 3);
  data.setPolys(vtkCellArray.newInstance({ values: cellsOf(triangles) }));
  data.getPointData().setNormals(
    vtkDataArray.newInstance({
      name: 'normals',
      numberOfComponents: 3,
      values: vertexNormals(shown.mesh),
    }),
  );
  const mapper = vtkMapper.newInstance();
  mapper.setInputData(data);
  const actor = vtkActor.newInstance();
  actor.setMapper(mapper);
  styleMesh(actor, shown);
  return actor;
}

/** Applies colour, opacity and wireframe to a mesh in the scene. */
export function styleMesh(actor: vtkActor, { colour, opacity, wireframe }: ShownMesh): void {
  const property = actor.getProperty();
  property.setColor(...colour);
  property.setOpacity(opacity);
  property.setRepresentation(wireframe ? 1 : 2);
  property.setAmbient(wireframe ? 0.7 : 0.25);
  property.setDiffuse(0.75);
  property.setSpecular(wireframe ? 0 : 0.12);
  property.setSpecularPower(12);
}

/** Returns triangles in vtk's cell format: each preceded by its number of corners. */
function cellsOf(triangles: Uint32Array): Uint32Array {
  const cells = new Uint32Array((triangles.length / 3) * 4);
  for (let t = 0; t < triangles.length / 3; t += 1) {
    cells[4 * t] = 3;
    cells.set(triangles.subarray(3 * t, 3 * t + 3), 4 * t + 1);
  }
  return cells;
}

/**
 * Returns the image of a plane on a quad; black pixels (outside the sound field) are transparent.
 */
export function imageActor({ frame, pixels, widthPx, heightPx }: SceneImage): vtkActor {
  const corner = (u: number, v: number): Vec3 =>
    add(
      frame.originMm,
      add(scale(frame.right, u * frame.widthMm), scale(frame.down, v * frame.heightMm)),
    );
  const data = vtkPolyData.newInstance();
  const corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
  data.getPoints().setData(Float32Array.from(corners.flat()), 3);
  data.setPolys(vtkCellArray.newInstance({ values: Uint32Array.from([4, 0, 1, 2, 3]) }));
  data.getPointData().setTCoords(
    vtkDataArray.newInstance({
      name: 'TCoords',
      numberOfComponents: 2,
      values: Float32Array.from([0, 0, 1, 0, 1, 1, 0, 1]),
    }),
  );
  const texels = new Uint8Array(widthPx * heightPx * 4);
  pixels.forEach((value, at) => {
    texels.fill(value, at * 4, at * 4 + 3);
    texels[at * 4 + 3] = value === 0 ? 0 : 255;
  });
  const image = vtkImageData.newInstance();
  image.setDimensions(widthPx, heightPx, 1);
  image
    .getPointData()
    .setScalars(vtkDataArray.newInstance({ numberOfComponents: 4, values: texels }));
  const texture = vtkTexture.newInstance();
  texture.setInterpolate(true);
  texture.setInputData(image, 0);
  const mapper = vtkMapper.newInstance();
  mapper.setInputData(data);
  const actor = vtkActor.newInstance();
  actor.setMapper(mapper);
  actor.addTexture(texture);
  actor.getProperty().setLighting(false);
  actor.setForceTranslucent(true);
  return actor;
}

/** Applies a preset's transfer functions to a volume. */
export function styleVolume(
  property: vtkVolumeProperty,
  preset: SpacePreset,
  volume: LoadedVolume,
  shaded: boolean,
): void {
  const opacity = vtkPiecewiseFunction.newInstance();
  for (const [greyLevel, amount] of opacityOf(preset, volume.voxels))
    opacity.addPoint(greyLevel, amount);
  const [dark, bright] = greyLevelRange(volume.voxels);
  const transferFunction = vtkColorTransferFunction.newInstance();
  transferFunction.addRGBPoint(dark, 0.12, 0.12, 0.12);
  transferFunction.addRGBPoint(bright, 1, 1, 1);
  property.setRGBTransferFunction(0, transferFunction);
  property.setScalarOpacity(0, opacity);
  property.setScalarOpacityUnitDistance(0, UNIT_MM);
  property.setInterpolationTypeToLinear();
  property.setShade(shaded);
  property.setAmbient(0.35);
  property.setDiffuse(0.8);
  property.setSpecular(0.1);
}

/** Distance for which opacities are defined, independent of the voxel size. */
const UNIT_MM = 1;
