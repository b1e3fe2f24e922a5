import { sql } from 'kysely';
import type { routes, Study } from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import { withheldError } from '../shared/withheld-error.ts';
import { lockStudy, studyFor, toStudy } from './study-rows.ts';

/**
 * Confirms that a study was read again after the corrections up to `at`. Later corrections still
 * ask for a reading, because the reader has not seen them.
 */
export async function confirmReread(
  call: CallOf<typeof routes.confirmReread>,
): Promise<Study | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  if (principal.blind) return withheldError();
  const { organizationId } = principal;
  const study = await lockStudy(db, organizationId, params.id);
  if (study === undefined) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ patientId: study.patientId });
  await db
    .updateTable('scanRereading')
    .set({ confirmedAt: sql<string>`clock_timestamp()`, confirmedBy: actorIdOf(principal) })
    .where('organizationId', '=', organizationId)
    .where('scanId', 'in', (eb) =>
      eb
        .selectFrom('scan')
        .select('scan.id')
        .where('scan.organizationId', '=', organizationId)
        .where('scan.studyId', '=', study.id)
        .where('scan.deletedAt', 'is', null),
    )
    .where('confirmedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('createdAt', '<=', body.at)
    .execute();
  const row = await studyFor(db, principal, study.id);
  return row === undefined ? notFound('STUDY_NOT_FOUND') : toStudy(row, principal);
}
