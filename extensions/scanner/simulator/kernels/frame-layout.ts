/** Sizes of a frame's working memory; all in elements. */
export interface FrameLayout {
  /** Columns of the tissue grid along x. */
  readonly nx: number;
  /** Cells of a column. */
  readonly ny: number;
  /** Columns of the tissue grid along z. */
  readonly nz: number;
  readonly cellMm: number;
  /** Number of tissue labels. */
  readonly labelKinds: number;
  /** Number of scatterers in `ring`. */
  readonly scatterers: number;
  /** Weights of the slice, rows × ranges. */
  readonly sliceWeights: number;
  /** Maximum depth cells of a native line. */
  readonly cells: number;
  /** Native samples before the first cell and after the last cell that the pulse may read. */
  readonly pad: number;
  /** Number of native lines: upright columns of tissue. */
  readonly natives: number;
  /** Range steps of half a millimetre in the loss table. */
  readonly bins: number;
  /** Samples per formed beam, a multiple of four. */
  readonly samples: number;
  /**
   * Samples per image line, a multiple of four and at least 16; each is computed from
   * `samplesPerShown` samples of a beam.
   */
  readonly shown: number;
  readonly samplesPerShown: number;
  /** Number of image lines. */
  readonly lines: number;
  /** Number of beams whose signal is stored. */
  readonly signals: number;
  readonly pulseTaps: number;
  readonly pulsePhases: number;
  readonly lateralRows: number;
}

/** Native samples per depth cell; scatterers lie on native samples, fixed in the tissue. */
export const NATIVE_PER_CELL = 8;
/**
 * Floats by which the planes of a native line exceed its samples, to avoid cache conflicts between
 * lines.
 */
export const LINE_GAP = 16;

/** Number of sums before and after a line that a filter can read. */
export const FILTER_MARGIN = 16;

/** Returns the computed samples per image line, including padding. */
export const shownSamples = (samples: number): number => Math.max(16, 4 * Math.ceil(samples / 4));

/** Working memory of a frame. Complex numbers are interleaved where stated. */
export interface FrameBuffers {
  readonly labels: Uint8Array;
  readonly skinTop: Float32Array;
  readonly skinBottom: Float32Array;
  readonly muscleTop: Float32Array;
  /** Scatterer amplitude by label, times the square root of the slice step. */
  readonly strength: Float32Array;
  /** Scatterers, interleaved. */
  readonly ring: Float32Array;
  /** Weights of the slice, `[distance · bins + bin]`. */
  readonly slice: Float32Array;
  /** A native line, interleaved, with `pad` samples on both ends. */
  readonly line: Float32Array;
  /** `pulse[(phase · taps + tap) · 2 + (0|1)]`: every weight twice, for both parts. */
  readonly pulse: Float32Array;
  /** Amplitude after loss, `[native · bins + bin]`. */
  readonly amplitude: Float32Array;
  /** Native lines after pulse and loss, `[native · (samples + LINE_GAP) + sample]`. */
  readonly real: Float32Array;
  readonly imaginary: Float32Array;
  /** Weights of the lateral beam, `[distance · samples + sample]`. */
  readonly lateral: Float32Array;
  /**
   * By blocks of four samples, in fine steps: reach of the beam, and its displacement from its
   * position at the face.
   */
  readonly reach: Int32Array;
  readonly shift: Int32Array;
  /** Formed beam by sample. */
  readonly outReal: Float32Array;
  readonly outImaginary: Float32Array;
  /** Gain by sample. */
  readonly gain: Float32Array;
  /** Carrier by sample, times the scale of the signal. */
  readonly cosine: Float32Array;
  readonly sine: Float32Array;
  /** `[beam · samples + sample]`. */
  readonly signal: Int16Array;
  /** `[line · shown + sample]`, as for `grey` and `filtered`. */
  readonly envelope: Float32Array;
  readonly grey: Uint8Array;
  readonly filtered: Uint8Array;
  /** Sums of grey levels and of their squares by sample, with `FILTER_MARGIN` on both ends. */
  readonly sums: Float32Array;
  readonly squares: Float32Array;
}

/** Returns the size of every buffer in bytes. */
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

/** Lays the buffers out consecutively, each aligned to 16 bytes. */
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
