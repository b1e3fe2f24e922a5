import type { FrameBuffers, FrameLayout } from './frame-layout.ts';

/** Consecutive depth cells of the tissue column at (x, z) in mm. */
export interface CellWalk {
  readonly firstCell: number;
  readonly cells: number;
  readonly x: number;
  readonly z: number;
}

/** Equidistant positions on a straight line. */
export interface Positions {
  readonly first: number;
  readonly step: number;
}

/** Grid of the lateral beam: native lines lie on every `finePerNative`th fine step. */
export interface LateralGrid {
  readonly firstFine: number;
  readonly finePerNative: number;
  readonly natives: number;
  /** Factor on the weights of `lateral`. */
  readonly scale: number;
}

/** Inner loops of image formation, all on `buffers`. */
export interface ImageKernels {
  readonly layout: FrameLayout;
  readonly buffers: FrameBuffers;
  /**
   * Adds the scatterers of a column to `line`, weighted by `slice` from `weightsAt` on, one weight
   * per cell.
   */
  addSlice(walk: CellWalk, scattererSeed: number, weightsAt: number): void;
  /**
   * Convolves `line` with the pulse at the positions of the samples (in native samples from the
   * first cell), applies the loss (in bins), and stores the result as native line `native` of
   * `real` and `imaginary`.
   */
  resampleAxially(native: number, at: Positions, bins: Positions): void;
  /** Writes the beam at a fine step to `outReal` and `outImaginary`. */
  blurLaterally(fine: number, grid: LateralGrid): void;
  /** Adds the receiver's noise, read from `ring` (in scatterers), and applies the gain. */
  receive(noiseAt: number, noiseLevel: number): void;
  /** Adds the magnitude of the received beam to a line of `envelope`, at the image samples. */
  addEnvelope(line: number, share: number): void;
  /** Sets a line of `envelope` to the mean of two other lines. */
  meanOfLines(first: number, second: number, line: number): void;
  /**
   * Stores the received beam on its carrier as this line of `signal`, rounded, clamped to 16 bits.
   */
  toSignal(line: number): void;
  /** Sets `grey` to `offset` + `perNeper` · ln `envelope`, clamped to 0..255. */
  logCompress(perNeper: number, offset: number): void;
  /** Sets `filtered` to the 3 × 3 median of `grey`; the edges stay unfiltered. */
  filterMedian(): void;
  /** Sets `filtered` to `grey` filtered by a `LocalWindow`. */
  filterLocal(window: LocalWindow): void;
}

/**
 * Local filter: mean + `gain` · share · (value − mean) over windows of 2 · `across` + 1 lines and 2
 * · `along` + 1 samples (at most `FILTER_MARGIN` to each side); share is the part of the variance
 * beyond `noise`.
 */
export interface LocalWindow {
  readonly across: number;
  readonly along: number;
  readonly noise: number;
  readonly gain: number;
}
