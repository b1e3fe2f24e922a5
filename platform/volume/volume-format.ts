import type { VolumeFormat } from './volume-problems.ts';

const NRRD_MAGIC = /^NRRD000[1-5]/;
/** Keys with which a MetaImage header may begin. */
export const META_IMAGE_FIRST_KEYS = [
  'ObjectType',
  'ObjectSubType',
  'Comment',
  'NDims',
  'BinaryData',
  'AnatomicalOrientation',
] as const;
const META_IMAGE_START = new RegExp(`^(${META_IMAGE_FIRST_KEYS.join('|')})\\s*=`);

/** Detects the format of an imported volume from its first bytes; null for any other file. */
export function volumeFormatOf(bytes: Uint8Array): Exclude<VolumeFormat, 'NIfTI'> | null {
  const start = new TextDecoder().decode(bytes.subarray(0, 64));
  if (NRRD_MAGIC.test(start)) return 'NRRD';
  return META_IMAGE_START.test(start) ? 'MetaImage' : null;
}
