import type { Vec3 } from '#geometry';

/** Voxel grid of an image file, as its header states it. */
export interface FileGrid {
  /** ni, nj, nk: voxels along the file's axes, fastest axis first. */
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  /** Centre of voxel (0,0,0) in the space of the file, in millimetres. */
  readonly offset: Vec3;
  /** Unit directions of i, j and k in the space of the file. */
  readonly directions: readonly [Vec3, Vec3, Vec3];
  /**
   * True if the header states how the axes lie in the patient: offset and directions are then in
   * patient axes (LPS). False if it leaves this open.
   */
  readonly isInPatient: boolean;
  /** Space of the format that names no patient axes, as the header writes it; absent for others. */
  readonly openSpace?: string;
}
