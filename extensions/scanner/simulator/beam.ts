import type { DeviceSettings, FrameGeometry } from '../model/index.ts';

/** Middle speed of sound in the breast; what the device assumes for ranges. */
export const SPEED_OF_SOUND_MPS = 1540;
const LATERAL_F_NUMBER = 2.2;
const ELEVATION_F_NUMBER = 5;
const ELEVATION_FOCUS_MM = 25;
const ELEVATION_DEPTH_MM = 5;
const PULSE_CYCLES = 1.6;
/** The slice is cut where its tails no longer count. */
const SLICE_MAX_MM = 3.2;
/** Fineness of the slice's weight table. */
const SLICE_STEP_MM = 0.05;
const FWHM_TO_SIGMA = 1 / 2.354_820_045;
/** Smaller weights would become denormal numbers, which slow a frame up to tenfold. */
const NEGLIGIBLE = 1e-4;

/** Full widths at half maximum of the resolution cell in millimetres at a range. */
export interface BeamWidths {
  readonly axialMm: number;
  readonly lateralMm: number;
  readonly elevationMm: number;
}

export function wavelengthMm(frequencyHz: number): number {
  return (SPEED_OF_SOUND_MPS * 1000) / frequencyHz;
}

/** Range over which the lateral focus holds. */
function depthOfFieldMm(frequencyHz: number): number {
  return 7 * wavelengthMm(frequencyHz) * LATERAL_F_NUMBER ** 2;
}

/** Gaussian-beam widths about the foci: lateral at `focusMm`, elevation at the lens's fixed focus. */
export function beamWidths(settings: DeviceSettings, rangeMm: number): BeamWidths {
  const lambda = wavelengthMm(settings.frequencyHz);
  const lateral = (rangeMm - settings.focusMm) / (depthOfFieldMm(settings.frequencyHz) / 2);
  const elevation = (rangeMm - ELEVATION_FOCUS_MM) / ELEVATION_DEPTH_MM;
  return {
    axialMm: (PULSE_CYCLES * lambda) / 2,
    lateralMm: lambda * LATERAL_F_NUMBER * Math.sqrt(1 + lateral * lateral),
    elevationMm: lambda * ELEVATION_F_NUMBER * Math.sqrt(1 + elevation * elevation),
  };
}

/** Kernels of a device setting on a frame's grid. */
export interface BeamKernels {
  /** Half thickness beyond which the slice is cut. */
  readonly sliceReachMm: number;
  /** Row of `slice` that holds the weights at an out-of-plane distance of at most the reach. */
  sliceRow(offMm: number): number;
  /** Weight by row and sample, `slice[row · samples + sample]`; ∫ w² = 1 over millimetres. */
  readonly slice: Float32Array;
  /** Symmetric, odd number of taps along the beam, Σ w² = 1. */
  readonly axial: Float32Array;
  /** Lines on each side that the lateral kernel reaches. */
  readonly lateralReach: number;
  /** Weight by distance in lines (0..reach) and sample, Σ w² = 1 times the focal gain. */
  readonly lateral: Float32Array;
}

export function beamKernels(settings: DeviceSettings, frame: FrameGeometry): BeamKernels {
  const widths = Array.from({ length: frame.samples }, (_, j) =>
    beamWidths(settings, frame.firstDepthMm + j * frame.depthStepMm),
  );
  const widestMm = Math.max(...widths.map((w) => w.lateralMm)) * FWHM_TO_SIGMA;
  const lateralReach = Math.ceil((2.4 * widestMm) / frame.lateralPitchMm);
  return {
    ...sliceKernel(widths),
    axial: axialKernel(widths[0]?.axialMm ?? 0, frame.depthStepMm),
    lateralReach,
    lateral: lateralKernel(settings, frame, widths, lateralReach),
  };
}

const bell = (x: number, fwhm: number): number => {
  const sigma = fwhm * FWHM_TO_SIGMA;
  const w = Math.exp(-(x * x) / (2 * sigma * sigma));
  return w < NEGLIGIBLE ? 0 : w;
};

function sliceKernel(
  widths: readonly BeamWidths[],
): Pick<BeamKernels, 'slice' | 'sliceReachMm' | 'sliceRow'> {
  const widest = Math.max(...widths.map((w) => w.elevationMm));
  const sliceReachMm = Math.min(SLICE_MAX_MM, widest);
  const rows = Math.ceil(sliceReachMm / SLICE_STEP_MM) + 1;
  const samples = widths.length;
  const slice = new Float32Array(rows * samples);
  widths.forEach(({ elevationMm }, j) => {
    const raw = Array.from({ length: rows }, (_, row) => bell(row * SLICE_STEP_MM, elevationMm));
    const energy = raw.reduce((sum, w, row) => sum + (row === 0 ? 1 : 2) * w * w, 0);
    raw.forEach((w, row) => {
      slice[row * samples + j] = w / Math.sqrt(energy * SLICE_STEP_MM);
    });
  });
  const sliceRow = (offMm: number): number => Math.round(Math.abs(offMm) / SLICE_STEP_MM);
  return { slice, sliceReachMm, sliceRow };
}

function axialKernel(fwhmMm: number, stepMm: number): Float32Array {
  const reach = Math.max(1, Math.ceil((1.1 * fwhmMm) / stepMm));
  const raw = Array.from({ length: 2 * reach + 1 }, (_, i) => bell((i - reach) * stepMm, fwhmMm));
  const energy = Math.sqrt(raw.reduce((sum, w) => sum + w * w, 0));
  return Float32Array.from(raw, (w) => w / energy);
}

function lateralKernel(
  settings: DeviceSettings,
  frame: FrameGeometry,
  widths: readonly BeamWidths[],
  reach: number,
): Float32Array {
  const kernel = new Float32Array((reach + 1) * frame.samples);
  const dof = depthOfFieldMm(settings.frequencyHz);
  widths.forEach(({ lateralMm }, j) => {
    const range = frame.firstDepthMm + j * frame.depthStepMm;
    const focalGain = (1 + ((range - settings.focusMm) / dof) ** 2) ** (-1 / 8);
    const raw = Array.from({ length: reach + 1 }, (_, d) =>
      bell(d * frame.lateralPitchMm, lateralMm),
    );
    const energy = Math.sqrt(raw.reduce((sum, w, d) => sum + (d === 0 ? 1 : 2) * w * w, 0));
    raw.forEach((w, d) => {
      kernel[d * frame.samples + j] = (focalGain * w) / energy;
    });
  });
  return kernel;
}
