import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

interface Owner {
  readonly organizationId: string;
  readonly kind: 'FINDING' | 'NIPPLE';
  /** Id of the finding, or of the scan whose nipple the thumbnail shows. */
  readonly ownerId: string;
}

/** Returns the thumbnail of the database as base64; null when there is none. */
export async function readThumbnail(db: Kysely<Database>, owner: Owner): Promise<string | null> {
  const row = await db
    .selectFrom('thumbnail')
    .select('image')
    .where('organizationId', '=', owner.organizationId)
    .where('kind', '=', owner.kind)
    .where('ownerId', '=', owner.ownerId)
    .executeTakeFirst();
  return row?.image.toString('base64') ?? null;
}

/** Stores or replaces a thumbnail; null deletes the thumbnail. */
export async function writeThumbnail(
  db: Kysely<Database>,
  owner: Owner,
  base64: string | null,
): Promise<void> {
  if (base64 === null) {
    await db
      .deleteFrom('thumbnail')
      .where('organizationId', '=', owner.organizationId)
      .where('kind', '=', owner.kind)
      .where('ownerId', '=', owner.ownerId)
      .execute();
    return;
  }
  const image = Buffer.from(base64, 'base64');
  await db
    .insertInto('thumbnail')
    .values({ ...owner, image })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'kind', 'ownerId']).doUpdateSet({ image }),
    )
    .execute();
}
