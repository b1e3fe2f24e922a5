import type { Vec3 } from '#geometry';

/** How numbers of another type became bytes: `byte = round((value − low) · 255 / (high − low))`. */
export interface Scaling {
  readonly low: number;
  readonly high: number;
}

/** A 3D image of a .mha file (MetaIO), as bytes in the file's own order. */
export interface MetaImage {
  /** ni, nj, nk: voxels along the file's axes, the fastest first. */
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  /** Centre of voxel (0,0,0) in the file's own space, in millimetres. */
  readonly offset: Vec3;
  /** Unit directions of i, j and k in the file's own space. */
  readonly directions: readonly [Vec3, Vec3, Vec3];
  /** The file's word, e.g. `MET_UCHAR`. */
  readonly elementType: string;
  readonly data: Uint8Array;
  /** Null when the file held bytes; else what of its range black and white stand for. */
  readonly scaling: Scaling | null;
  /** Every line of the header, as text. */
  readonly header: Readonly<Record<string, string>>;
}
