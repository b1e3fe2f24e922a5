import type { FrameGeometry } from '../../model/index.ts';

/** Properties in the header of a receiver's signal besides its geometry. */
export interface SignalInfo {
  readonly frequencyHz: number;
  readonly samplingHz: number;
  readonly speedOfSoundMps: number;
  readonly whiteAmplitude: number;
  readonly linesPerBeam: number;
}

const HALF_TAPS = 15;

/**
 * Computes the B-mode image before its filter from the signal, like any reader of the file:
 * demodulation, low-pass, envelope, doubled lines, logarithm. Returns floating-point grey levels.
 */
export function imageOf(
  signal: Int16Array,
  beams: FrameGeometry,
  image: FrameGeometry,
  info: SignalInfo,
  dynamicRangeDb: number,
): Float32Array {
  const grey = new Float32Array(image.lines * image.samples);
  const envelopes = Array.from({ length: beams.lines }, (_, beam) =>
    envelopeOf(signal.subarray(beam * beams.samples, (beam + 1) * beams.samples), beams, info),
  );
  for (let line = 0; line < image.lines; line += 1) {
    const beam = line / info.linesPerBeam;
    const near = envelopes[Math.floor(beam)];
    const far = envelopes[Math.ceil(beam)] ?? near;
    if (near === undefined || far === undefined) throw new Error(`No beam at line ${line}`);
    for (let j = 0; j < image.samples; j += 1) {
      const position = (j * image.depthStepMm) / beams.depthStepMm;
      const value = (interpolate(near, position) + interpolate(far, position)) / 2;
      const level = 20 * Math.log10(value / info.whiteAmplitude);
      const shown = 255 * (1 + level / dynamicRangeDb);
      grey[line * image.samples + j] = Math.max(0, Math.min(255, shown));
    }
  }
  return grey;
}

function interpolate(values: Float64Array, position: number): number {
  const i = Math.floor(position);
  const near = values[i] ?? Number.NaN;
  return near + ((values[i + 1] ?? near) - near) * (position - i);
}

function envelopeOf(beam: Int16Array, { firstDepthMm }: FrameGeometry, info: SignalInfo) {
  const cyclesPerSample = info.frequencyHz / info.samplingHz;
  const firstCycles = (2 * info.frequencyHz * firstDepthMm) / info.speedOfSoundMps / 1000;
  const phase = (sample: number): number => 2 * Math.PI * (firstCycles + sample * cyclesPerSample);
  const taps = lowPass(cyclesPerSample);
  return Float64Array.from(beam, (_, sample) => {
    let inPhase = 0;
    let quadrature = 0;
    for (let k = -HALF_TAPS; k <= HALF_TAPS; k += 1) {
      const value = 2 * (taps[k + HALF_TAPS] ?? 0) * (beam[sample + k] ?? 0);
      inPhase += value * Math.cos(phase(sample + k));
      quadrature -= value * Math.sin(phase(sample + k));
    }
    return Math.hypot(inPhase, quadrature);
  });
}

/** Returns a low-pass below the carrier: a sinc with a Hann window. */
function lowPass(cutoff: number): readonly number[] {
  const raw = Array.from({ length: 2 * HALF_TAPS + 1 }, (_, i) => {
    const k = i - HALF_TAPS;
    const sinc = k === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * k) / (Math.PI * k);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * k) / (HALF_TAPS + 1)));
  });
  const sum = raw.reduce((total, value) => total + value, 0);
  return raw.map((value) => value / sum);
}
