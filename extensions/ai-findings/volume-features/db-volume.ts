import { fail, ok, type Problem, problem, type Result } from '#foundation';
import { rotationAxisMm, type VolumeGeometry, type VolumeGrid } from '#geometry';
import { engineTexts } from '../texts/engine-texts.ts';

/**
 * Ultrasound volume in decibels. `levels` holds nx · ny · nz grey levels, x fastest, then y (depth),
 * then z; `dbOfLevel` has 256 entries, in dB below full scale (0 or less).
 */
export interface DbVolume extends VolumeGrid {
  readonly levels: Uint8Array;
  readonly dbOfLevel: Float32Array;
  /** Point of the rotation axis, which is parallel to y. */
  readonly axisMm: { readonly x: number; readonly z: number };
  /** Returns whether a beam reached the voxel with this index in `levels`. */
  isCovered(index: number): boolean;
}

export interface DbVolumeSource {
  readonly geometry: VolumeGeometry;
  readonly voxels: Uint8Array;
  /**
   * Not 0 where a beam reached, x fastest. Null: every voxel within the coverage radius is covered.
   */
  readonly coverage: Uint8Array | null;
  /** Decibels that the grey levels 0 to 255 span; null if the scan does not state it. */
  readonly dynamicRangeDb: number | null;
}

const { problems: texts } = engineTexts;

/**
 * Limit of the cells of 1 mm in a volume, 16 litres. The models average a volume to such cells, so
 * that a wrong voxel size would need unlimited memory.
 */
const MAX_CELLS = 16e6;

/**
 * Returns the volume in dB. Fails with DYNAMIC_RANGE_UNKNOWN without a dynamic range, because
 * grey levels alone have no thresholds in dB, with VOLUME_GRID_INVALID if sizes and data
 * contradict each other, and with VOLUME_TOO_LARGE above 16 litres.
 */
export function dbVolume(source: DbVolumeSource): Result<DbVolume> {
  const { geometry, voxels, coverage, dynamicRangeDb } = source;
  if (dynamicRangeDb === null || !(dynamicRangeDb > 0 && dynamicRangeDb < 1000)) {
    return fail(
      problem(
        'DYNAMIC_RANGE_UNKNOWN',
        texts.DYNAMIC_RANGE_UNKNOWN.title,
        texts.DYNAMIC_RANGE_UNKNOWN.detail(dynamicRangeDb),
        texts.DYNAMIC_RANGE_UNKNOWN.next,
      ),
    );
  }
  const [nx, ny, nz] = geometry.sizes;
  const count = nx * ny * nz;
  const isValid =
    voxels.length === count &&
    (coverage === null || coverage.length === count) &&
    [...geometry.sizes, ...geometry.spacingMm].every((value) => value > 0) &&
    [...geometry.originMm, ...geometry.spacingMm].every(Number.isFinite);
  if (!isValid) {
    return fail(
      problem(
        'VOLUME_GRID_INVALID',
        texts.VOLUME_GRID_INVALID.title,
        texts.VOLUME_GRID_INVALID.detail(geometry, voxels.length, coverage?.length ?? 0),
        texts.VOLUME_GRID_INVALID.next,
      ),
    );
  }
  if (cellsOf(geometry) > MAX_CELLS) return fail(tooLarge(geometry));
  const { sizes, spacingMm, originMm } = geometry;
  return ok({
    sizes,
    spacingMm,
    originMm,
    levels: voxels,
    dbOfLevel: Float32Array.from({ length: 256 }, (_, i) => ((i - 255) * dynamicRangeDb) / 255),
    axisMm: rotationAxisMm(geometry),
    isCovered: coverage === null ? withinRadius(geometry) : (index) => coverage[index] !== 0,
  });
}

/** Returns the number of cells of 1 mm that contain the volume. */
const cellsOf = ({ sizes, spacingMm }: VolumeGeometry): number =>
  sizes.reduce((cells, size, axis) => cells * Math.ceil(size * (spacingMm[axis] ?? 0)), 1);

function tooLarge(geometry: VolumeGeometry): Problem {
  const { title, detail, next } = texts.VOLUME_TOO_LARGE;
  return problem('VOLUME_TOO_LARGE', title, detail(geometry), next);
}

function withinRadius(geometry: VolumeGeometry): (index: number) => boolean {
  const [nx, ny] = geometry.sizes;
  const { x: axisX, z: axisZ } = rotationAxisMm(geometry);
  const { originMm: o, spacingMm: s, coverageRadiusMm } = geometry;
  return (index) => {
    const x = o[0] + (index % nx) * s[0] - axisX;
    const z = o[2] + Math.floor(index / (nx * ny)) * s[2] - axisZ;
    return x * x + z * z <= coverageRadiusMm * coverageRadiusMm;
  };
}
