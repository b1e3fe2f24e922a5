import { type Kysely, sql } from 'kysely';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { StoredBytes } from '../../store/index.ts';

/**
 * Assigns stored bytes to a registered file that has none yet, or whose bytes are damaged.
 * @returns the updated file; undefined when the file already has other bytes
 */
export function assignContent(
  db: Kysely<Database>,
  file: Pick<ScanFileRow, 'organizationId' | 'id'>,
  { key, sha256, byteLength, encryption, encryptionKeyId }: StoredBytes,
  actorId: string | null,
): Promise<ScanFileRow | undefined> {
  return db
    .updateTable('scanFile')
    .set((eb) => ({
      storagePath: key,
      checksum: sha256,
      byteLength,
      encryption,
      encryptionKeyId,
      quarantinedAt: null,
      quarantineReason: null,
      storedAt: sql<string>`clock_timestamp()`,
      updatedAt: sql<string>`clock_timestamp()`,
      updatedBy: actorId,
      version: eb('version', '+', 1),
    }))
    .where('organizationId', '=', file.organizationId)
    .where('id', '=', file.id)
    .where((eb) =>
      eb.or([
        eb('storagePath', 'is', null),
        // Damaged bytes are replaced only by bytes with the recorded checksum, which may have
        // changed during this transfer.
        eb.and([eb('quarantinedAt', 'is not', null), eb('checksum', '=', sha256)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}
