import { sql } from 'kysely';
import type { Finding, routes } from '#contracts';
import { actorIdOf } from '../../accounts/principal.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, notFound } from '../../http/error-response.ts';
import { rejectIfFindingSigned } from '../../operations/reports/reject-if-signed.ts';
import { locationOfMarks } from '../scans/update-finding-locations.ts';
import { changedBy, deletedBy } from '../shared/stored.ts';
import { write } from './change-finding.ts';
import { lockFindings, toFinding } from './finding-rows.ts';

/**
 * Removes what the AI drew for a finding: its CONTOURS files, which bear the finding's id as their
 * name, and its marks made by a model. Without its last mark the finding is deleted.
 */
export async function deleteAiContour(
  skins: StoredSkins,
  call: CallOf<typeof routes.deleteAiContour>,
): Promise<Finding | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const id = body.findingId;
  const signed = await rejectIfFindingSigned(db, principal, id);
  const [row] = await lockFindings(db, principal, [id]);
  if (row === undefined || row.deletedAt !== null) return notFound('The finding');
  addAuditSubject({ id, scanId: row.scanId });
  if (signed !== null) return signed;
  await db
    .updateTable('scanFile')
    .set({ deletedAt: sql<string>`now()`, deletedBy: actorIdOf(principal) })
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', row.scanId)
    .where('fileCategory', '=', 'CONTOURS')
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`split_part(file_name, '.', 1) = ${id}`)
    .execute();
  const marks = Object.values(toFinding(row).marks);
  const drawn = marks.filter(({ markViewParams }) => markViewParams.generatedBy !== 'USER');
  if (drawn.length > 0) {
    await db
      .deleteFrom('findingMark')
      .where('organizationId', '=', organizationId)
      .where('findingId', '=', id)
      .where(
        'id',
        'in',
        drawn.map((mark) => mark.id),
      )
      .execute();
  }
  const last = drawn.length === marks.length && marks.length > 0;
  const remaining = marks.filter((mark) => !drawn.includes(mark));
  return write(db, principal, id, {
    ...(await locationOfMarks(db, organizationId, row.scanId, remaining, skins)),
    ...(last ? deletedBy(principal) : changedBy(principal)),
  });
}
