import { type Kysely, sql } from 'kysely';
import type { Problem } from '#foundation';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { writeAudit } from '../../http/audit.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';

/**
 * Returns whether the stored bytes are missing or differ from the record. A missing encryption key
 * or an unresponsive disk is no damage.
 */
export function isDamage({ code }: Problem): boolean {
  return code === 'FILE_MISSING' || code === 'FILE_CORRUPT';
}

type Named = Pick<ScanFileRow, 'id' | 'organizationId' | 'scanId' | 'storagePath'>;

/**
 * Marks a file with missing or damaged bytes and writes an audit row.
 * @returns false when already quarantined
 */
export function quarantine(db: Kysely<Database>, file: Named, cause: Problem): Promise<boolean> {
  return mark(db, file, 'quarantineScanFile', cause);
}

/** Releases a file whose bytes are intact again, after a restore or a disk error. */
export function releaseQuarantine(db: Kysely<Database>, file: Named): Promise<boolean> {
  return mark(db, file, 'liftQuarantine', null);
}

function mark(
  db: Kysely<Database>,
  { id, organizationId, scanId, storagePath }: Named,
  action: string,
  cause: Problem | null,
): Promise<boolean> {
  const write = async (trx: Kysely<Database>): Promise<boolean> => {
    const changed = await trx
      .updateTable('scanFile')
      .set({
        quarantinedAt: cause === null ? null : sql<string>`clock_timestamp()`,
        quarantineReason: cause === null ? null : `${cause.title}. ${cause.detail}`,
      })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      // Only for the bytes that were checked, because they may have been replaced in the meantime.
      .where('storagePath', '=', storagePath)
      .where('quarantinedAt', cause === null ? 'is not' : 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (changed === undefined) return false;
    const subject = { id, scanId, ...(cause === null ? {} : { code: cause.code }) };
    await writeAudit(trx, { principal: null, organizationId, action, outcome: 'done', subject });
    return true;
  };
  return db.isTransaction ? write(db) : db.transaction().execute(write);
}

/** Null when the file may be served. */
export function quarantineError(row: ScanFileRow): ErrorResponse | null {
  if (row.quarantinedAt === null) return null;
  const { quarantinedAt, quarantineReason } = row;
  return errorResponse(
    'FileQuarantined',
    'The stored file was found missing or damaged and is not handed out. Restore it from a copy or make it again.',
    { quarantinedAt, quarantineReason },
  );
}
