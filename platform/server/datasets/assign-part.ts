import { createHash } from 'node:crypto';
import type { DatasetPart, DatasetSplit } from '#contracts';

const HASH_BYTES = 6;

/**
 * Returns the part of a patient, which depends on the seed and the pseudonym only: all scans of a
 * patient are in one part, also in a later dataset with other patients.
 */
export function assignPart(
  { train, validation, test }: DatasetSplit,
  seed: number,
  patientPseudonym: string,
): DatasetPart {
  const hash = createHash('sha256').update(`${seed}:${patientPseudonym}`).digest();
  const place = hash.readUIntBE(0, HASH_BYTES) / 2 ** (8 * HASH_BYTES);
  if (place < train) return 'train';
  if (place < train + validation) return 'validation';
  // Fractions such as 0.7 + 0.3 can add up to slightly less than 1.
  if (test > 0) return 'test';
  return validation > 0 ? 'validation' : 'train';
}
