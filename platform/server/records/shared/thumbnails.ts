import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { storedFiles, storedReference } from '../../files/rows/scan-file-rows.ts';
import type { FileStore } from '../../store/index.ts';

/** A file that claims to be a thumbnail and is larger is none. */
const MAX_BYTES = 262_144;

/** What pictures are read from besides their rows; null where there is no store at hand. */
export type ThumbnailStore = Pick<FileStore, 'read'> | null;

interface Owner {
  readonly organizationId: string;
  readonly kind: 'FINDING' | 'NIPPLE';
  /** The finding, or the scan whose nipple it shows. */
  readonly ownerId: string;
}

/** The picture as base64; null where there is none. */
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

/** Keeps a picture in place of an earlier one; null takes it away. */
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

const isNamedAfter = (id: string) => sql<boolean>`split_part(scan_file.file_name, '.', 1) = ${id}`;

/**
 * Keeps a reader's picture of a finding, or with null drops one of where it lay before: files that
 * came earlier show it as it was and stand for it no longer. A later file does again.
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
 * The picture of a finding. A FINDING_THUMB file whose name is the finding's id is the truth until a
 * reader keeps another picture or moves the finding; the picture that came with the finding stands
 * where there is none, or none that can be read.
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
