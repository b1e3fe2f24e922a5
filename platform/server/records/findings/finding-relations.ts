import { type Kysely, sql } from 'kysely';
import { type FindingRelation, type routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import type { Database, FindingRelationRow } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import { unpagedList } from '../shared/paging.ts';
import { createdBy, storedOf } from '../shared/stored.ts';
import { findings } from './finding-rows.ts';

/**
 * Creates the relation of an AI finding and a user finding. Each pair has one relation per type; a
 * repeated call updates version and editor of that relation.
 */
export async function upsertFindingRelation(
  call: CallOf<typeof routes.upsertFindingRelation>,
): Promise<FindingRelation | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const { autoSegmentFindingId, userFindingId } = body;
  // Blind annotators can relate AI findings that they cannot see. Such a finding must be of the
  // same scan as the user finding, which must be visible.
  const aiFinding = await db
    .selectFrom('finding')
    .select(['id', 'generator', 'scanId'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', autoSegmentFindingId)
    .executeTakeFirst();
  const userFinding = await findings(db, principal)
    .where('id', '=', userFindingId)
    .executeTakeFirst();
  if (aiFinding === undefined || userFinding === undefined) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ autoSegmentFindingId, userFindingId, scanId: userFinding.scanId });
  if (userFinding.generator !== 'USER' || aiFinding.generator === 'USER') {
    return errorResponse('Conflict', serverMessage('RELATION_ENDS'));
  }
  if (aiFinding.scanId !== userFinding.scanId) {
    return errorResponse('FindingsOfTwoScans', serverMessage('FINDINGS_OF_TWO_SCANS'));
  }
  const row = await db
    .insertInto('findingRelation')
    .values({ ...body, id: newId(), ...createdBy(principal) })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'autoSegmentFindingId', 'userFindingId', 'relationType'])
        .doUpdateSet({
          version: sql`finding_relation.version + 1`,
          updatedAt: sql`now()`,
          updatedBy: actorIdOf(principal),
        }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRelation(row);
}

export async function getFindingRelation(
  call: CallOf<typeof routes.getFindingRelation>,
): Promise<FindingRelation | ErrorResponse> {
  const { db, params, principal } = call;
  const row = await relations(db, principal).where('id', '=', params.id).executeTakeFirst();
  return row === undefined ? notFound('RELATION_NOT_FOUND') : toRelation(row);
}

/** Lists the relations with user findings that the caller may see, newest first. */
export async function listRelationsOfAiFinding(
  call: CallOf<typeof routes.listRelationsOfAiFinding>,
) {
  const { db, params, principal } = call;
  const aiFinding = await db
    .selectFrom('finding')
    .select('id')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', params.id)
    .executeTakeFirst();
  if (aiFinding === undefined) return notFound('FINDING_NOT_FOUND');
  const rows = await relations(db, principal)
    .where('autoSegmentFindingId', '=', params.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return unpagedList(rows, toRelation);
}

/** Selects relations whose user finding the reader may see. */
function relations(db: Kysely<Database>, principal: CallPrincipal) {
  return db
    .selectFrom('findingRelation')
    .selectAll()
    .where('organizationId', '=', principal.organizationId)
    .where(
      'userFindingId',
      'in',
      findings(db, principal).clearSelect().select('finding.id').where('deletedAt', 'is', null),
    );
}

function toRelation(row: FindingRelationRow): FindingRelation {
  const { autoSegmentFindingId, userFindingId, relationType } = row;
  return { ...storedOf(row), autoSegmentFindingId, userFindingId, relationType };
}
