import type { Vec3 } from '#geometry';
import type { FrameGeometry } from '../../model/index.ts';
import type { Phantom } from '../phantom/phantom.ts';
import { acousticTables, TISSUE, type TissueField } from '../phantom/tissue.ts';

const CELL_MM = 0.5;

/** Creates a block of gland without skin or muscle; `paint` may set other labels by location. */
export function blockPhantom(
  halfWidthMm: number,
  scattererSeed: number,
  paint: (point: Vec3) => number = () => TISSUE.gland,
): Phantom {
  const nx = Math.round((2 * halfWidthMm) / CELL_MM);
  const ny = 100;
  const columns = nx * nx;
  const field: TissueField = {
    cellMm: CELL_MM,
    nx,
    ny,
    nz: nx,
    labels: new Uint8Array(columns * ny),
    skinTopMm: new Float32Array(columns).fill(-20),
    skinBottomMm: new Float32Array(columns).fill(-20),
    muscleTopMm: new Float32Array(columns).fill(1000),
    acoustics: acousticTables(() => 1),
    scattererSeed,
  };
  for (let k = 0; k < nx; k += 1) {
    for (let i = 0; i < nx; i += 1) {
      for (let j = 0; j < ny; j += 1) {
        field.labels[(k * nx + i) * ny + j] = paint([
          (i - nx / 2 + 0.5) * CELL_MM,
          (j + 0.5) * CELL_MM,
          (k - nx / 2 + 0.5) * CELL_MM,
        ]);
      }
    }
  }
  const truth: Phantom['truth'] = {
    seed: scattererSeed,
    side: 'L',
    lesions: [],
    density: { category: 'd', share: 1 },
    nippleMm: [0, 0, 0],
    nippleVariant: 'flat',
    nippleAttenuation: 0.75,
    skinDepthMm: () => 0,
  };
  return { field, specularSurfaces: [], lesions: [], truth };
}

const FIRST_DEPTH_MM = 2;
const DEPTH_STEP_MM = 0.1;

/** Returns an upright frame of the given pitch, with samples every 0.1 mm from 2 mm depth on. */
export function fineFrame(lines: number, pitchMm: number, samples: number): FrameGeometry {
  return {
    lines,
    samples,
    lateralPitchMm: pitchMm,
    firstLateralMm: 0,
    depthStepMm: DEPTH_STEP_MM,
    firstDepthMm: FIRST_DEPTH_MM,
    tiltDeg: 0,
    planeOffsetMm: 0,
  };
}

/** Returns the index of a fine frame's sample at a depth. */
export const sampleAtDepth = (depthMm: number): number =>
  Math.round((depthMm - FIRST_DEPTH_MM) / DEPTH_STEP_MM);

/** Returns the mean of grey or envelope values over a rectangle of a depth-fastest frame. */
export function meanOf(
  values: ArrayLike<number>,
  samples: number,
  lines: readonly [number, number],
  depths: readonly [number, number],
): number {
  let sum = 0;
  let count = 0;
  for (let line = lines[0]; line < lines[1]; line += 1) {
    for (let j = depths[0]; j < depths[1]; j += 1) {
      sum += values[line * samples + j] ?? Number.NaN;
      count += 1;
    }
  }
  return sum / count;
}

/** Returns the Pearson correlation of two lists of equal length. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]): number =>
    list.reduce((sum, value) => sum + value, 0) / list.length;
  const meanA = mean(a);
  const meanB = mean(b);
  let covariance = 0;
  let varianceA = 0;
  let varianceB = 0;
  for (let i = 0; i < a.length; i += 1) {
    const deviationA = (a[i] ?? 0) - meanA;
    const deviationB = (b[i] ?? 0) - meanB;
    covariance += deviationA * deviationB;
    varianceA += deviationA * deviationA;
    varianceB += deviationB * deviationB;
  }
  return covariance / Math.sqrt(varianceA * varianceB);
}
