import type { DeviceSettings, FrameGeometry } from '../model/index.ts';
import { type BeamKernels, beamKernels } from './beam.ts';
import { type Echoes, insonify } from './insonify.ts';
import { addInterfaces } from './interfaces.ts';
import type { Phantom } from './phantom.ts';
import { hash32 } from './random.ts';
import { noiseStart, scattererRing } from './scatterers.ts';

/** Attenuation that the device's time-gain compensation expects, dB per cm and MHz. */
const TGC_ATTENUATION = 0.6;
/** The receiver's noise, dB below the scatterers of gland at the face. */
const NOISE_DB = -52;
/** Grey of average gland: this many dB below white. */
const GLAND_BELOW_WHITE_DB = 27;
/** Half the width over which the aperture averages a shadow. */
const APERTURE_MM = 1;

/** Forms B-mode frames of one phantom with fixed settings. */
export interface FrameMaker {
  /**
   * The frame at a clock angle: `lines · samples` grey values, depth fastest. `frameSeed` draws the
   * receiver's noise and nothing else.
   */
  frameAt(clockDeg: number, frameSeed: number): Uint8Array;
  /** The envelope before log compression, for measuring speckle; same layout. */
  envelopeAt(clockDeg: number, frameSeed: number): Float32Array;
}

/**
 * Image formation by the projection model: complex scatterers summed over the slice, blurred by an
 * axial and a depth-dependent lateral Gaussian, weakened by two-way attenuation (which makes shadow
 * and enhancement), receiver noise added, gain by depth, envelope in dB (research: Bamber and
 * Dickinson's linear model with the slice projection of later simulators).
 */
export function frameMaker(
  phantom: Phantom,
  frame: FrameGeometry,
  settings: DeviceSettings,
): FrameMaker {
  const kernels = beamKernels(settings, frame);
  const gain = gainTable(frame, settings);
  const maker: FrameMaker = {
    frameAt: (clockDeg, frameSeed) =>
      logCompress(maker.envelopeAt(clockDeg, frameSeed), settings.dynamicRangeDb),
    envelopeAt(clockDeg, frameSeed) {
      const echoes = insonify(phantom.field, frame, clockDeg, kernels);
      addInterfaces(phantom, frame, clockDeg, echoes);
      const lossDb = attenuationDb(phantom, frame, settings, echoes);
      blurAxially(echoes, kernels.axial);
      return received(echoes, kernels, frame, lossDb, gain, hash32(frameSeed, 3));
    },
  };
  return maker;
}

/** Amplitude gain by sample. */
function gainTable(frame: FrameGeometry, settings: DeviceSettings): Float32Array {
  const dbPerMm = (2 * TGC_ATTENUATION * settings.frequencyHz) / 1e6 / 10;
  return Float32Array.from(
    { length: frame.samples },
    (_, j) => 10 ** ((dbPerMm * (frame.firstDepthMm + j * frame.depthStepMm)) / 20),
  );
}

/** Two-way loss in dB on the way to every sample of the frame's own lines, averaged over the aperture. */
function attenuationDb(
  phantom: Phantom,
  frame: FrameGeometry,
  settings: DeviceSettings,
  echoes: Echoes,
): Float32Array {
  const { attenuation } = phantom.field.acoustics;
  const { lines, samples } = echoes;
  const perSample = (2 * settings.frequencyHz * frame.depthStepMm) / 1e6 / 10;
  const own = new Float32Array(lines * samples);
  for (let line = 0; line < lines; line += 1) {
    // What lies before the first sample is gel.
    let loss = (perSample * (attenuation[0] ?? 0) * frame.firstDepthMm) / frame.depthStepMm;
    for (let at = line * samples; at < (line + 1) * samples; at += 1) {
      loss += perSample * (attenuation[echoes.labels[at] ?? 0] ?? 0);
      own[at] = loss;
    }
  }
  const reach = Math.min(echoes.margin, Math.round(APERTURE_MM / frame.lateralPitchMm));
  const averaged = new Float32Array(frame.lines * samples);
  for (let line = 0; line < frame.lines; line += 1) {
    for (let d = -reach; d <= reach; d += 1) {
      const from = (line + echoes.margin + d) * samples;
      for (let j = 0; j < samples; j += 1) {
        averaged[line * samples + j] =
          (averaged[line * samples + j] ?? 0) + (own[from + j] ?? 0) / (2 * reach + 1);
      }
    }
  }
  return averaged;
}

/** Convolves every line with the pulse, in place. */
function blurAxially(echoes: Echoes, kernel: Float32Array): void {
  const { lines, samples } = echoes;
  const reach = (kernel.length - 1) / 2;
  const padded = new Float32Array(samples + 2 * reach);
  for (const part of [echoes.real, echoes.imaginary]) {
    for (let line = 0; line < lines; line += 1) {
      const from = line * samples;
      padded.set(part.subarray(from, from + samples), reach);
      for (let j = 0; j < samples; j += 1) {
        let sum = 0;
        for (let t = 0; t < kernel.length; t += 1) sum += (kernel[t] ?? 0) * (padded[j + t] ?? 0);
        part[from + j] = sum;
      }
    }
  }
}

/** Lateral beam, loss, noise and gain: the envelope of the frame's own lines. */
function received(
  echoes: Echoes,
  kernels: BeamKernels,
  frame: FrameGeometry,
  lossDb: Float32Array,
  gain: Float32Array,
  noiseSeed: number,
): Float32Array {
  const { samples } = frame;
  const envelope = new Float32Array(frame.lines * samples);
  const re = new Float32Array(samples);
  const im = new Float32Array(samples);
  const ring = scattererRing().values;
  const noise = 10 ** (NOISE_DB / 20);
  const LN10_OVER_20 = Math.LN10 / 20;
  for (let line = 0; line < frame.lines; line += 1) {
    re.fill(0);
    im.fill(0);
    for (let d = -kernels.lateralReach; d <= kernels.lateralReach; d += 1) {
      const from = (line + echoes.margin + d) * samples;
      addWeighted(re, echoes.real, from, kernels.lateral, Math.abs(d) * samples);
      addWeighted(im, echoes.imaginary, from, kernels.lateral, Math.abs(d) * samples);
    }
    const start = 2 * noiseStart(noiseSeed, line);
    for (let j = 0; j < samples; j += 1) {
      const loss = Math.exp(-LN10_OVER_20 * (lossDb[line * samples + j] ?? 0));
      const a = (re[j] ?? 0) * loss + noise * (ring[start + 2 * j] ?? 0);
      const b = (im[j] ?? 0) * loss + noise * (ring[start + 2 * j + 1] ?? 0);
      envelope[line * samples + j] = Math.sqrt(a * a + b * b) * (gain[j] ?? 0);
    }
  }
  return envelope;
}

function addWeighted(
  into: Float32Array,
  from: Float32Array,
  fromAt: number,
  weights: Float32Array,
  weightsAt: number,
): void {
  for (let j = 0; j < into.length; j += 1) {
    into[j] = (into[j] ?? 0) + (weights[weightsAt + j] ?? 0) * (from[fromAt + j] ?? 0);
  }
}

/** Grey values 0..255 over the dynamic range. */
function logCompress(envelope: Float32Array, dynamicRangeDb: number): Uint8Array {
  const grey = new Uint8Array(envelope.length);
  const perNeper = (255 * 20) / Math.LN10 / dynamicRangeDb;
  const offset = 255 * (1 - GLAND_BELOW_WHITE_DB / dynamicRangeDb) + 0.5;
  for (let i = 0; i < envelope.length; i += 1) {
    const value = offset + perNeper * Math.log((envelope[i] ?? 0) + 1e-12);
    grey[i] = Math.max(0, Math.min(255, value));
  }
  return grey;
}
