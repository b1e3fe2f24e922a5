import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { storedFiles, storedReference } from '../../files/rows/scan-file-rows.ts';
import type { FileStore } from '../../store/index.ts';

/** Maximum size of a FINDING_THUMB file; larger files are ignored. */
const MAX_BYTES = 262_144;

/** Store of thumbnail files; null when unavailable. */
export type ThumbnailStore = Pick<FileStore, 'read'> | null;

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

interface FindingKey {
  readonly organizationId: string;
  readonly id: string;
  readonly scanId: string;
}

/** Returns a condition that a file's name without extension is the id. */
const isNamedAfter = (id: string) => sql<boolean>`split_part(scan_file.file_name, '.', 1) = ${id}`;

/**
 * Stores a reader's thumbnail of a finding; null deletes an outdated thumbnail. Supersedes earlier
 * thumbnail files, which show the old location; a later file takes precedence again.
 */
export async function replaceFindingThumbnail(
  db: Kysely<Database>,
  { organizationId, id, scanId }: FindingKey,
  base64: string | null,
): Promise<void> {
  await writeThumbnail(db, { organizationId, kind: 'FINDING', ownerId: id }, base64);
  await db
    .updateTable('scanFile')
    .set({ supersededAt: sql<string>`now()` })
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .where('fileCategory', '=', 'FINDING_THUMB')
    .where('storagePath', 'is not', null)
    .where('supersededAt', 'is', null)
    .where(isNamedAfter(id))
    .execute();
}

/**
 * Returns the thumbnail of a finding as base64, or null. A FINDING_THUMB file named after the
 * finding's id takes precedence until a reader stores another thumbnail or moves the finding;
 * without a readable file, the stored thumbnail is used.
 */
export async function findingThumbnail(
  db: Kysely<Database>,
  store: ThumbnailStore,
  finding: FindingKey,
): Promise<string | null> {
  const { organizationId, id, scanId } = finding;
  const file = await storedFiles(db, {
    organizationId,
    scanId,
    fileCategory: 'FINDING_THUMB',
  })
    .where(isNamedAfter(id))
    .where('scanFile.quarantinedAt', 'is', null)
    .where('scanFile.byteLength', '<=', MAX_BYTES)
    .orderBy('scanFile.storedAt', 'desc')
    .orderBy('scanFile.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const reference = file === undefined ? null : storedReference(file);
  const bytes = reference === null || store === null ? null : await store.read(reference);
  if (bytes?.ok === true) return Buffer.from(bytes.value).toString('base64');
  return readThumbnail(db, { organizationId, kind: 'FINDING', ownerId: id });
}
