import type { Vec3 } from '#geometry';

/** Conversion of wider elements to bytes: `byte = round((value − low) · 255 / (high − low))`. */
export interface Scaling {
  readonly low: number;
  readonly high: number;
}

/** 3D image of a .mha file (MetaIO): one byte per voxel, voxels in file order. */
export interface MetaImage {
  /** ni, nj, nk: voxels along the file's axes, fastest axis first. */
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  /** Centre of voxel (0,0,0) in the space of the file, in millimetres. */
  readonly offset: Vec3;
  /** Unit directions of i, j and k in the space of the file. */
  readonly directions: readonly [Vec3, Vec3, Vec3];
  /** Element type as in the file, e.g. `MET_UCHAR`. */
  readonly elementType: string;
  readonly data: Uint8Array;
  /** Element values that became 0 and 255; null if the file contains unsigned bytes. */
  readonly scaling: Scaling | null;
  /** All header lines as text. */
  readonly header: Readonly<Record<string, string>>;
}
