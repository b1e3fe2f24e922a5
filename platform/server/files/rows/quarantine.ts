import { type Kysely, sql } from 'kysely';
import type { Problem } from '#foundation';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import { writeAudit } from '../../http/audit.ts';
import { type ErrorResponse, errorResponse } from '../../http/error-response.ts';

/** Bytes that are not the ones of the record; a missing key or a silent disk is not their fault. */
export function isDamage({ code }: Problem): boolean {
  return code === 'FILE_MISSING' || code === 'FILE_CORRUPT';
}

type Named = Pick<ScanFileRow, 'id' | 'organizationId' | 'scanId' | 'storagePath'>;

/** Marks a file whose bytes are missing or damaged, with an audit row. @returns false if it was */
export function quarantine(db: Kysely<Database>, file: Named, cause: Problem): Promise<boolean> {
  return mark(db, file, 'quarantineScanFile', cause);
}

/** The bytes are right again: restored from a copy, or a disk that answered wrongly. */
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
      // Only of the bytes that were looked at: they may have been replaced meanwhile.
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

/** Null for a file that may be handed out. */
export function quarantineError(row: ScanFileRow): ErrorResponse | null {
  if (row.quarantinedAt === null) return null;
  const { quarantinedAt, quarantineReason } = row;
  return errorResponse(
    'FileQuarantined',
    'The stored file was found missing or damaged and is not handed out. Restore it from a copy or make it again.',
    { quarantinedAt, quarantineReason },
  );
}
