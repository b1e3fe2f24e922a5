import { type Disposable, type Result, token } from '#foundation';
import type { ImageFrame, PlanePosition, Vec3, VolumeGeometry, VolumePlane } from '#geometry';

/**
 * Resolution of a volume: `coarse` is the first level of the pyramid that arrives, `full` has the
 * voxels that plane positions count.
 */
export type VolumeLevel = 'coarse' | 'full';

export interface OpenVolumeOptions {
  /** Defaults to `full`. */
  readonly level?: VolumeLevel;
  /** Aborts the wait; the call then fails with `ABORTED`. */
  readonly signal?: AbortSignal;
}

export interface SliceOptions {
  /** Pixels per millimetre; defaults to one pixel per smallest voxel edge. */
  readonly pxPerMm?: number;
  /** Thickness of the slab in mm; defaults to 0, one interpolated slice. */
  readonly slabMm?: number;
  /** Combination of the slices of a slab; defaults to `mean`. */
  readonly slabKind?: 'mean' | 'mip' | 'minip';
}

/** Image of a plane, resliced from a volume. */
export interface VolumeSlice {
  /** Location of the image in the patient. */
  readonly frame: ImageFrame;
  readonly pxPerMm: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Grey levels 0..255, rows from the top; 0 outside the swept area. */
  readonly greyLevels: Uint8ClampedArray;
  /** Returns the centre of a pixel in LPS millimetres; column and row count from the top left. */
  pixelToMm(column: number, row: number): Vec3;
}

/** A volume in memory, in the patient's LPS millimetres. */
export interface OpenedVolume extends Disposable {
  readonly scanId: string;
  /** Stored file of the full level; a later reconstruction has another file. */
  readonly fileId: string;
  /** The scan may have one level only; `level` is then `full` although `coarse` was requested. */
  readonly level: VolumeLevel;
  readonly geometry: VolumeGeometry;
  /** Voxels along x (to the patient's left), y (depth) and z (to the head). */
  readonly sizes: Vec3;
  readonly spacingMm: Vec3;
  /**
   * Grey levels 0..255, x fastest, then y, then z. Shared with the views: copy before writing or
   * transferring to a worker.
   */
  readonly voxels: Uint8Array;
  /**
   * Range of the grey levels: 255 is 0 dB, 0 is minus this value, linear between. Null if the file
   * does not name the range, as most imported files.
   */
  readonly dynamicRangeDb: number | null;
  /** Converts a (possibly fractional) voxel index to LPS millimetres. */
  voxelToMm(index: Vec3): Vec3;
  /** Converts LPS millimetres to a fractional voxel index, which may lie outside the volume. */
  mmToVoxel(pointMm: Vec3): Vec3;
  /** Returns whether the scanner recorded tissue at a voxel. */
  isCovered(index: Vec3): boolean;
  /**
   * Reslices a plane as the views do, without brightness and contrast. Radial planes turn about the
   * nipple of the scan. Throws a RangeError for an image of more than 16 million pixels.
   */
  slice(plane: VolumePlane, position: PlanePosition, options?: SliceOptions): VolumeSlice;
}

/** Opens volumes of scans; shares loads and memory with the views. */
export interface VolumeReader {
  /**
   * Loads the volume of a scan. Fails with the server's Problem (`NOT_FOUND` for a scan without a
   * volume), `VOLUME_CACHE_FULL` while three other volumes are in use, `VOLUME_CLOSED`, or `ABORTED`.
   * Dispose the volume, so that its memory can be used for other volumes; own it by a scope.
   */
  open(scanId: string, options?: OpenVolumeOptions): Promise<Result<OpenedVolume>>;
}

/** Provided by the extension `breast-planes`; name it under `requires` in the manifest. */
export const volumeToken = token<VolumeReader>('clockface.volumes');
