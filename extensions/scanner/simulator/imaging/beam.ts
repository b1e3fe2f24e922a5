import type { DeviceSettings, FrameGeometry } from '../../model/index.ts';
import { exp } from '../math/portable-math.ts';
import { DEVICE_PROFILE } from './device-profile.ts';
import { BIN_MM, FINE_MM, MAX_PITCH_FINE } from './frame-grid.ts';

export const SPEED_OF_SOUND_MPS = DEVICE_PROFILE.speedOfSoundMps;
/** Maximum half width of the slice; the tails beyond are negligible. */
const SLICE_MAX_MM = 3.2;
/** Step of the slice's weight table. */
const SLICE_STEP_MM = 0.05;
const FWHM_TO_SIGMA = 1 / 2.354_820_045;
/**
 * Minimum weight. Smaller weights would become denormal numbers, which slow down a frame without
 * changing a grey level.
 */
const NEGLIGIBLE = 0.01;
/** Cut-off of the lateral tails in standard deviations. */
const LATERAL_SIGMAS = 2.4;
/** Tabulated positions of the pulse between two native samples. */
const PHASES = 32;
/** Minimum beam width; columns of tissue are too far apart to sample a narrower beam evenly. */
const NARROWEST_MM = 0.36;

/** Full widths at half maximum of the resolution cell at a range, in mm. */
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
  const { lateralFNumber } = DEVICE_PROFILE.beam;
  return 7 * wavelengthMm(frequencyHz) * lateralFNumber * lateralFNumber;
}

/**
 * Returns Gaussian-beam widths about the foci: lateral at `focusMm`, elevation at the lens's fixed
 * focus.
 */
export function beamWidths(settings: DeviceSettings, rangeMm: number): BeamWidths {
  const { pulseCycles, lateralFNumber, elevationFNumber } = DEVICE_PROFILE.beam;
  const { elevationFocusMm, elevationDepthMm } = DEVICE_PROFILE.beam;
  const lambda = wavelengthMm(settings.frequencyHz);
  const lateral = (rangeMm - settings.focusMm) / (depthOfFieldMm(settings.frequencyHz) / 2);
  const elevation = (rangeMm - elevationFocusMm) / elevationDepthMm;
  return {
    axialMm: (pulseCycles * lambda) / 2,
    lateralMm: lambda * lateralFNumber * Math.sqrt(1 + lateral * lateral),
    elevationMm: lambda * elevationFNumber * Math.sqrt(1 + elevation * elevation),
  };
}

const gaussian = (x: number, fwhm: number): number => {
  const sigma = fwhm * FWHM_TO_SIGMA;
  return exp(-(x * x) / (2 * sigma * sigma));
};

/**
 * Weights of the slice by out-of-plane distance (rows) and range bin, normalised so that ∫ w² = 1
 * over millimetres.
 */
export interface SliceTable {
  readonly halfWidthMm: number;
  readonly bins: number;
  readonly weights: Float32Array;
  /** Returns the index of the first weight of a distance up to `halfWidthMm`. */
  rowAt(offMm: number): number;
}

/** Returns the slice weights for `bins` range bins. */
export function sliceTable(settings: DeviceSettings, bins: number): SliceTable {
  const widths = Array.from(
    { length: bins },
    (_, bin) => beamWidths(settings, (bin + 0.5) * BIN_MM).elevationMm,
  );
  const halfWidthMm = Math.min(SLICE_MAX_MM, Math.max(...widths));
  const rows = Math.ceil(halfWidthMm / SLICE_STEP_MM) + 1;
  const weights = new Float32Array(rows * bins);
  widths.forEach((elevationMm, bin) => {
    const raw = Array.from({ length: rows }, (_, row) => {
      const w = gaussian(row * SLICE_STEP_MM, elevationMm);
      return w < NEGLIGIBLE ? 0 : w;
    });
    const energy = raw.reduce((sum, w, row) => sum + (row === 0 ? 1 : 2) * w * w, 0);
    raw.forEach((w, row) => {
      weights[row * bins + bin] = w / Math.sqrt(energy * SLICE_STEP_MM);
    });
  });
  const rowAt = (offMm: number) => Math.round(Math.abs(offMm) / SLICE_STEP_MM) * bins;
  return { halfWidthMm, bins, weights, rowAt };
}

/** The pulse on native samples, for each phase between two samples. */
export interface PulseTable {
  readonly taps: number;
  readonly phases: number;
  /** Every weight twice, for the two parts of a complex number; Σ w² = 1 per phase. */
  readonly weights: Float32Array;
}

/** Returns the pulse for native samples that are `nativeMm` apart. */
export function pulseTable(settings: DeviceSettings, nativeMm: number): PulseTable {
  const { axialMm } = beamWidths(settings, 0);
  const taps = 2 * (Math.ceil((1.1 * axialMm) / nativeMm) + 1);
  const weights = new Float32Array(2 * PHASES * taps);
  for (let phase = 0; phase < PHASES; phase += 1) {
    const centre = taps / 2 - 1 + (phase + 0.5) / PHASES;
    const raw = Array.from({ length: taps }, (_, tap) =>
      gaussian((tap - centre) * nativeMm, axialMm),
    );
    const energy = Math.sqrt(raw.reduce((sum, w) => sum + w * w, 0));
    raw.forEach((w, tap) => {
      weights.fill(w / energy, 2 * (phase * taps + tap), 2 * (phase * taps + tap) + 2);
    });
  }
  return { taps, phases: PHASES, weights };
}

/** The lateral beam by distance in fine steps and by sample. */
export interface LateralTable {
  readonly rows: number;
  readonly weights: Float32Array;
  /** Reach of the beam in fine steps, by blocks of four samples. */
  readonly reach: Int32Array;
}

/**
 * Returns weights with Σ w² = 1 over fine steps, times the focal gain, so that columns on every nth
 * step contribute a factor of √n. `samples` may exceed the frame's samples.
 */
export function lateralTable(
  settings: DeviceSettings,
  frame: FrameGeometry,
  samples: number,
): LateralTable {
  const rangeAt = (j: number) => frame.firstDepthMm + j * frame.depthStepMm;
  const widths = Array.from({ length: samples }, (_, j) =>
    Math.max(NARROWEST_MM, beamWidths(settings, rangeAt(j)).lateralMm),
  );
  const reachOf = (fwhm: number) =>
    Math.max(MAX_PITCH_FINE, Math.ceil((LATERAL_SIGMAS * fwhm * FWHM_TO_SIGMA) / FINE_MM));
  const reach = Int32Array.from({ length: samples / 4 }, (_, block) =>
    reachOf(Math.max(...widths.slice(4 * block, 4 * block + 4))),
  );
  const rows = Math.max(...reach) + 1;
  const weights = new Float32Array(rows * samples);
  const depthOfField = depthOfFieldMm(settings.frequencyHz);
  widths.forEach((fwhm, j) => {
    const defocus = (rangeAt(j) - settings.focusMm) / depthOfField;
    // (1 + d²) to the power of −1/8.
    const focalGain = 1 / Math.sqrt(Math.sqrt(Math.sqrt(1 + defocus * defocus)));
    const blockReach = reach[j >> 2] ?? 0;
    const raw = Array.from({ length: blockReach + 1 }, (_, d) => gaussian(d * FINE_MM, fwhm));
    const energy = raw.reduce((sum, w, d) => sum + (d === 0 ? 1 : 2) * w * w, 0);
    const scale = focalGain / Math.sqrt(energy);
    raw.forEach((w, d) => {
      weights[d * samples + j] = scale * w;
    });
  });
  return { rows, weights, reach };
}
