import { type Kysely, sql } from 'kysely';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { StoredBytes } from '../../store/index.ts';

/**
 * Lets an announced file name the bytes that are stored for it, where it has none yet or its own
 * were found damaged. @returns the file as it is then; undefined where it has other bytes already
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
        // Other bytes may have come, and been found damaged, while these were on their way.
        eb.and([eb('quarantinedAt', 'is not', null), eb('checksum', '=', sha256)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
}
