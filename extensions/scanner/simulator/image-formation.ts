import type { DeviceSettings, FrameGeometry } from '../model/index.ts';
import { lateralTable, pulseTable, sliceTable } from './beam.ts';
import { Beams, BIN_MM, nativeGrid } from './frame-grid.ts';
import { insonify, type Scene } from './insonify.ts';
import { Interfaces } from './interfaces.ts';
import { type FrameLayout, NATIVE_PER_CELL } from './kernels/frame-layout.ts';
import type { ImageKernels, LateralGrid } from './kernels/image-kernels.ts';
import { wasmKernels } from './kernels/wasm-kernels.ts';
import type { Phantom } from './phantom.ts';
import { amplitudeOfDb } from './portable-math.ts';
import { hash32 } from './random.ts';
import { noiseStart, scattererRing } from './scatterers.ts';

/** Attenuation that the device's time-gain compensation expects, dB per cm and MHz. */
const TGC_ATTENUATION = 0.6;
/** The receiver's noise, dB below the scatterers of gland at the face. */
const NOISE_DB = -52;
/** Grey of average gland: this many dB below white. */
const GLAND_BELOW_WHITE_DB = 27;

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
  makeKernels: (layout: FrameLayout) => ImageKernels = wasmKernels,
): FrameMaker {
  return new Simulation(phantom, frame, settings, makeKernels);
}

class Simulation implements FrameMaker {
  readonly #frame: FrameGeometry;
  readonly #settings: DeviceSettings;
  readonly #scene: Scene;
  readonly #grid: LateralGrid;
  readonly #finePerLine: number;
  readonly #kernels: ImageKernels;

  constructor(
    phantom: Phantom,
    frame: FrameGeometry,
    settings: DeviceSettings,
    makeKernels: (layout: FrameLayout) => ImageKernels,
  ) {
    const samples = 4 * Math.ceil(frame.samples / 4);
    const { field } = phantom;
    const native = nativeGrid(frame.lateralPitchMm);
    const lateral = lateralTable(settings, frame, native, samples);
    const deepestMm = frame.firstDepthMm + samples * frame.depthStepMm;
    const bins = Math.ceil(deepestMm / BIN_MM) + 8;
    const slice = sliceTable(settings, bins);
    const pulse = pulseTable(settings, field.cellMm / NATIVE_PER_CELL);
    const before = Math.ceil((lateral.rows - 1) / native.finePerNative);
    const firstFine = -before * native.finePerNative;
    const lastFine = (frame.lines - 1) * native.finePerLine + lateral.rows - 1;
    const natives = Math.ceil((lastFine - firstFine) / native.finePerNative) + 1;
    const pitchMm = native.fineMm * native.finePerNative;
    this.#frame = frame;
    this.#settings = settings;
    this.#finePerLine = native.finePerLine;
    this.#grid = { firstFine, finePerNative: native.finePerNative, natives };
    this.#scene = {
      phantom,
      settings,
      slice,
      interfaces: new Interfaces(phantom, pitchMm),
      lines: {
        count: natives,
        pitchMm,
        uOf: (m) => frame.firstLateralMm + firstFine * native.fineMm + m * pitchMm,
      },
    };
    const pad = pulse.taps + 4;
    const spanMm = samples * frame.depthStepMm + (2 * pad * field.cellMm) / NATIVE_PER_CELL;
    this.#kernels = makeKernels({
      ...{ nx: field.nx, ny: field.ny, nz: field.nz, cellMm: field.cellMm },
      labelKinds: field.acoustics.amplitude.length,
      scatterers: scattererRing().values.length / 2,
      sliceWeights: slice.weights.length,
      cells: Math.ceil(spanMm / field.cellMm) + 3,
      ...{ pad, natives, bins, samples, lines: frame.lines },
      ...{ pulseTaps: pulse.taps, pulsePhases: pulse.phases, lateralRows: lateral.rows },
    });
    const { buffers } = this.#kernels;
    buffers.labels.set(field.labels);
    buffers.skinTop.set(field.skinTopMm);
    buffers.skinBottom.set(field.skinBottomMm);
    buffers.muscleTop.set(field.muscleTopMm);
    buffers.ring.set(scattererRing().values);
    buffers.slice.set(slice.weights);
    buffers.pulse.set(pulse.weights);
    buffers.lateral.set(lateral.weights);
    buffers.reach.set(lateral.reach);
    buffers.gain.set(gainTable(frame, settings, samples));
  }

  frameAt(clockDeg: number, frameSeed: number): Uint8Array {
    this.#form(clockDeg, frameSeed);
    const { dynamicRangeDb } = this.#settings;
    const perNeper = (255 * 20) / Math.LN10 / dynamicRangeDb;
    this.#kernels.logCompress(perNeper, 255 * (1 - GLAND_BELOW_WHITE_DB / dynamicRangeDb) + 0.5);
    return this.#own(this.#kernels.buffers.grey, new Uint8Array(this.#size));
  }

  envelopeAt(clockDeg: number, frameSeed: number): Float32Array {
    this.#form(clockDeg, frameSeed);
    return this.#own(this.#kernels.buffers.envelope, new Float32Array(this.#size));
  }

  get #size(): number {
    return this.#frame.lines * this.#frame.samples;
  }

  #form(clockDeg: number, frameSeed: number): void {
    const kernels = this.#kernels;
    const noise = amplitudeOfDb(NOISE_DB);
    const noiseSeed = hash32(frameSeed, 3);
    kernels.buffers.envelope.fill(0);
    const beams = new Beams(this.#frame, { clockDeg, movedMm: [0, 0, 0] });
    insonify(this.#scene, beams, () => 0, kernels);
    for (let line = 0; line < this.#frame.lines; line += 1) {
      kernels.blurLaterally(line * this.#finePerLine, this.#grid);
      kernels.receive(noiseStart(noiseSeed, line), noise);
      kernels.addEnvelope(line, 1);
    }
  }

  /** Copies a frame out of the kernels' memory, without the samples that fill a line up. */
  #own<T extends Uint8Array | Float32Array>(padded: T, into: T): T {
    const { lines, samples } = this.#frame;
    const stride = this.#kernels.layout.samples;
    for (let line = 0; line < lines; line += 1) {
      into.set(padded.subarray(line * stride, line * stride + samples), line * samples);
    }
    return into;
  }
}

/** Amplitude gain by sample. */
function gainTable(frame: FrameGeometry, settings: DeviceSettings, samples: number): Float32Array {
  const dbPerMm = (2 * TGC_ATTENUATION * settings.frequencyHz) / 1e6 / 10;
  return Float32Array.from({ length: samples }, (_, j) =>
    amplitudeOfDb(dbPerMm * (frame.firstDepthMm + j * frame.depthStepMm)),
  );
}
