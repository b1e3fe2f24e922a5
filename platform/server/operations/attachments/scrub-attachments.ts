import { type Kysely, sql } from 'kysely';
import type { Problem } from '#foundation';
import type { Database } from '../../database/schema.ts';
import { isDamage } from '../../files/rows/quarantine.ts';
import { writeAudit } from '../../http/audit.ts';
import type { FileStore } from '../../store/index.ts';
import { type AttachmentFileRow, referenceOf } from './attachment-rows.ts';

const BATCH_SIZE = 50;

/** Result counts of a scrub, over scan files and attachments together. */
export interface ScrubCounts {
  checked: number;
  missing: number;
  /** Files whose bytes do not match their checksum. */
  corrupt: number;
  /** Files that could not be checked, e.g. because the store did not respond; not quarantined. */
  unreadable: number;
  /** Files that had been quarantined and are intact again. */
  healed: number;
}

/**
 * Reads every stored attachment of an organization and compares it with its row. Marks missing and
 * damaged files, so that they can be uploaded again; writes an audit row for each.
 */
export async function scrubAttachments(
  db: Kysely<Database>,
  store: FileStore,
  organizationId: string,
  counts: ScrubCounts,
  signal?: AbortSignal,
): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('patientAttachmentFile')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('storagePath', '>', after)
      .orderBy('storagePath')
      .limit(BATCH_SIZE)
      .execute();
    for (const row of rows) {
      if (signal?.aborted === true) return;
      await scrubFile(db, store, row, counts);
    }
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)?.storagePath ?? '';
  }
}

async function scrubFile(
  db: Kysely<Database>,
  store: FileStore,
  row: AttachmentFileRow,
  counts: ScrubCounts,
): Promise<void> {
  const reference = referenceOf(row);
  if (reference === null) return;
  counts.checked += 1;
  const result = await store.verify(reference);
  if (result.ok) {
    if (row.quarantinedAt !== null && (await markAttachmentFile(db, row, null))) counts.healed += 1;
    return;
  }
  if (!isDamage(result.problem)) {
    counts.unreadable += 1;
    return;
  }
  counts[result.problem.code === 'FILE_MISSING' ? 'missing' : 'corrupt'] += 1;
  if (row.quarantinedAt === null) await markAttachmentFile(db, row, result.problem);
}

/**
 * Marks a file as missing or damaged, or as healthy when `cause` is null, with an audit row. False
 * when the mark was set already or other bytes have replaced the checked ones.
 */
export async function markAttachmentFile(
  db: Kysely<Database>,
  { organizationId, attachmentId, fileName, storagePath }: AttachmentFileRow,
  cause: Problem | null,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('patientAttachmentFile')
      .set({
        quarantinedAt: cause === null ? null : sql<string>`clock_timestamp()`,
        quarantineReason: cause === null ? null : `${cause.title}. ${cause.detail}`,
      })
      .where('organizationId', '=', organizationId)
      .where('attachmentId', '=', attachmentId)
      .where('fileName', '=', fileName)
      .where('storagePath', '=', storagePath)
      .where('quarantinedAt', cause === null ? 'is not' : 'is', null)
      .returning('attachmentId')
      .executeTakeFirst();
    if (changed === undefined) return false;
    const action = cause === null ? 'liftAttachmentQuarantine' : 'quarantineAttachmentFile';
    const subject = { attachmentId, ...(cause === null ? {} : { code: cause.code }) };
    await writeAudit(trx, { principal: null, organizationId, action, outcome: 'done', subject });
    return true;
  });
}
