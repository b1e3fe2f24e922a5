import { sql } from 'kysely';
import { type EvaluationSet, MAX_EVALUATION_SCANS, type routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import { SIMULATED_SCANNER } from '../accounts/demonstration.ts';
import { datasetScans, haveStudies } from '../datasets/index.ts';
import type { CallOf } from '../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import { actorIdOf } from '../http/principal.ts';
import { evaluationSets, toEvaluationSet } from './evaluation-rows.ts';

/**
 * Creates a set of the scans that match the filter now. Refuses a stated origin that the stored
 * origin of a scan contradicts.
 */
export async function createEvaluationSet(
  call: CallOf<typeof routes.createEvaluationSet>,
): Promise<EvaluationSet | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const { name, filter, origin, sealed } = body;
  if (!(await haveStudies(db, organizationId, filter))) return notFound('STUDY_NOT_FOUND');
  const scans = await datasetScans(db, organizationId, filter)
    .leftJoin('device', (join) =>
      join
        .onRef('device.organizationId', '=', 'scan.organizationId')
        .onRef('device.id', '=', 'scan.deviceId'),
    )
    .select(['scan.id', 'scan.origin', 'device.model'])
    .orderBy('scan.id')
    .execute();
  if (scans.length === 0) return errorResponse('Conflict', serverMessage('EVALUATION_SET_EMPTY'));
  if (scans.length > MAX_EVALUATION_SCANS) {
    const values = { count: scans.length, maximum: MAX_EVALUATION_SCANS };
    return errorResponse('Conflict', serverMessage('EVALUATION_SET_TOO_LARGE', values));
  }
  const simulated = scans.filter(({ model }) => model === SIMULATED_SCANNER).length;
  if (simulated > 0 && origin !== 'PHANTOM') {
    const values = { count: simulated };
    return errorResponse('Conflict', serverMessage('EVALUATION_SET_SIMULATED', values));
  }
  const scanned = scans.filter((scan) => scan.origin === 'SCANNED').length;
  if (scanned > 0 && origin === 'PUBLIC_IMAGES') {
    const values = { count: scanned };
    return errorResponse('Conflict', serverMessage('EVALUATION_SET_SCANNED', values));
  }
  const namesake = await evaluationSets(db, organizationId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  if (namesake !== undefined)
    return errorResponse('Conflict', serverMessage('EVALUATION_SET_NAME_TAKEN'));
  const id = newId();
  addAuditSubject({ id, count: String(scans.length) });
  const row = await db
    .insertInto('evaluationSet')
    .values({
      ...{ id, organizationId, name, origin, sealed },
      filter: JSON.stringify(filter),
      scanIds: scans.map((scan) => scan.id),
      createdBy: actorIdOf(principal),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toEvaluationSet(row);
}
