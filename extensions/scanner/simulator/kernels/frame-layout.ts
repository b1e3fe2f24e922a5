/** Sizes of one frame's working memory; all in elements. */
export interface FrameLayout {
  /** Columns and cells a column of the tissue grid. */
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly cellMm: number;
  readonly labelKinds: number;
  readonly scatterers: number;
  /** Weights of the slice, rows by ranges. */
  readonly sliceWeights: number;
  /** Depth cells that a native line may hold. */
  readonly cells: number;
  /** Native samples before the first cell and after the last one that the pulse may read. */
  readonly pad: number;
  readonly natives: number;
  /** Steps of half a millimetre of range in which loss is told. */
  readonly bins: number;
  /** Samples that a beam is formed of, a multiple of four. */
  readonly samples: number;
  /** Samples a line of the picture, a multiple of four and at least 16; one for so many of a beam's. */
  readonly shown: number;
  readonly samplesPerShown: number;
  readonly lines: number;
  /** Beams whose signal is kept. */
  readonly signals: number;
  readonly pulseTaps: number;
  readonly pulsePhases: number;
  readonly lateralRows: number;
}

/** Native samples a depth cell; scatterers stand on them, fixed in the tissue. */
export const NATIVE_PER_CELL = 8;
/** Floats by which a native line's planes are longer than its samples: lines then miss each other in the cache. */
export const LINE_GAP = 16;

/** Places before and after the sums of a line that a filter may read. */
export const FILTER_MARGIN = 16;

/** Samples that a line of the picture is worked in, those included that fill it up. */
export const shownSamples = (samples: number): number => Math.max(16, 4 * Math.ceil(samples / 4));

/** A frame's working memory. Complex numbers are interleaved where it says so. */
export interface FrameBuffers {
  readonly labels: Uint8Array;
  readonly skinTop: Float32Array;
  readonly skinBottom: Float32Array;
  readonly muscleTop: Float32Array;
  readonly strength: Float32Array;
  /** Interleaved. */
  readonly ring: Float32Array;
  readonly slice: Float32Array;
  /** One native line, interleaved, with `pad` samples on both ends. */
  readonly line: Float32Array;
  /** `pulse[(phase · taps + tap) · 2 + (0|1)]`: every weight twice, for both parts. */
  readonly pulse: Float32Array;
  /** Amplitude left by loss, `[native · bins + bin]`. */
  readonly amplitude: Float32Array;
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
  /** `[distance · samples + sample]`. */
  readonly lateral: Float32Array;
  /** By four samples: how far the beam reaches, and how far it lies against its place at the face, in fine steps. */
  readonly reach: Int32Array;
  readonly shift: Int32Array;
  readonly outReal: Float32Array;
  readonly outImaginary: Float32Array;
  readonly gain: Float32Array;
  /** The carrier by sample, times the scale of the signal. */
  readonly cosine: Float32Array;
  readonly sine: Float32Array;
  readonly signal: Int16Array;
  readonly envelope: Float32Array;
  readonly grey: Uint8Array;
  readonly filtered: Uint8Array;
  /** Of greys and their squares, by sample, with `FILTER_MARGIN` on both ends. */
  readonly sums: Float32Array;
  readonly squares: Float32Array;
}

/** Bytes of every buffer. */
function sizesOf(layout: FrameLayout): Readonly<Record<keyof FrameBuffers, number>> {
  const columns = layout.nx * layout.nz;
  const planes = layout.natives * (layout.samples + LINE_GAP);
  const blocks = layout.samples / 4;
  return {
    labels: columns * layout.ny,
    skinTop: 4 * columns,
    skinBottom: 4 * columns,
    muscleTop: 4 * columns,
    strength: 4 * layout.labelKinds,
    ring: 8 * layout.scatterers,
    slice: 4 * layout.sliceWeights,
    line: 8 * (layout.cells * NATIVE_PER_CELL + 2 * layout.pad),
    pulse: 8 * layout.pulsePhases * layout.pulseTaps,
    amplitude: 4 * layout.natives * layout.bins,
    real: 4 * planes,
    imaginary: 4 * planes,
    lateral: 4 * layout.lateralRows * layout.samples,
    reach: 4 * blocks,
    shift: 4 * blocks,
    outReal: 4 * layout.samples,
    outImaginary: 4 * layout.samples,
    gain: 4 * layout.samples,
    cosine: 4 * layout.samples,
    sine: 4 * layout.samples,
    signal: 2 * layout.signals * layout.samples,
    envelope: 4 * layout.lines * layout.shown,
    grey: layout.lines * layout.shown,
    filtered: layout.lines * layout.shown,
    sums: 4 * (layout.shown + 2 * FILTER_MARGIN),
    squares: 4 * (layout.shown + 2 * FILTER_MARGIN),
  };
}

/** Lays the buffers out one after the other; each begins on 16 bytes. */
export function layOutBuffers(
  layout: FrameLayout,
  allocate: (bytes: number) => ArrayBuffer,
): FrameBuffers {
  const sizes = sizesOf(layout);
  const ranges = new Map<string, readonly [number, number]>();
  let end = 0;
  for (const [name, bytes] of Object.entries(sizes)) {
    ranges.set(name, [end, bytes]);
    end += Math.ceil(bytes / 16) * 16;
  }
  const memory = allocate(end);
  const rangeOf = (name: keyof FrameBuffers) => ranges.get(name) ?? [0, 0];
  const bytes = (name: keyof FrameBuffers) => new Uint8Array(memory, ...rangeOf(name));
  const integers = (name: keyof FrameBuffers) =>
    new Int32Array(memory, rangeOf(name)[0], rangeOf(name)[1] / 4);
  const floats = (name: keyof FrameBuffers) =>
    new Float32Array(memory, rangeOf(name)[0], rangeOf(name)[1] / 4);
  return {
    labels: bytes('labels'),
    skinTop: floats('skinTop'),
    skinBottom: floats('skinBottom'),
    muscleTop: floats('muscleTop'),
    strength: floats('strength'),
    ring: floats('ring'),
    slice: floats('slice'),
    line: floats('line'),
    pulse: floats('pulse'),
    amplitude: floats('amplitude'),
    real: floats('real'),
    imaginary: floats('imaginary'),
    lateral: floats('lateral'),
    reach: integers('reach'),
    shift: integers('shift'),
    outReal: floats('outReal'),
    outImaginary: floats('outImaginary'),
    gain: floats('gain'),
    cosine: floats('cosine'),
    sine: floats('sine'),
    signal: new Int16Array(memory, rangeOf('signal')[0], rangeOf('signal')[1] / 2),
    envelope: floats('envelope'),
    grey: bytes('grey'),
    filtered: bytes('filtered'),
    sums: floats('sums'),
    squares: floats('squares'),
  };
}
