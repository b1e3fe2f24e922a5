export { dicomFile, type FileWish } from './dicom-file.ts';
export { type FlatBlocks, jpegFile } from './jpeg-file.ts';
export { type MetaImageWish, metaImageFile } from './meta-image-file.ts';
export { PHANTOM_SIZES, phantomFile, phantomVoxel, phantomVoxels } from './phantom-volume.ts';
export { HAS_SAMPLES, readSample, sampleTitle } from './samples.ts';
export {
  CLIP_FRAMES,
  CLIP_SIZE,
  clipFile,
  clipLuma,
  IDENTITY,
  IMAGE_SIZE,
  MANUFACTURER,
  paletteFile,
  paletteLuma,
  rgbFile,
  rgbLuma,
} from './ultrasound-files.ts';
