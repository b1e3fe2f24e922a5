import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Longer than a backup, which reads the files that its rows name. */
const RETENTION_HOURS = 24;

/**
 * Removes the rows of thumbnail files that were replaced a day ago; `purgeStore` removes their
 * bytes. A thumbnail is rendered from volume and mark, so no earlier image has to be preserved.
 */
export async function purgeThumbnails(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('scanFile')
    .where('fileCategory', '=', 'FINDING_THUMB')
    .where('supersededAt', '<', sql<string>`now() - make_interval(hours => ${RETENTION_HOURS})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('upload')
            .select('upload.id')
            .whereRef('upload.organizationId', '=', 'scanFile.organizationId')
            .whereRef('upload.scanFileId', '=', 'scanFile.id'),
        ),
      ),
    )
    .execute();
}
