export type {
  GuidePoint,
  Segmentation,
  SegmentationSeed,
} from '../model/segmentation/segmentation.ts';
export { type AxesMm, isSet, type VoxelMask, visitMask } from '../model/segmentation/voxel-mask.ts';
export { type Contour, type ContourPlane, maskContours } from './mask-contours.ts';
export { type SegmentationOptions, segmentLesion } from './segment-lesion.ts';
