import { type Kysely, sql } from 'kysely';
import { type routes, serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { errorResponse, notFound } from '../../http/error-response.ts';
import { scanById } from '../scans/scan-rows.ts';
import { isClosedScan } from '../shared/open-reading.ts';
import { findings } from './finding-rows.ts';

/** Lists the findings of a scan that the caller has hidden; deleted findings are left out. */
export async function listHiddenFindings(call: CallOf<typeof routes.listHiddenFindings>) {
  const { db, params, principal, addAuditSubject } = call;
  const { organizationId, accountId } = principal;
  const scan = await scanById(db, organizationId, params.scanId);
  if (scan === undefined || (await isClosedScan(db, principal, params.scanId)))
    return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ patientId: scan.patientId });
  const rows = await db
    .selectFrom('findingHidden')
    .innerJoin('finding', (join) =>
      join
        .onRef('finding.organizationId', '=', 'findingHidden.organizationId')
        .onRef('finding.id', '=', 'findingHidden.findingId'),
    )
    .select('finding.id')
    .where('findingHidden.organizationId', '=', organizationId)
    .where('findingHidden.accountId', '=', accountId)
    .where('finding.scanId', '=', params.scanId)
    .where('finding.deletedAt', 'is', null)
    .orderBy('finding.id')
    .execute();
  return { findingIds: rows.map(({ id }) => id) };
}

/**
 * Hides a finding from the caller's list or shows the finding again. Changes neither the finding
 * nor the lists of other users, and is therefore allowed on findings of a signed report.
 */
export async function setFindingHidden(call: CallOf<typeof routes.setFindingHidden>) {
  const { db, body, params, principal, addAuditSubject } = call;
  const { organizationId, accountId } = principal;
  const finding = await findings(db, principal).where('id', '=', params.id).executeTakeFirst();
  if (finding === undefined) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ scanId: finding.scanId });
  if (accountId === null) return errorResponse('Forbidden', serverMessage('NOT_PERMITTED'));
  const row = { organizationId, accountId, findingId: params.id };
  if (body.hidden) {
    await db
      .insertInto('findingHidden')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return body;
  }
  await db
    .deleteFrom('findingHidden')
    .where('organizationId', '=', organizationId)
    .where('accountId', '=', accountId)
    .where('findingId', '=', params.id)
    .execute();
  return body;
}

/** Hides the target for every account that has hidden the source; used when a finding is split. */
export async function copyHidden(
  db: Kysely<Database>,
  organizationId: string,
  sourceId: string,
  targetId: string,
): Promise<void> {
  await db
    .insertInto('findingHidden')
    .columns(['organizationId', 'accountId', 'findingId'])
    .expression((eb) =>
      eb
        .selectFrom('findingHidden')
        .select(['organizationId', 'accountId', sql<string>`${targetId}::uuid`.as('findingId')])
        .where('organizationId', '=', organizationId)
        .where('findingId', '=', sourceId),
    )
    .execute();
}
