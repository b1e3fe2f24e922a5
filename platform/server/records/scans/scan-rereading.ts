import { type Kysely, sql } from 'kysely';
import type { ScanSide } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';

/** Requests that the study of a scan is read again, because the scan's side was corrected. */
export async function requestRereading(
  db: Kysely<Database>,
  principal: CallPrincipal,
  request: {
    readonly scanId: string;
    readonly correctionId: string;
    readonly laterality: ScanSide;
    readonly reason: string;
  },
): Promise<void> {
  const { scanId, correctionId, laterality, reason } = request;
  const { organizationId } = principal;
  await db
    .insertInto('scanRereading')
    .values({
      organizationId,
      id: newId(),
      scanId,
      correctionId,
      laterality,
      reason,
      createdBy: actorIdOf(principal),
    })
    .execute();
}

/**
 * Withdraws the open request of a correction.
 * @returns false if the correction made no request, or a reader has confirmed it
 */
export async function withdrawRereading(
  db: Kysely<Database>,
  organizationId: string,
  correctionId: string,
): Promise<boolean> {
  const withdrawn = await db
    .updateTable('scanRereading')
    .set({ withdrawnAt: sql<string>`clock_timestamp()` })
    .where('organizationId', '=', organizationId)
    .where('correctionId', '=', correctionId)
    .where('confirmedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .returning('id')
    .execute();
  return withdrawn.length > 0;
}

/** Returns the scans of a study whose corrected side no reader has confirmed, ordered by label. */
export async function scansToReadAgain(
  db: Kysely<Database>,
  organizationId: string,
  studyId: string,
): Promise<readonly { readonly id: string; readonly label: string }[]> {
  return db
    .selectFrom('scan')
    .select(['scan.id', 'scan.label'])
    .where('scan.organizationId', '=', organizationId)
    .where('scan.studyId', '=', studyId)
    .where('scan.deletedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('scanRereading')
          .select('scanRereading.id')
          .whereRef('scanRereading.organizationId', '=', 'scan.organizationId')
          .whereRef('scanRereading.scanId', '=', 'scan.id')
          .where('scanRereading.confirmedAt', 'is', null)
          .where('scanRereading.withdrawnAt', 'is', null),
      ),
    )
    .orderBy('scan.label')
    .execute();
}
