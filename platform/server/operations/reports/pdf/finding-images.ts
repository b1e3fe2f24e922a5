import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Finding, Mark } from '#contracts';
import { markCentreMm, representativeMark } from '#findings';
import type { Volume } from '#volume';
import type { Database } from '../../../database/schema.ts';
import { printableImage } from '../../../images/printable-image.ts';
import type { FindingThumbnails } from '../../../records/findings/finding-thumbnails.ts';
import { readSmallVolume } from '../../../sections/read-volume.ts';
import { type SectionPlane, sectionPng } from '../../../sections/section-png.ts';
import type { FileStore } from '../../../store/index.ts';

export interface ImageSource {
  readonly db: Kysely<Database>;
  readonly organizationId: string;
  readonly thumbnails: FindingThumbnails;
  readonly store: FileStore;
}

/**
 * Returns the printable images of each finding in two planes, by finding id: its thumbnail and a
 * section of the volume in another plane; two sections without a thumbnail. A finding without a
 * location in a volume has its thumbnail only.
 * @param signed checksums of the thumbnails at the signature by finding id; an image that has
 *   changed since is left out. Null shows the current thumbnails
 */
export async function findingImages(
  source: ImageSource,
  findings: readonly Finding[],
  signed: Readonly<Record<string, string>> | null,
): Promise<ReadonlyMap<string, readonly Uint8Array[]>> {
  const images = new Map<string, readonly Uint8Array[]>();
  const volumes = new Map<string, Volume | null>();
  for (const finding of findings) {
    const scanId = finding.scan.id;
    if (!volumes.has(scanId)) volumes.set(scanId, await readSmallVolume(source, scanId));
    const thumbnail = await thumbnailOf(source, finding, signed);
    const sections = sectionsOf(finding, volumes.get(scanId) ?? null, thumbnail !== null);
    const all = [...(thumbnail === null ? [] : [thumbnail]), ...sections];
    if (all.length > 0) images.set(finding.id, all);
  }
  return images;
}

async function thumbnailOf(
  { db, organizationId, thumbnails }: ImageSource,
  { id, scan, deletedAt }: Finding,
  signed: Readonly<Record<string, string>> | null,
): Promise<Uint8Array | null> {
  if (signed !== null && !Object.hasOwn(signed, id)) return null;
  const base64 = await thumbnails.read(db, { organizationId, id, scanId: scan.id, deletedAt });
  if (base64 === null) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (signed !== null && signed[id] !== createHash('sha256').update(bytes).digest('hex'))
    return null;
  return printableImage(bytes);
}

/** Returns the sections that a thumbnail lacks; none for a mark without a location. */
function sectionsOf(
  { marks }: Finding,
  volume: Volume | null,
  hasThumbnail: boolean,
): readonly Uint8Array[] {
  const mark = representativeMark(Object.values(marks));
  if (mark === null || mark.planeView === 'IMG' || volume === null) return [];
  const planes = hasThumbnail ? [otherPlane(mark)] : (['TRA', 'COR'] as const);
  return planes.flatMap(
    (plane) => printableImage(sectionPng(volume, markCentreMm(mark), plane)) ?? [],
  );
}

/** Returns the plane beside that of the mark, in which the thumbnail was made. */
const otherPlane = ({ planeView }: Mark): SectionPlane => (planeView === 'COR' ? 'TRA' : 'COR');
