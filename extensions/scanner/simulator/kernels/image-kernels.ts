import type { FrameBuffers, FrameLayout } from './frame-layout.ts';

/** Depth cells of one column of the tissue; it stands at x, z (millimetres). */
export interface CellWalk {
  readonly firstCell: number;
  readonly cells: number;
  readonly x: number;
  readonly z: number;
}

/** A straight line of positions. */
export interface Positions {
  readonly first: number;
  readonly step: number;
}

/** Grid of the lateral beam: native lines stand on every `finePerNative`th fine step. */
export interface LateralGrid {
  readonly firstFine: number;
  readonly finePerNative: number;
  readonly natives: number;
  /** Factor on the weights of `lateral`. */
  readonly scale: number;
}

/** The hot loops of image formation, all of them on `buffers`. */
export interface ImageKernels {
  readonly layout: FrameLayout;
  readonly buffers: FrameBuffers;
  /** Adds the scatterers of a column to `line`, weighted by `slice` from `weightsAt` on, one a cell. */
  addSlice(walk: CellWalk, scattererSeed: number, weightsAt: number): void;
  /**
   * Convolves `line` with the pulse at the places of the samples (in native samples from the first
   * cell), weakens it by loss (in bins), and keeps it as native line `native` of `real` and `imaginary`.
   */
  resampleAxially(native: number, at: Positions, bins: Positions): void;
  /** The beam at a fine step, into `outReal` and `outImaginary`. */
  blurLaterally(fine: number, grid: LateralGrid): void;
  /** Adds the receiver's noise, read from `ring` (in scatterers), and turns up the gain. */
  receive(noiseAt: number, noiseLevel: number): void;
  /** Adds the size of the received beam to a line of `envelope`, at the picture's samples. */
  addEnvelope(line: number, share: number): void;
  /** Makes a line of `envelope` the mean of two others. */
  meanOfLines(one: number, other: number, line: number): void;
  /** Keeps the received beam on its carrier as this line of `signal`, rounded, cut to 16 bits. */
  toSignal(line: number): void;
  /** `grey` = `offset` + `perNeper` · ln `envelope`, cut to 0..255. */
  logCompress(perNeper: number, offset: number): void;
  /** `filtered` = the median of 3 × 3 of `grey`; the edges stay. */
  median(): void;
  /** `filtered` = what `LocalWindow` says of `grey`. */
  local(window: LocalWindow): void;
}

/**
 * mean + `gain` · share · (value − mean) of windows of 2 · `across` + 1 lines and 2 · `along` + 1
 * samples (at most `FILTER_MARGIN` to each side); share is the part of the variance beyond `noise`.
 */
export interface LocalWindow {
  readonly across: number;
  readonly along: number;
  readonly noise: number;
  readonly gain: number;
}
