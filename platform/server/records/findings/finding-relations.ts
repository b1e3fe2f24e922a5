import { type Kysely, sql } from 'kysely';
import type { FindingRelation, routes } from '#contracts';
import { newId } from '#foundation';
import type { Database, FindingRelationRow } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import { unpagedList } from '../shared/paging.ts';
import { createdBy, storedOf } from '../shared/stored.ts';
import { findings } from './finding-rows.ts';

/**
 * Stores one row per pair and type; a repeated call updates version and editor of the same
 * relation.
 */
export async function upsertFindingRelation(
  call: CallOf<typeof routes.upsertFindingRelation>,
): Promise<FindingRelation | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const { autoSegmentFindingId, userFindingId } = body;
  const ai = await db
    .selectFrom('finding')
    .select(['id', 'generator', 'scanId'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', autoSegmentFindingId)
    .executeTakeFirst();
  const userFinding = await findings(db, principal)
    .where('id', '=', userFindingId)
    .executeTakeFirst();
  // Blind annotators reference AI findings that they cannot see, so the check goes through the scan
  // of the user finding.
  if (ai === undefined || userFinding === undefined) return notFound('The finding');
  addAuditSubject({ autoSegmentFindingId, userFindingId, scanId: userFinding.scanId });
  if (userFinding.generator !== 'USER' || ai.generator === 'USER') {
    return errorResponse('Conflict', 'A relation ties a user finding to a finding of the AI');
  }
  if (ai.scanId !== userFinding.scanId) {
    return errorResponse('FindingsOfTwoScans', 'The findings belong to different scans');
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
  return row === undefined ? notFound('The relation') : toRelation(row);
}

export async function listRelationsOfAiFinding(
  call: CallOf<typeof routes.listRelationsOfAiFinding>,
) {
  const { db, params, principal } = call;
  const ai = await db
    .selectFrom('finding')
    .select('id')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', params.id)
    .executeTakeFirst();
  if (ai === undefined) return notFound('The finding');
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
