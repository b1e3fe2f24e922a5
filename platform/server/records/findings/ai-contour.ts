import { sql } from 'kysely';
import type { Finding, routes } from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import { rejectIfFindingSigned } from '../reports/reject-if-signed.ts';
import { changedBy, deletedBy } from '../shared/stored.ts';
import { writeFinding } from './change-finding.ts';
import { lockFinding, toStoredFinding } from './finding-rows.ts';
import type { FindingSources } from './finding-sources.ts';

/**
 * Removes the AI contours of a finding: its CONTOURS files, which are named after the finding's id,
 * and its marks that a model generated. Deletes the finding when no mark is left.
 */
export async function deleteAiContour(
  sources: FindingSources,
  call: CallOf<typeof routes.deleteAiContour>,
): Promise<Finding | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const id = body.findingId;
  const signedError = await rejectIfFindingSigned(db, principal, id);
  const row = await lockFinding(db, principal, id);
  if (row instanceof ErrorResponse) return row;
  if (row === undefined || row.deletedAt !== null) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ id, scanId: row.scanId });
  if (signedError !== null) return signedError;
  await db
    .updateTable('scanFile')
    .set({ deletedAt: sql<string>`now()`, deletedBy: actorIdOf(principal) })
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', row.scanId)
    .where('fileCategory', '=', 'CONTOURS')
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`split_part(file_name, '.', 1) = ${id}`)
    .execute();
  const marks = Object.values(toStoredFinding(row).marks);
  const modelMarks = marks.filter(({ markViewParams }) => markViewParams.generatedBy !== 'USER');
  if (modelMarks.length > 0) {
    await db
      .deleteFrom('findingMark')
      .where('organizationId', '=', organizationId)
      .where('findingId', '=', id)
      .where(
        'id',
        'in',
        modelMarks.map((mark) => mark.id),
      )
      .execute();
  }
  const noMarkLeft = modelMarks.length === marks.length && marks.length > 0;
  const source = { db, organizationId, ...sources };
  const change = noMarkLeft ? deletedBy(principal) : changedBy(principal);
  return writeFinding(source, principal, id, change);
}
