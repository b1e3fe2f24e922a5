import { add, cross, type ImageFrame, scale, type Vec3, type VolumeGeometry } from '#geometry';
import type { SliceRange } from '../model/growing-volume.ts';
import { factorOf, type PlaneLook, type SlabKind } from '../model/plane-look.ts';
import { slabOffsetsMm } from '../model/slab-offsets.ts';
import type { ImagePlacement } from './plane-renderer.ts';

const SLAB_KINDS: Readonly<Record<SlabKind, number>> = { mean: 0, mip: 1, minip: 2 };

/** Numbers of the shader by their names; a list of one to three is a float or a vector. */
export type CutUniforms = Readonly<Record<string, readonly number[]>>;

/** What the shader is told of one picture; the samplers and the view's place are not among it. */
export function cutUniforms(
  placement: ImagePlacement,
  pixelRatio: number,
  look: PlaneLook,
  box: VolumeGeometry,
  coarse: VolumeGeometry,
  ready: SliceRange,
): CutUniforms {
  return {
    ...placeUniforms(placement, pixelRatio),
    ...boxUniforms(box, coarse, ready),
    ...slabUniforms(box, placement.frame, look),
    ...lookUniforms(look),
  };
}

/** The patient's place of the view's top left corner, and of a step of one device pixel. */
function placeUniforms({ frame, leftPx, topPx, pxPerMm }: ImagePlacement, pixelRatio: number) {
  const corner = add(
    frame.originMm,
    add(scale(frame.right, -leftPx / pxPerMm), scale(frame.down, -topPx / pxPerMm)),
  );
  const step = 1 / (pxPerMm * pixelRatio);
  return {
    cornerMm: corner,
    rightMm: scale(frame.right, step),
    downMm: scale(frame.down, step),
  };
}

function boxUniforms(box: VolumeGeometry, coarse: VolumeGeometry, { from, to }: SliceRange) {
  const nz = box.sizes[2];
  // Outside of the outermost slices' centres their values go on to the volume's face.
  const fineSlices =
    to <= from ? [1, 0] : [from === 0 ? -0.5 : from, to === nz ? nz - 0.5 : to - 1];
  const { sizes, spacingMm, originMm } = coarse;
  const halfVoxel = scale(spacingMm, -0.5);
  const span: Vec3 = [sizes[0] * spacingMm[0], sizes[1] * spacingMm[1], sizes[2] * spacingMm[2]];
  return {
    boxOriginMm: box.originMm,
    boxSpacingMm: box.spacingMm,
    boxSizes: box.sizes,
    coarseOriginMm: add(originMm, halfVoxel),
    coarseSpanMm: span,
    fineSlices,
  };
}

function slabUniforms(box: VolumeGeometry, frame: ImageFrame, { slab }: PlaneLook) {
  const offsets = slabOffsetsMm(box, frame, slab.thicknessMm);
  const normal = cross(frame.down, frame.right);
  const [first = 0, second = first] = offsets;
  return {
    slabSamples: [offsets.length],
    slabKind: [SLAB_KINDS[slab.kind]],
    slabStartMm: scale(normal, first),
    slabStepMm: scale(normal, second - first),
  };
}

function lookUniforms({ adjustment }: PlaneLook) {
  const { nearGain, midGain, farGain, contrast, brightness, inverted } = adjustment;
  return {
    gains: [factorOf(nearGain), factorOf(midGain), factorOf(farGain)],
    contrast: [factorOf(contrast), brightness],
    inverted: [inverted ? 1 : 0],
  };
}
