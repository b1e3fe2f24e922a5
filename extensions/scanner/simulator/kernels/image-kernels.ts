import type { FrameBuffers, FrameLayout } from './frame-layout.ts';

/** A walk through the tissue along one beam, by depth cells. Millimetres. */
export interface CellWalk {
  readonly firstCell: number;
  readonly cells: number;
  /** Cells read from one column before the next one is looked up. */
  readonly stretchCells: number;
  /** Place of the upper edge of the first cell, and its step a cell. */
  readonly x: number;
  readonly z: number;
  readonly dx: number;
  readonly dz: number;
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
}

/** The hot loops of image formation, all of them on `buffers`. */
export interface ImageKernels {
  readonly layout: FrameLayout;
  readonly buffers: FrameBuffers;
  /** Adds the scatterers along a walk to `line`, weighted by `slice` from `weightsAt` on, one a cell. */
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
  /** Adds the size of the received line to a line of `envelope`. */
  addEnvelope(line: number, share: number): void;
  /** `grey` = `offset` + `perNeper` · ln `envelope`, cut to 0..255. */
  logCompress(perNeper: number, offset: number): void;
}
