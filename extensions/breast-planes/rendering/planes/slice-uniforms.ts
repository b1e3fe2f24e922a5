import { add, cross, type ImageFrame, scale, type Vec3, type VolumeGeometry } from '#geometry';
import { coveredRadiusMm } from '../../model/planes/coverage.ts';
import {
  factorOf,
  type PlanePresentation,
  type SlabKind,
} from '../../model/planes/plane-presentation.ts';
import type { SliceRange } from '../../model/planes/progressive-volume.ts';
import { slabOffsetsMm } from '../../model/planes/slab-offsets.ts';
import type { ImagePlacement } from './plane-renderer.ts';

const SLAB_KINDS: Readonly<Record<SlabKind, number>> = { mean: 0, mip: 1, minip: 2 };

/** Uniform values by name; one value is a float or integer, two or three are a vector. */
export type SliceUniforms = Readonly<Record<string, readonly number[]>>;

/** Rectangle of one image in the drawing buffer, in device pixels from the lower left corner. */
export interface ViewportRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SliceVoxels {
  /** Grid of the volume: of the full level if known. */
  readonly box: VolumeGeometry;
  readonly coarse: VolumeGeometry;
  /** Loaded slices of the full level. */
  readonly ready: SliceRange;
}

/** Returns all uniforms of one image except the samplers. */
export function sliceUniforms(
  rect: ViewportRect,
  placement: ImagePlacement,
  pixelRatio: number,
  presentation: PlanePresentation,
  voxels: SliceVoxels,
): SliceUniforms {
  return {
    ...frameUniforms(rect, placement, pixelRatio, voxels.box),
    ...levelUniforms(voxels),
    covered: coveredOf(voxels.box),
    ...slabUniforms(voxels.box, placement.frame, presentation),
    ...presentationUniforms(presentation),
  };
}

/** Returns the size of the volume from face to face, in millimetres. */
const extentMm = ({ sizes, spacingMm }: VolumeGeometry): Vec3 => [
  sizes[0] * spacingMm[0],
  sizes[1] * spacingMm[1],
  sizes[2] * spacingMm[2],
];

/** Returns the outer corner of the first voxel, in millimetres. */
const faceMm = ({ originMm, spacingMm }: VolumeGeometry): Vec3 =>
  add(originMm, scale(spacingMm, -0.5));

/** Returns the volume's size along x and z in radii of the swept area. */
function coveredOf(box: VolumeGeometry): readonly number[] {
  const [width, , height] = extentMm(box);
  const radiusMm = coveredRadiusMm(box);
  return [width / radiusMm, height / radiusMm];
}

const divided = (a: Vec3, b: Vec3): Vec3 => [a[0] / b[0], a[1] / b[1], a[2] / b[2]];
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/**
 * Returns the volume coordinates of the drawing buffer's lower left corner, extrapolated from the
 * image, and the step per device pixel. Buffer rows run up, image rows down.
 */
function frameUniforms(
  { x, y, height }: ViewportRect,
  { frame, leftPx, topPx, pxPerMm }: ImagePlacement,
  pixelRatio: number,
  box: VolumeGeometry,
) {
  const extent = extentMm(box);
  const mmPerPx = 1 / (pxPerMm * pixelRatio);
  const rightPx = -(leftPx * pixelRatio) - x;
  const downPx = -(topPx * pixelRatio) + y + height;
  const cornerMm = add(
    frame.originMm,
    add(scale(frame.right, rightPx * mmPerPx), scale(frame.down, downPx * mmPerPx)),
  );
  return {
    corner: divided(minus(cornerMm, faceMm(box)), extent),
    right: divided(scale(frame.right, mmPerPx), extent),
    down: divided(scale(frame.down, mmPerPx), extent),
  };
}

function levelUniforms({ box, coarse, ready: { from, to } }: SliceVoxels) {
  const [boxExtent, coarseExtent] = [extentMm(box), extentMm(coarse)];
  const nz = box.sizes[2];
  // The outermost slices extend to the volume's faces.
  const firstSlice = from === 0 ? 0 : from + 0.5;
  const lastSlice = to === nz ? nz : to - 0.5;
  return {
    coarseScale: divided(boxExtent, coarseExtent),
    coarseShift: divided(minus(faceMm(box), faceMm(coarse)), coarseExtent),
    // An empty range without loaded slices.
    fineSlices: to <= from ? [2, -1] : [firstSlice / nz, lastSlice / nz],
  };
}

function slabUniforms(box: VolumeGeometry, frame: ImageFrame, { slab }: PlanePresentation) {
  const offsets = slabOffsetsMm(box, frame, slab.thicknessMm);
  const normal = divided(cross(frame.down, frame.right), extentMm(box));
  const [first = 0, second = first] = offsets;
  return {
    slabSamples: [offsets.length],
    slabKind: [SLAB_KINDS[slab.kind]],
    slabStart: scale(normal, first),
    slabStep: scale(normal, second - first),
  };
}

function presentationUniforms({ adjustment }: PlanePresentation) {
  const { nearGain, midGain, farGain, contrast, brightness, inverted } = adjustment;
  return {
    gains: [factorOf(nearGain), factorOf(midGain), factorOf(farGain)],
    contrast: [factorOf(contrast), 127.5 + brightness],
    inversion: inverted ? [1, -1 / 255] : [0, 1 / 255],
  };
}
