export { antiradialFrame, antiradialMm, withAntiradialAt } from './antiradial.ts';
export {
  AXIS_TOLERANCE_DEG,
  type BreastPosition,
  breastPosition,
  clockPositionSec,
  clockText,
  parseClockAngle,
  type Quadrant,
  quadrantOf,
  type Side,
  SUBAREOLAR_RADIUS_MM,
} from './breast-position.ts';
export {
  clampToImage,
  isInsideImage,
  lengthMm,
  mmToImage,
  type NormalisedPoint,
  offPlaneMm,
} from './image-coordinates.ts';
export {
  clockAngleDeg,
  type ImageFrame,
  imageFrame,
  imageSizeMm,
  imageToMm,
  mmToPosition,
  type PlanePosition,
  positionInGrid,
  positionToMm,
  RADIAL_TOLERANCE_DEG,
  type RadialAxis,
  radialAxisMm,
  radialCentreMm,
  radialDirection,
  radialWidthMm,
  sameRadialAngle,
  type ViewVectors,
  VOLUME_PLANES,
  type VolumePlane,
  viewVectors,
} from './planes.ts';
export {
  depthFromFaceMm,
  faceYMm,
  outsideBoxMm,
  type TransducerFace,
  transducerFace,
} from './recorded-box.ts';
export {
  type Depth,
  type DepthReference,
  depthBelowSkin,
  SKIN_ANGLES,
  type SkinSurface,
  type Surface,
  skinYMm,
} from './skin.ts';
export type { SpaceShape } from './space-shape.ts';
export { add, along, cross, distance, dot, length, scale, subtract, type Vec3 } from './vec3.ts';
export {
  gridOf,
  isRecordedBox,
  mmToVoxel,
  type RecordedBox,
  rotationAxisMm,
  sameGrid,
  scannedVolumeGeometry,
  transducerFaceMm,
  type VolumeGeometry,
  type VolumeGrid,
  voxelToMm,
} from './volume-geometry.ts';
