import type { NippleLocation, Scan } from '#contracts';

/** The latest volume of a scan as a nipple model gets it. Whose it is, is not said. */
export interface NippleVolume {
  /** A private copy for this one call: an NRRD file of bytes, checked against its checksum. */
  readonly filePath: string;
  readonly format: 'NRRD';
  /** How the voxels lie in the file, from byte `dataStart` on. */
  readonly encoding: 'raw' | 'gzip';
  readonly dataStart: number;
  /**
   * nx, ny, nz: x to the patient's left and fastest, y down into the breast (the depth), z to the
   * head. Voxel (i, j, k) is byte i + nx · (j + ny · k) of the unpacked image.
   */
  readonly sizes: readonly [number, number, number];
  /** Distance of neighbours on each axis, millimetres. */
  readonly spacingMm: readonly [number, number, number];
  /** Centre of the first voxel, LPS, millimetres. The rotation axis is x = z = 0. */
  readonly originMm: readonly [number, number, number];
  /** How far from the rotation axis there are data, millimetres. */
  readonly coverageRadiusMm: number;
  readonly scan: {
    readonly laterality: 'L' | 'R';
    readonly protocol: Scan['protocol'];
    readonly patientPosition: Scan['patientPosition'];
    /** False for an imported volume until someone confirms its orientation. */
    readonly orientationConfirmed: boolean;
  };
}

/**
 * A place in the volume, in voxels: `sag` (−nx/2..nx/2, to the patient's left) and `tra`
 * (−nz/2..nz/2, to the head) from its centre, so that an index is (n − 1)/2 + offset; `depth` 0..ny
 * is an index along y; `rad` is the clock angle about the rotation axis in degrees, 0 ≤ rad < 360.
 */
export type NipplePosition = Pick<NippleLocation, 'sag' | 'tra' | 'depth' | 'rad'>;

export interface NippleModel {
  /**
   * Finds the nipple. Runs in a process made for this call; one that throws or dies is tried once
   * more, one that takes longer than the site allows is ended. `signal` is aborted a second before
   * that process is killed. Another answer than finite numbers inside the volume is refused.
   */
  locate(volume: NippleVolume, signal: AbortSignal): Promise<NipplePosition>;
}
