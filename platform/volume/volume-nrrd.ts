import type { Result } from '#foundation';
import { fail, ok, problem } from '#foundation';
import { isRecordedBox, type RecordedBox, type Vec3, type VolumeGeometry } from '#geometry';
import { parseNumbers } from './header-lines.ts';
import type { Nrrd, NrrdHeader } from './nrrd.ts';
import type { Volume } from './volume.ts';

export const LPS_SPACE = 'left-posterior-superior';
/** NRRD key under which a volume stores its coverage radius in millimetres. */
export const COVERAGE_KEY = 'coverageRadiusMm';
/** NRRD key of the dynamic range in dB, written by the reconstruction. */
const DYNAMIC_RANGE_KEY = 'dynamicRangeDb';
/** NRRD key of the recorded box: corner and three edges in LPS millimetres, twelve numbers. */
const BOX_KEY = 'recordedBoxMm';

/**
 * Converts a volume to an NRRD image with the coverage radius among the key/values. Shares the
 * voxels.
 */
export function volumeToNrrd(volume: Volume, keyValues: Readonly<Record<string, string>>): Nrrd {
  const { sizes, spacingMm, originMm, coverageRadiusMm, recordedBox } = volume.geometry;
  const [dx, dy, dz] = spacingMm;
  return {
    type: 'uint8',
    sizes,
    kinds: ['domain', 'domain', 'domain'],
    space: LPS_SPACE,
    spaceDirections: [
      [dx, 0, 0],
      [0, dy, 0],
      [0, 0, dz],
    ],
    spaceOrigin: originMm,
    keyValues: {
      ...keyValues,
      [COVERAGE_KEY]: String(coverageRadiusMm),
      ...(recordedBox === undefined ? {} : { [BOX_KEY]: boxText(recordedBox) }),
    },
    data: volume.voxels,
  };
}

/**
 * Returns the volume of an NRRD image in the format of `volumeToNrrd`: bytes, three axes to the
 * left, posterior and head, coverage radius among the key/values. Fails with NRRD_NOT_A_VOLUME for
 * any other image. Shares the data.
 */
export function volumeFromNrrd(nrrd: Nrrd): Result<Volume> {
  const geometry = geometryFromNrrd(nrrd);
  if (!geometry.ok) return geometry;
  if (!(nrrd.data instanceof Uint8Array)) return reject(`its elements are ${nrrd.type}, not uint8`);
  return ok({ geometry: geometry.value, voxels: nrrd.data });
}

/**
 * Returns the geometry of a volume in the format of `volumeToNrrd` from the header alone. Fails
 * with NRRD_NOT_A_VOLUME for any other image.
 */
export function geometryFromNrrd(nrrd: NrrdHeader): Result<VolumeGeometry> {
  if (nrrd.type !== 'uint8') return reject(`its elements are ${nrrd.type}, not uint8`);
  const sizes = vec3(nrrd.sizes);
  if (sizes === null) return reject(`it has ${nrrd.sizes.length} axes, not 3`);
  const space = nrrd.space?.toLowerCase();
  if (space !== LPS_SPACE && space !== 'lps')
    return reject(`its space is '${nrrd.space ?? 'not named'}'`);
  const spacingMm = alignedSpacing(nrrd.spaceDirections);
  if (spacingMm === null) return reject('its axes do not run left, posterior and to the head');
  const originMm = vec3(nrrd.spaceOrigin ?? []);
  if (originMm === null) return reject("it has no 'space origin'");
  const coverageRadiusMm = Number(nrrd.keyValues[COVERAGE_KEY]);
  if (!(coverageRadiusMm > 0 && Number.isFinite(coverageRadiusMm))) {
    return reject(`the key '${COVERAGE_KEY}' is missing or not a length`);
  }
  const geometry = { sizes, spacingMm, originMm, coverageRadiusMm };
  const recordedBox = storedBox(nrrd.keyValues);
  return ok(recordedBox === undefined ? geometry : { ...geometry, recordedBox });
}

/**
 * Returns the dynamic range in dB among the key/values of a volume: grey level 255 is 0 dB, 0 is
 * minus the range. Null if missing or not a positive number.
 */
export function storedDynamicRangeDb(keyValues: Readonly<Record<string, string>>): number | null {
  const rangeDb = Number(keyValues[DYNAMIC_RANGE_KEY]);
  return rangeDb > 0 && Number.isFinite(rangeDb) ? rangeDb : null;
}

const boxText = ({ cornerMm, edgesMm }: RecordedBox): string =>
  [cornerMm, ...edgesMm].map((vector) => vector.join(' ')).join(' ');

/** Returns the recorded box among the key/values; undefined if missing or invalid. */
export function storedBox(keyValues: Readonly<Record<string, string>>): RecordedBox | undefined {
  const numbers = parseNumbers(keyValues[BOX_KEY] ?? '') ?? [];
  if (numbers.length !== 12) return undefined;
  const [cornerMm, left, depth, head] = [0, 3, 6, 9].map((at) => vec3(numbers.slice(at, at + 3)));
  if (!cornerMm || !left || !depth || !head) return undefined;
  const box: RecordedBox = { cornerMm, edgesMm: [left, depth, head] };
  return isRecordedBox(box) ? box : undefined;
}

function reject(reason: string): Result<never> {
  return fail(
    problem(
      'NRRD_NOT_A_VOLUME',
      'This NRRD file is not a volume in patient space',
      `The file can’t be displayed as a volume: ${reason}.`,
      'Use a file from this program, or import the volume with its orientation.',
    ),
  );
}

function vec3(numbers: readonly number[]): Vec3 | null {
  const [x, y, z] = numbers;
  if (numbers.length !== 3 || x === undefined || y === undefined || z === undefined) return null;
  return [x, y, z];
}

/** Returns the steps along x, y and z if each axis runs along one of these, else null. */
function alignedSpacing(directions: Nrrd['spaceDirections']): Vec3 | null {
  const spacing = directions?.map((step, axis) => {
    const along = step?.[axis] ?? 0;
    const isAligned = step?.length === 3 && step.every((part, at) => at === axis || part === 0);
    return isAligned && along > 0 ? along : Number.NaN;
  });
  return spacing?.every(Number.isFinite) ? vec3(spacing) : null;
}
