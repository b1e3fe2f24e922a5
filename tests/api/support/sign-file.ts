import type { Kysely } from 'kysely';
import { newId } from '#foundation';
import type { Database } from '../../../platform/server/database/schema.ts';

/** Inserts a signed report that is based on the stored files of a scan, without the API. */
export async function signFilesOfScan(db: Kysely<Database>, scanId: string): Promise<void> {
  const { organizationId, studyId, patientId } = await db
    .selectFrom('scan')
    .selectAll()
    .where('id', '=', scanId)
    .executeTakeFirstOrThrow();
  const files = await db
    .selectFrom('scanFile')
    .selectAll()
    .where('scanId', '=', scanId)
    .where('supersededAt', 'is', null)
    .execute();
  const reportId = newId();
  await db
    .insertInto('report')
    .values({
      id: reportId,
      organizationId,
      studyId,
      patientId,
      number: Date.now() % 1_000_000_000,
      content: '{}',
      // A study has one signed report but any number of addenda, and the tests share a study.
      state: 'ADDENDUM',
      parentId: reportId,
      signedAt: new Date().toISOString(),
      frozen: '{}',
      contentHash: 'hash',
      createdBy: null,
      updatedBy: null,
    })
    .execute();
  const rows = files.map(({ id, fileCategory, checksum, byteLength }) => ({
    organizationId,
    reportId,
    fileId: id,
    scanId,
    fileCategory,
    checksum: checksum ?? '',
    byteLength: byteLength ?? 0,
  }));
  await db.insertInto('signedFile').values(rows).execute();
}
