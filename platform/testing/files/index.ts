export { type DicomFileOptions, dicomFile } from './dicom-file.ts';
export { foundMarkers, largestMarkerErrorMm } from './found-markers.ts';
export { type FlatBlockImage, jpegFile } from './jpeg-file.ts';
export { LESION_CLIP, lesionClipFile, lesionFrame } from './lesion-clip.ts';
export {
  ALIGNED_GRIDS,
  MARKER_CENTRE_MM,
  MARKER_SPACING_MM,
  type Marker,
  type MarkerContent,
  type MarkerGrid,
  markerMha,
  markerNrrd,
  markersOf,
  OBLIQUE_GRIDS,
} from './marker-volume.ts';
export { type MetaImageOptions, metaImageFile } from './meta-image-file.ts';
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
