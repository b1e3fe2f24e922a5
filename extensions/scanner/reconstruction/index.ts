export { type Calibrated, calibrate, calibrationInfo } from './calibration/calibrate.ts';
export { r3dJob } from './r3d-job.ts';
export {
  type Reconstruction,
  type ReconstructionOptions,
  reconstruct,
  volumeGeometryOf,
} from './reconstruct.ts';
export { skinNrrd } from './skin/skin-files.ts';
export { findSkin, type SkinMap, skinDepthAt } from './skin/skin-map.ts';
export { type RawSweep, readRawSweep } from './sweeps/raw-sweep.ts';
