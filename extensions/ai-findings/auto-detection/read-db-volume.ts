import { fail, ok, problem, type Result } from '#foundation';
import type { VolumeGeometry } from '#geometry';
import { readNrrd, storedDynamicRangeDb, volumeFromNrrd } from '#volume';
import { type DbVolume, dbVolume, FLOOR_DB } from '../volume-features/index.ts';

/** The models compare levels down to this range below full scale. */
const MIN_DYNAMIC_RANGE_DB = -FLOOR_DB;

/** Volume of a file as the models read it. */
export interface ReadVolume {
  readonly geometry: VolumeGeometry;
  readonly volume: DbVolume;
}

/**
 * Reads a volume in dB from its NRRD file for the included models. Fails with the problems of the
 * file and of `dbVolume`, and with DYNAMIC_RANGE_TOO_SMALL below the 50 dB of the models' cards.
 * @param coverage NRRD file of the coverage mask; null where none exists
 */
export async function readDbVolume(
  bytes: Uint8Array,
  coverage: Uint8Array | null,
): Promise<Result<ReadVolume>> {
  const nrrd = await readNrrd(bytes);
  if (!nrrd.ok) return nrrd;
  const volume = volumeFromNrrd(nrrd.value);
  if (!volume.ok) return volume;
  const mask = coverage === null ? null : await readNrrd(coverage);
  if (mask !== null && !mask.ok) return mask;
  const covered = mask?.value.data ?? null;
  const { geometry, voxels } = volume.value;
  const dynamicRangeDb = storedDynamicRangeDb(nrrd.value.keyValues);
  if (dynamicRangeDb !== null && dynamicRangeDb < MIN_DYNAMIC_RANGE_DB) {
    return fail(
      problem(
        'DYNAMIC_RANGE_TOO_SMALL',
        'The dynamic range of the volume is outside the models’ domain',
        `The models need ${MIN_DYNAMIC_RANGE_DB} dB or more; the volume has ${dynamicRangeDb} dB.`,
        `Scan with a dynamic range of ${MIN_DYNAMIC_RANGE_DB} dB or more.`,
      ),
    );
  }
  const inDb = dbVolume({
    geometry,
    voxels,
    coverage: covered instanceof Uint8Array ? covered : null,
    dynamicRangeDb,
  });
  return inDb.ok ? ok({ geometry, volume: inDb.value }) : inDb;
}
