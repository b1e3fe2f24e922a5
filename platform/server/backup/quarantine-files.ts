import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { quarantine } from '../files/rows/quarantine.ts';
import { markAttachmentFile } from '../operations/attachments/scrub-attachments.ts';
import { missingProblem } from '../store/store-problems.ts';
import type { FileEntry } from './backup-format.ts';

/** Keys per query. */
const BATCH_SIZE = 500;

/** File of a backup that could not be restored. */
export interface LostFile extends FileEntry {
  /** Record that refers to the file, e.g. 'VOLUME3D of scan 018f…'; null without a record. */
  readonly record: string | null;
}

/**
 * Quarantines the files of a restored database whose bytes could not be restored, so that reads,
 * lists and signed reports state the loss at once. Returns the files with their records.
 */
export async function quarantineFiles(
  db: Kysely<Database>,
  files: readonly FileEntry[],
): Promise<readonly LostFile[]> {
  const keys = files.map(({ key }) => key);
  const records = new Map<string, string>();
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    await quarantineBatch(db, keys.slice(start, start + BATCH_SIZE), records);
  }
  return files.map((file) => ({ ...file, record: records.get(file.key) ?? null }));
}

async function quarantineBatch(
  db: Kysely<Database>,
  keys: readonly string[],
  records: Map<string, string>,
): Promise<void> {
  const scanFiles = await db
    .selectFrom('scanFile')
    .selectAll()
    .where('storagePath', 'in', keys)
    .execute();
  for (const row of scanFiles) {
    await quarantine(db, row, missingProblem());
    records.set(row.storagePath ?? '', `${row.fileCategory} of scan ${row.scanId}`);
  }
  const attachmentFiles = await db
    .selectFrom('patientAttachmentFile')
    .selectAll()
    .where('storagePath', 'in', keys)
    .execute();
  for (const row of attachmentFiles) {
    await markAttachmentFile(db, row, missingProblem());
    records.set(row.storagePath ?? '', `attachment ${row.attachmentId}`);
  }
}
