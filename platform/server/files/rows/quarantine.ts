import { type Kysely, sql } from 'kysely';
import { serverMessage } from '#contracts';
import type { Problem } from '#foundation';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { writeAudit } from '../../http/audit.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';

/**
 * Returns whether a problem of the store means that the bytes are missing or differ from the row. A
 * missing encryption key or failing storage does not, because the bytes may be intact.
 */
export function isDamage({ code }: Problem): boolean {
  return code === 'FILE_MISSING' || code === 'FILE_CORRUPT';
}

type FileKey = Pick<ScanFileRow, 'id' | 'organizationId' | 'scanId' | 'storagePath'>;

/**
 * Quarantines a file with missing or damaged bytes and writes an audit row.
 * @returns false when already quarantined, or when the file has other bytes by now
 */
export function quarantine(db: Kysely<Database>, file: FileKey, cause: Problem): Promise<boolean> {
  return mark(db, file, 'quarantineScanFile', cause);
}

/**
 * Releases a file whose bytes are intact again, e.g. after a restore, and writes an audit row.
 * @returns false when not quarantined, or when the file has other bytes by now
 */
export function releaseQuarantine(db: Kysely<Database>, file: FileKey): Promise<boolean> {
  return mark(db, file, 'liftQuarantine', null);
}

/** Sets the quarantine with its cause, or ends it without a cause. */
function mark(
  db: Kysely<Database>,
  { id, organizationId, scanId, storagePath }: FileKey,
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
      // Matches only the bytes that were checked; the file may have other bytes by now.
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

/** Returns the error for a quarantined file; null when the file may be served. */
export function quarantineError(row: ScanFileRow): ErrorResponse | null {
  if (row.quarantinedAt === null) return null;
  const { quarantinedAt, quarantineReason } = row;
  return errorResponse('FileQuarantined', serverMessage('FILE_QUARANTINED'), {
    quarantinedAt,
    quarantineReason,
  });
}
