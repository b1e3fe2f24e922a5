import type { DeviceSettings, FrameGeometry } from '../../model/index.ts';
import { type FrameLayout, NATIVE_PER_CELL, shownSamples } from '../kernels/frame-layout.ts';
import type { ImageKernels, LateralGrid } from '../kernels/image-kernels.ts';
import { wasmKernels } from '../kernels/wasm-kernels.ts';
import { amplitudeOfDb, sinCosDeg } from '../math/portable-math.ts';
import { hash32 } from '../math/random.ts';
import type { Phantom } from '../phantom/phantom.ts';
import { noiseStart, scattererRing } from '../phantom/scatterers.ts';
import { LossTable } from './attenuation.ts';
import { lateralTable, pulseTable, sliceTable } from './beam.ts';
import { type Contact, FULL_CONTACT } from './contact.ts';
import { DEVICE_PROFILE, linesPerBeam, looksOf } from './device-profile.ts';
import { Beams, BIN_MM, FINE_MM, MIN_PITCH_FINE, type Pose } from './frame-grid.ts';
import { localWindow } from './image-filter.ts';
import { type ImagingContext, insonify } from './insonify.ts';
import { setCarrier, signalFrame } from './receiver-signal.ts';

/** A frame, and the receiver's signal from which the frame was computed. */
export interface FrameWithSignal {
  readonly grey: Uint8Array;
  /** `beams · samples` of the signal, depth fastest, laid out as returned by `signalFrame`. */
  readonly signal: Int16Array;
}

/** Forms B-mode frames of a phantom with fixed settings. */
export interface FrameSimulator {
  /**
   * Returns the frame at a clock angle, or in a pose with displaced tissue: `lines · samples` grey
   * levels, depth fastest. `frameSeed` affects the receiver's noise only.
   */
  frameAt(at: number | Pose, frameSeed: number, contact?: Contact): Uint8Array;
  /** Returns the envelope before log compression and filter, for measuring speckle; same layout. */
  envelopeAt(at: number | Pose, frameSeed: number): Float32Array;
}

/** Like `FrameSimulator`, but computes the image from the signal, at the sampling of the signal. */
export interface SignalSimulator {
  frameAt(at: number | Pose, frameSeed: number, contact?: Contact): FrameWithSignal;
}

type KernelFactory = (layout: FrameLayout) => ImageKernels;

/**
 * Forms images by the projection model: sums complex scatterers over the slice, blurs them by an
 * axial and a depth-dependent lateral Gaussian, applies two-way attenuation (which causes shadow
 * and enhancement), adds receiver noise, applies depth gain and converts the envelope to dB. After
 * the linear model of Bamber and Dickinson, with the slice projection of later simulators.
 */
export function frameSimulator(
  phantom: Phantom,
  frame: FrameGeometry,
  settings: DeviceSettings,
  createKernels: KernelFactory = wasmKernels,
): FrameSimulator {
  const simulation = new Simulation(phantom, frame, settings, createKernels, frame);
  return {
    frameAt: (at, frameSeed, contact) => simulation.image(at, frameSeed, contact),
    envelopeAt: (at, frameSeed) => simulation.envelope(at, frameSeed),
  };
}

/** Forms frames with the receiver's signal, for the acquisition mode RF. */
export function signalSimulator(
  phantom: Phantom,
  frame: FrameGeometry,
  settings: DeviceSettings,
  createKernels: KernelFactory = wasmKernels,
): SignalSimulator {
  const beams = signalFrame(frame, settings);
  const simulation = new Simulation(phantom, frame, settings, createKernels, beams);
  return {
    frameAt(at, frameSeed, contact) {
      const grey = simulation.image(at, frameSeed, contact);
      return { grey, signal: simulation.signal() };
    },
  };
}

class Simulation {
  readonly #frame: FrameGeometry;
  /** Frame geometry with the sampling of the beams and the lines of the image. */
  readonly #formed: FrameGeometry;
  readonly #settings: DeviceSettings;
  readonly #context: ImagingContext;
  readonly #kernels: ImageKernels;

  /**
   * `sampling` gives the depth sampling of the beams, and the number of beams whose signal is
   * stored.
   */
  constructor(
    phantom: Phantom,
    frame: FrameGeometry,
    settings: DeviceSettings,
    createKernels: KernelFactory,
    sampling: FrameGeometry,
  ) {
    const { field } = phantom;
    const samples = 4 * Math.ceil(sampling.samples / 4);
    this.#frame = frame;
    this.#formed = { ...frame, depthStepMm: sampling.depthStepMm, samples };
    this.#settings = settings;
    const lateral = lateralTable(settings, this.#formed, samples);
    const deepestMm = frame.firstDepthMm + samples * sampling.depthStepMm;
    const bins = Math.ceil(deepestMm / BIN_MM) + 8;
    const slice = sliceTable(settings, bins);
    const pulse = pulseTable(settings, field.cellMm / NATIVE_PER_CELL);
    this.#context = contextOf(phantom, settings, this.#formed, lateral.rows, bins, slice);
    const { firstFine, lastFine } = this.#context;
    const pad = pulse.taps + 4;
    const padMm = (2 * pad * field.cellMm) / NATIVE_PER_CELL;
    const spanMm = (samples * sampling.depthStepMm) / sinCosDeg(frame.tiltDeg).cos + padMm;
    this.#kernels = createKernels({
      nx: field.nx,
      ny: field.ny,
      nz: field.nz,
      cellMm: field.cellMm,
      labelKinds: field.acoustics.amplitude.length,
      scatterers: scattererRing().values.length / 2,
      sliceWeights: slice.weights.length,
      cells: Math.ceil(spanMm / field.cellMm) + 3,
      natives: Math.ceil((lastFine - firstFine) / MIN_PITCH_FINE) + 1,
      pad,
      bins,
      samples,
      lines: frame.lines,
      shown: shownSamples(frame.samples),
      samplesPerShown: frame.depthStepMm / sampling.depthStepMm,
      signals: sampling === frame ? 0 : sampling.lines,
      pulseTaps: pulse.taps,
      pulsePhases: pulse.phases,
      lateralRows: lateral.rows,
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
    buffers.gain.set(gainTable(this.#formed, settings));
    if (sampling !== frame) setCarrier(this.#formed, settings, buffers);
  }

  image(at: number | Pose, frameSeed: number, contact?: Contact): Uint8Array {
    this.#form(at, frameSeed, contact);
    const kernels = this.#kernels;
    const { dynamicRangeDb, filterName } = this.#settings;
    const perNeper = (255 * 20) / Math.LN10 / dynamicRangeDb;
    const gland = 1 - DEVICE_PROFILE.receiver.glandBelowWhiteDb / dynamicRangeDb;
    kernels.logCompress(perNeper, 255 * gland + 0.5);
    const filter = DEVICE_PROFILE.filters[filterName];
    if (filter.kind === 'median') kernels.filterMedian();
    if (filter.kind === 'local')
      kernels.filterLocal(localWindow(filter, this.#frame, dynamicRangeDb));
    const { grey, filtered } = kernels.buffers;
    return this.#withoutPadding(
      filter.kind === 'off' ? grey : filtered,
      new Uint8Array(this.#size),
    );
  }

  envelope(at: number | Pose, frameSeed: number): Float32Array {
    this.#form(at, frameSeed);
    return this.#withoutPadding(this.#kernels.buffers.envelope, new Float32Array(this.#size));
  }

  /** Returns the signal of the last formed frame. */
  signal(): Int16Array {
    return this.#kernels.buffers.signal.slice();
  }

  get #size(): number {
    return this.#frame.lines * this.#frame.samples;
  }

  /** Computes the envelope of all looks. */
  #form(at: number | Pose, frameSeed: number, contact = FULL_CONTACT): void {
    const kernels = this.#kernels;
    const pose: Pose = typeof at === 'number' ? { clockDeg: at, movedMm: [0, 0, 0] } : at;
    const looks = looksOf(this.#settings);
    kernels.buffers.envelope.fill(0);
    for (const [look, steerDeg] of looks.entries()) {
      const beams = new Beams(this.#formed, pose, steerDeg);
      const grid = insonify(this.#context, beams, contact, kernels);
      this.#receive(grid, hash32(frameSeed, 3 + look), look === 0, 1 / looks.length);
    }
    this.#fillBetween();
  }

  /** Forms the beams of a look and adds them to the envelope. */
  #receive(grid: LateralGrid, noiseSeed: number, recordSignal: boolean, share: number): void {
    const kernels = this.#kernels;
    const { lines, lateralPitchMm } = this.#frame;
    const noise = amplitudeOfDb(DEVICE_PROFILE.receiver.noiseDb);
    const lineStep = linesPerBeam(this.#settings);
    for (let line = 0; line < lines; line += lineStep) {
      kernels.blurLaterally(Math.round((line * lateralPitchMm) / FINE_MM), grid);
      kernels.receive(noiseStart(noiseSeed, line), noise);
      kernels.addEnvelope(line, share);
      if (recordSignal && kernels.layout.signals > 0) kernels.toSignal(line / lineStep);
    }
  }

  /** Fills lines without a fired beam; the last line has a beam on one side only. */
  #fillBetween(): void {
    const { lines } = this.#frame;
    if (linesPerBeam(this.#settings) === 1) return;
    for (let line = 1; line < lines; line += 2) {
      this.#kernels.meanOfLines(line - 1, line + 1 < lines ? line + 1 : line - 1, line);
    }
  }

  /** Copies a frame from the kernels' memory, without the samples that pad each line. */
  #withoutPadding<T extends Uint8Array | Float32Array>(padded: T, into: T): T {
    const { lines, samples } = this.#frame;
    const { shown } = this.#kernels.layout;
    for (let line = 0; line < lines; line += 1) {
      into.set(padded.subarray(line * shown, line * shown + samples), line * samples);
    }
    return into;
  }
}

/**
 * Creates the context of a simulation. Its columns cover the image lines on both sides, and its
 * face covers the beams of all looks that reach these columns.
 */
function contextOf(
  phantom: Phantom,
  settings: DeviceSettings,
  frame: FrameGeometry,
  rows: number,
  bins: number,
  slice: ImagingContext['slice'],
): ImagingContext {
  const still: Pose = { clockDeg: 0, movedMm: [0, 0, 0] };
  const deepest = frame.firstDepthMm + frame.samples * frame.depthStepMm;
  const lean = new Beams(frame, still).imageSidePerRange;
  const side = (deepest * lean) / FINE_MM;
  const steered = looksOf(settings).map(
    (steerDeg) => deepest * (lean - new Beams(frame, still, steerDeg).sidePerRange),
  );
  const lastLine = Math.round(((frame.lines - 1) * frame.lateralPitchMm) / FINE_MM);
  const { firstLateralMm } = frame;
  const face = {
    fromMm: firstLateralMm - rows * FINE_MM + Math.min(...steered),
    toMm: firstLateralMm + (lastLine + rows) * FINE_MM + Math.max(...steered),
  };
  return {
    phantom,
    settings,
    slice,
    loss: new LossTable(face, bins),
    firstFine: Math.floor(Math.min(0, side)) - rows,
    lastFine: lastLine + Math.ceil(Math.max(0, side)) + rows,
    interfaces: new Map(),
  };
}

/** Returns the amplitude gain by sample. */
function gainTable(frame: FrameGeometry, settings: DeviceSettings): Float32Array {
  const dbPerMm = timeGainDbPerMm(settings);
  return Float32Array.from({ length: frame.samples }, (_, j) =>
    amplitudeOfDb(dbPerMm * (frame.firstDepthMm + j * frame.depthStepMm)),
  );
}

/** Two-way compensation in dB per mm. */
const timeGainDbPerMm = ({ frequencyHz }: DeviceSettings): number =>
  (2 * DEVICE_PROFILE.receiver.timeGainDb * frequencyHz) / 1e6 / 10;
