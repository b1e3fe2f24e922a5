import type { FrameGeometry } from '../../model/index.ts';

/** Depths of the voxels of a column, equal for all columns of a volume. */
export interface ColumnDepths {
  readonly count: number;
  readonly firstMm: number;
  readonly stepMm: number;
}

/**
 * Position in a frame of the column at a distance r from the axis. Line and sample change linearly
 * with r and with the depth index j, also under a tilt: line = lineAtAxis + r · linePerMm + j ·
 * lineStep, sample likewise.
 */
export interface ColumnMap {
  readonly lineAtAxis: number;
  readonly linePerMm: number;
  readonly lineStep: number;
  readonly sampleAtAxis: number;
  readonly samplePerMm: number;
  readonly sampleStep: number;
}

/** Returns the map of a frame for a volume. */
export function columnMap(frame: FrameGeometry, depths: ColumnDepths): ColumnMap {
  const { cos, sin } = tilt(frame);
  const { lateralPitchMm, depthStepMm } = frame;
  return {
    lineAtAxis: (depths.firstMm * sin - frame.firstLateralMm) / lateralPitchMm,
    linePerMm: cos / lateralPitchMm,
    lineStep: (depths.stepMm * sin) / lateralPitchMm,
    sampleAtAxis: (depths.firstMm * cos - frame.firstDepthMm) / depthStepMm,
    samplePerMm: -sin / depthStepMm,
    sampleStep: (depths.stepMm * cos) / depthStepMm,
  };
}

/** Positions where the beam of a line meets the volume's depths: sample = first + j · step. */
export interface BeamMap {
  readonly first: number;
  readonly step: number;
}

/** Returns the sample positions of a line at the depths of a volume. */
export function beamMap(frame: FrameGeometry, line: number, depths: ColumnDepths): BeamMap {
  const { cos, sin } = tilt(frame);
  const u = frame.firstLateralMm + line * frame.lateralPitchMm;
  const range = (depths.firstMm - u * sin) / cos;
  return {
    first: (range - frame.firstDepthMm) / frame.depthStepMm,
    step: depths.stepMm / cos / frame.depthStepMm,
  };
}

function tilt({ tiltDeg }: FrameGeometry): { readonly cos: number; readonly sin: number } {
  const radians = (tiltDeg * Math.PI) / 180;
  // Keeps an upright sweep exactly upright.
  return { cos: Math.cos(radians), sin: tiltDeg === 0 ? 0 : Math.sin(radians) };
}
