import type { Vec3 } from '#geometry';

/** Conversion of wider elements to bytes: `byte = round((value − low) · 255 / (high − low))`. */
export interface Scaling {
  readonly low: number;
  readonly high: number;
}

/** 3D image of a .mha file (MetaIO), as bytes in the file's order. */
export interface MetaImage {
  /** ni, nj, nk: voxels along the file's axes, fastest axis first. */
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  /** Centre of voxel (0,0,0) in the file's own space, in millimetres. */
  readonly offset: Vec3;
  /** Unit directions of i, j and k in the file's own space. */
  readonly directions: readonly [Vec3, Vec3, Vec3];
  /** Element type as in the file, e.g. `MET_UCHAR`. */
  readonly elementType: string;
  readonly data: Uint8Array;
  /** Null if the file contains bytes; otherwise the values of black and white. */
  readonly scaling: Scaling | null;
  /** All header lines as text. */
  readonly header: Readonly<Record<string, string>>;
}
