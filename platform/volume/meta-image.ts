import type { FileGrid } from './file-grid.ts';

/** Conversion of wider elements to bytes: `byte = round((value − low) · 255 / (high − low))`. */
export interface Scaling {
  readonly low: number;
  readonly high: number;
}

/** 3D image of a .mha file (MetaIO): one byte per voxel, voxels in file order. */
export interface MetaImage extends FileGrid {
  /** Element type as in the file, e.g. `MET_UCHAR`. */
  readonly elementType: string;
  readonly data: Uint8Array;
  /** Element values that became 0 and 255; null if the file contains unsigned bytes. */
  readonly scaling: Scaling | null;
  /** All header lines as text. */
  readonly header: Readonly<Record<string, string>>;
}
