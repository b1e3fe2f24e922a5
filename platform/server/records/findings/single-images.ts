import { type Kysely, sql } from 'kysely';
import type { Mark } from '#contracts';
import { imageNumberOf, isDrawnIn, isSingleImage, singleImageOf } from '#findings';
import type { Database } from '../../database/schema.ts';

/**
 * Returns the marks of single images that no stored image of the scan holds: an image with the number
 * and the size in millimetres that the mark states, and without a sweep.
 */
export async function marksWithoutImage(
  db: Kysely<Database>,
  scan: { readonly organizationId: string; readonly scanId: string },
  marks: readonly Mark[],
): Promise<readonly Mark[]> {
  const inImages = marks.filter(isSingleImage);
  if (inImages.length === 0) return [];
  const numbers = [...new Set(inImages.map((mark) => String(imageNumberOf(mark))))];
  const rows = await db
    .selectFrom('scanFile')
    .select('header')
    .where('organizationId', '=', scan.organizationId)
    .where('scanId', '=', scan.scanId)
    .where('fileCategory', '=', 'SCAN_IMAGE')
    .where('storedAt', 'is not', null)
    .where(sql<string>`header ->> 'frameIdx'`, 'in', numbers)
    .execute();
  const images = rows.flatMap(({ header }) => singleImageOf(header) ?? []);
  return inImages.filter((mark) => !images.some((image) => isDrawnIn(mark, image)));
}
