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
