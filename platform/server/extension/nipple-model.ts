import type { NippleLocation, Scan } from '#contracts';

/** Latest volume of a scan as input of a nipple model, without patient identity. */
export interface NippleVolume {
  /** Private copy for a single call: an NRRD file of bytes, verified against its checksum. */
  readonly filePath: string;
  readonly format: 'NRRD';
  /** Encoding of the voxels from byte `dataStart` on. */
  readonly encoding: 'raw' | 'gzip';
  readonly dataStart: number;
  /**
   * nx, ny, nz: x to the patient's left and fastest, y down into the breast (depth), z to the head.
   * Voxel (i, j, k) is byte i + nx · (j + ny · k) of the decoded image.
   */
  readonly sizes: readonly [number, number, number];
  /** Voxel spacing on each axis, in mm. */
  readonly spacingMm: readonly [number, number, number];
  /** Centre of the first voxel, LPS, in mm. The rotation axis is x = z = 0. */
  readonly originMm: readonly [number, number, number];
  /** Radius around the rotation axis with data, in mm. */
  readonly coverageRadiusMm: number;
  readonly scan: {
    readonly laterality: 'L' | 'R';
    readonly protocol: Scan['protocol'];
    readonly patientPosition: Scan['patientPosition'];
    /** False for an imported volume until a user confirms its orientation. */
    readonly orientationConfirmed: boolean;
  };
}

/**
 * Position in the volume, in voxels: `sag` (−nx/2..nx/2, to the patient's left) and `tra`
 * (−nz/2..nz/2, to the head) from the centre, so that an index is (n − 1)/2 + offset; `depth` 0..ny
 * is an index along y; `rad` is the clock angle about the rotation axis in degrees, 0 ≤ rad < 360.
 */
export type NipplePosition = Pick<NippleLocation, 'sag' | 'tra' | 'depth' | 'rad'>;

export interface NippleModel {
  /**
   * Locates the nipple. Runs in a separate process per call. An error or crash is retried once; the
   * process ends when it exceeds the site's time limit. `signal` is aborted one second before the
   * process is killed. A result other than finite numbers inside the volume is rejected.
   */
  locate(volume: NippleVolume, signal: AbortSignal): Promise<NipplePosition>;
}
