export { checkGrid } from './check-grid.ts';
export type { ElementArray, ElementType } from './element-type.ts';
export { type FileAxes, type FileAxis, statedAxes } from './file-axes.ts';
export type { FileGrid } from './file-grid.ts';
export { isPossibleSpacing } from './grid-limits.ts';
export { isScannerSpace } from './grid-problems.ts';
export type { MetaImage, Scaling } from './meta-image.ts';
export { type Nifti, packNifti, readNifti, type StoredNifti, writeNifti } from './nifti.ts';
export type { Nrrd } from './nrrd.ts';
export { nrrdGrid } from './nrrd-grid.ts';
export { parseNrrdHeader } from './nrrd-header.ts';
export { type EnteredOrientation, isOblique, orientVolume } from './orient-volume.ts';
export { buildPyramid } from './pyramid.ts';
export { readMetaImage } from './read-meta-image.ts';
export { readNrrd, readRawNrrd } from './read-nrrd.ts';
export { readOrientation, type StatedOrientation } from './read-orientation.ts';
export { type ImportedVolume, reorient } from './reorient.ts';
export { sampleTrilinear, sliceImage } from './sample.ts';
export { skinFromNrrd } from './skin-nrrd.ts';
export { type Volume, voxelCount } from './volume.ts';
export { volumeFormatOf } from './volume-format.ts';
export {
  geometryFromNrrd,
  LPS_SPACE,
  storedDynamicRangeDb,
  volumeFromNrrd,
  volumeToNrrd,
} from './volume-nrrd.ts';
export { nrrdHeader, packNrrd, writeNrrd } from './write-nrrd.ts';
