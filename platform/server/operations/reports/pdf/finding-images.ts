import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Finding } from '#contracts';
import type { Database } from '../../../database/schema.ts';
import { printableImage } from '../../../images/printable-image.ts';
import type { FindingThumbnails } from '../../../records/findings/finding-thumbnails.ts';

/**
 * Returns the printable thumbnail of each finding that has one, by finding id.
 * @param signed checksums of the thumbnails at the signature by finding id; an image that has
 *   changed since is left out. Null shows the current thumbnails
 */
export async function findingImages(
  source: {
    readonly db: Kysely<Database>;
    readonly organizationId: string;
    readonly thumbnails: FindingThumbnails;
  },
  findings: readonly Finding[],
  signed: Readonly<Record<string, string>> | null,
): Promise<ReadonlyMap<string, readonly Uint8Array[]>> {
  const images = new Map<string, readonly Uint8Array[]>();
  const { db, organizationId, thumbnails } = source;
  for (const { id, scan, deletedAt } of findings) {
    if (signed !== null && !Object.hasOwn(signed, id)) continue;
    const key = { organizationId, id, scanId: scan.id, deletedAt };
    const base64 = await thumbnails.read(db, key);
    if (base64 === null) continue;
    const bytes = Buffer.from(base64, 'base64');
    if (signed !== null && signed[id] !== createHash('sha256').update(bytes).digest('hex'))
      continue;
    const printable = printableImage(bytes);
    if (printable !== null) images.set(id, [printable]);
  }
  return images;
}
