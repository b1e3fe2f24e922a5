import { findings, toStoredFinding } from '../records/findings/finding-rows.ts';
import type { FindingThumbnails } from '../records/findings/finding-thumbnails.ts';
import { readSmallVolume, type VolumeOwner } from '../sections/read-volume.ts';
import { sectionPng } from '../sections/section-png.ts';
import { placeOfFinding } from './compute/lesion-of.ts';

/**
 * Returns the image of a finding as base64: the stored thumbnail, or a transverse section of the
 * volume. Null without a readable volume, and for a volume whose levels are all too large.
 */
export async function failureImage(
  owner: VolumeOwner,
  thumbnails: FindingThumbnails,
  findingId: string,
): Promise<string | null> {
  const { db, organizationId } = owner;
  const row = await findings(db, { organizationId, accountId: null, blind: false })
    .where('id', '=', findingId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const stored = await thumbnails.read(db, row);
  if (stored !== null) return stored;
  const place = placeOfFinding(toStoredFinding(row));
  const volume = place === null ? null : await readSmallVolume(owner, row.scanId);
  if (place === null || volume === null) return null;
  return sectionPng(volume, place.centreMm, 'TRA').toString('base64');
}
