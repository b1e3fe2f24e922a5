import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Logger, ok, type Result } from '#foundation';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { storedReference } from '../../files/rows/scan-file-rows.ts';
import { FileStage } from '../../files/scan-files/file-stage.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import type { FileStore } from '../../store/index.ts';
import { readThumbnail, writeThumbnail } from '../shared/thumbnails.ts';

/** Maximum size of a thumbnail file; larger files are ignored. */
const MAX_BYTES = 262_144;

interface FindingKey {
  readonly organizationId: string;
  readonly id: string;
  readonly scanId: string;
  readonly deletedAt: string | null;
}

/**
 * Thumbnails of findings: FINDING_THUMB files named after the finding's id. The newest file is the
 * current thumbnail; saving a thumbnail supersedes the others.
 */
export class FindingThumbnails {
  readonly #store: FileStore | null;
  readonly #logger: Logger;

  /** @param store null stores no thumbnails */
  constructor(store: FileStore | null, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  /**
   * Returns the thumbnail as base64, or null. Images that earlier versions stored in the database
   * are returned while a finding has no readable file.
   */
  async read(db: Kysely<Database>, finding: FindingKey): Promise<string | null> {
    const file = await this.#currentFile(db, finding);
    const reference = file === undefined ? null : storedReference(file);
    const bytes =
      reference === null || this.#store === null ? null : await this.#store.read(reference);
    if (bytes?.ok === true) return Buffer.from(bytes.value).toString('base64');
    return readThumbnail(db, ownerOf(finding));
  }

  /**
   * Stores a thumbnail in place of the current one; null only removes the current one, which shows
   * an earlier location. The same image again changes nothing.
   * @returns the problem of the store; the current thumbnail is then unchanged
   */
  async replace(
    db: Kysely<Database>,
    finding: FindingKey,
    base64: string | null,
    principal: CallPrincipal,
  ): Promise<Result<void>> {
    if (base64 === null || this.#store === null) {
      await removeCurrent(db, finding);
      return ok(undefined);
    }
    const bytes = Buffer.from(base64, 'base64');
    const current = await this.#currentFile(db, finding);
    if (current?.checksum === createHash('sha256').update(bytes).digest('hex')) {
      return ok(undefined);
    }
    const stage = new FileStage(this.#store);
    const fileExtension = extensionOf(base64);
    const fileName = `${finding.id}.${fileExtension}`;
    const staged = await stage.add({
      fileCategory: 'FINDING_THUMB',
      fileName,
      fileExtension,
      bytes,
    });
    if (!staged.ok) return staged;
    await removeCurrent(db, finding);
    const { organizationId, scanId } = finding;
    await stage.insert(db, { organizationId, scanId, createdBy: actorIdOf(principal) });
    return ok(undefined);
  }

  /**
   * Same as `replace` for a thumbnail sent with a finding. A failing store leaves the finding
   * without a thumbnail, because an edit counts more than its picture, which browsers render again.
   */
  async replaceWithFinding(
    db: Kysely<Database>,
    finding: FindingKey,
    base64: string | null,
    principal: CallPrincipal,
  ): Promise<void> {
    const replaced = await this.replace(db, finding, base64, principal);
    if (replaced.ok) return;
    const { code } = replaced.problem;
    this.#logger.log('warn', 'Thumbnail was not stored', { findingId: finding.id, code });
    await removeCurrent(db, finding);
  }

  #currentFile(
    db: Kysely<Database>,
    { organizationId, scanId, id, deletedAt }: FindingKey,
  ): Promise<ScanFileRow | undefined> {
    return db
      .selectFrom('scanFile')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('scanId', '=', scanId)
      .where('fileCategory', '=', 'FINDING_THUMB')
      .where('storagePath', 'is not', null)
      .where('byteLength', '<=', MAX_BYTES)
      .where('supersededAt', 'is', null)
      .where('quarantinedAt', 'is', null)
      .where(isNamedAfter([id]))
      .$if(deletedAt === null, (query) => query.where('deletedAt', 'is', null))
      .orderBy('storedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }
}

/**
 * Returns the SHA-256 (lower-case hex) of the current thumbnail file of each finding of some scans,
 * by finding id.
 */
export async function thumbnailChecksums(
  db: Kysely<Database>,
  organizationId: string,
  scanIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (scanIds.length === 0) return new Map();
  const files = await db
    .selectFrom('scanFile')
    .select([sql<string>`split_part(file_name, '.', 1)`.as('findingId'), 'checksum'])
    .where('organizationId', '=', organizationId)
    .where('scanId', 'in', scanIds)
    .where('fileCategory', '=', 'FINDING_THUMB')
    .where('storagePath', 'is not', null)
    .where('byteLength', '<=', MAX_BYTES)
    .where('supersededAt', 'is', null)
    .where('quarantinedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .orderBy('storedAt')
    .orderBy('id')
    .execute();
  // The newest file of a finding replaces its earlier files.
  return new Map(
    files.flatMap(({ findingId, checksum }) => (checksum === null ? [] : [[findingId, checksum]])),
  );
}

const ownerOf = ({ organizationId, id }: FindingKey) =>
  ({ organizationId, kind: 'FINDING', ownerId: id }) as const;

/** Returns a condition that a file's name without extension is one of the ids. */
const isNamedAfter = (ids: readonly string[]) =>
  sql<boolean>`split_part(file_name, '.', 1) = any(${[...ids]}::text[])`;

/** Returns the file extension of an image by its first bytes, which the contract limits. */
function extensionOf(base64: string): string {
  if (base64.startsWith('iVBORw0KGgo')) return 'png';
  return base64.startsWith('UklGR') ? 'webp' : 'jpg';
}

/** Supersedes all stored thumbnail files of a finding and removes the image of the database. */
async function removeCurrent(db: Kysely<Database>, finding: FindingKey): Promise<void> {
  await writeThumbnail(db, ownerOf(finding), null);
  await thumbnailFiles(db, finding, [finding.id])
    .set({ supersededAt: sql<string>`clock_timestamp()` })
    .where('storagePath', 'is not', null)
    .where('supersededAt', 'is', null)
    .execute();
}

/** Soft-deletes the thumbnail files of deleted findings of a scan. */
export async function deleteThumbnails(
  db: Kysely<Database>,
  principal: CallPrincipal,
  scanId: string,
  ids: readonly string[],
): Promise<void> {
  const { organizationId } = principal;
  await thumbnailFiles(db, { organizationId, scanId }, ids)
    .set({ deletedAt: sql<string>`clock_timestamp()`, deletedBy: actorIdOf(principal) })
    .where('supersededAt', 'is', null)
    .where('deletedAt', 'is', null)
    .execute();
}

/** Restores the thumbnail files that were deleted with a finding that is restored. */
export async function restoreThumbnails(db: Kysely<Database>, finding: FindingKey): Promise<void> {
  await thumbnailFiles(db, finding, [finding.id])
    .set({ deletedAt: null, deletedBy: null })
    .where('supersededAt', 'is', null)
    .where('deletedAt', '>=', finding.deletedAt)
    .execute();
}

function thumbnailFiles(
  db: Kysely<Database>,
  { organizationId, scanId }: Pick<FindingKey, 'organizationId' | 'scanId'>,
  ids: readonly string[],
) {
  return db
    .updateTable('scanFile')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scanId)
    .where('fileCategory', '=', 'FINDING_THUMB')
    .where(isNamedAfter(ids));
}
