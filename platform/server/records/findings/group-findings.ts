import { type Kysely, sql } from 'kysely';
import type { GroupFindings, routes } from '#contracts';
import {
  type GroupedBody,
  type GroupProblem,
  groupFindings,
  type StoredFinding,
  sameValue,
  ungroupFinding,
} from '#findings';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import {
  rejectIfFindingSigned,
  rejectIfFindingsOfScanSigned,
} from '../reports/reject-if-signed.ts';
import { lockScan } from '../scans/scan-rows.ts';
import type { SiteLists } from '../shared/site-lists.ts';
import { changedBy, createdBy, deletedBy } from '../shared/stored.ts';
import { writeFinding } from './change-finding.ts';
import { allocateLabel } from './create-finding.ts';
import { validateFindingCodes, validateValues } from './finding-checks.ts';
import { withLocations } from './finding-locations.ts';
import {
  findings,
  lockFindings,
  removeMarks,
  toStoredFinding,
  writeMarks,
} from './finding-rows.ts';
import type { FindingSources } from './finding-sources.ts';
import { deleteThumbnails } from './finding-thumbnails.ts';
import { copyHidden } from './hidden-findings.ts';
import { transferNotes } from './transfer-notes.ts';

/** Merges the sources into the target, then deletes the sources, in one transaction. */
export async function group(
  lists: SiteLists,
  sources: FindingSources,
  call: CallOf<typeof routes.groupFindings>,
) {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const sourceIds = [...new Set(body.sourceIds)];
  const signedError = await rejectIfFindingSigned(db, principal, body.targetId);
  const lockedFindings = await lockInOrder(db, principal, [body.targetId, ...sourceIds]);
  if (lockedFindings instanceof ErrorResponse) return lockedFindings;
  const [target, ...others] = lockedFindings ?? [];
  if (target === undefined) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ id: target.id, scanId: target.scan.id });
  if (signedError !== null) return signedError;
  const merged = [target, ...others];
  const invalid =
    validateLabels(lists, body.resolved, merged) ??
    validateValues(principal, body.resolved, merged, 'resolved.');
  if (invalid !== null) return invalid;
  const grouped = groupFindings(target, others, body.resolved);
  if (!grouped.ok) return toErrorResponse(grouped.problem);
  const { marks, annotationLabels, ...fields } = grouped.value;
  await removeMarks(db, organizationId, [target.id, ...sourceIds]);
  await writeMarks(db, organizationId, target.id, Object.values(marks));
  const finding = await writeFinding({ db, organizationId, ...sources }, principal, target.id, {
    ...fields,
    recommendations: [...fields.recommendations],
    annotationLabels: JSON.stringify(annotationLabels),
    ...authorshipOf(principal, target, grouped.value),
    ...(await creatorColumns(db, principal, target)),
    ...(await caseColumns(db, organizationId, target, others)),
    ...changedBy(principal),
  });
  await transferNotes(db, principal, sourceIds, [target.id]);
  await softDelete(db, principal, target.scan.id, sourceIds);
  return { finding, deletedIds: sourceIds };
}

/** Turns each mark into a finding with its own number, then deletes the original. */
export async function ungroup(sources: FindingSources, call: CallOf<typeof routes.ungroupFinding>) {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const existing = await findings(db, principal).where('id', '=', body.id).executeTakeFirst();
  if (existing === undefined) return notFound('FINDING_NOT_FOUND');
  const signedError = await rejectIfFindingsOfScanSigned(db, principal, existing.scanId);
  // Locks the scan, whose row counts the finding numbers, before the findings. The opposite order
  // could deadlock.
  await lockScan(db, organizationId, existing.scanId);
  const locked = await lockInOrder(db, principal, [body.id]);
  if (locked instanceof ErrorResponse) return locked;
  const [finding] = locked ?? [];
  if (finding === undefined || finding.deletedAt !== null) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ id: finding.id, scanId: finding.scan.id });
  if (signedError !== null) return signedError;
  const split = ungroupFinding(finding);
  if (!split.ok) {
    const { code, title } = split.problem;
    const errorType = code === 'SINGLE_MARK' ? 'SingleMark' : 'NotUserGenerated';
    return errorResponse(errorType, { code, values: {}, text: title });
  }
  await removeMarks(db, organizationId, [finding.id]);
  const created: StoredFinding[] = [];
  for (const { marks, annotationLabels, ...fields } of split.value) {
    const allocated = await allocateLabel(db, organizationId, finding.scan.id);
    if (allocated === null) return notFound('SCAN_NOT_FOUND');
    const id = newId();
    const { noteCreatedBy, noteCreatedAt, labeledBy, labeledAt } = finding;
    await db
      .insertInto('finding')
      .values({
        ...fields,
        id,
        scanId: finding.scan.id,
        generator: 'USER',
        caseReadingId: existing.caseReadingId,
        label: allocated.label,
        noteCreatedBy,
        noteCreatedAt,
        labeledBy,
        labeledAt,
        recommendations: [...fields.recommendations],
        annotationLabels: JSON.stringify(annotationLabels),
        ...createdBy(principal),
      })
      .execute();
    await writeMarks(db, organizationId, id, Object.values(marks));
    await copyHidden(db, organizationId, finding.id, id);
    const row = await findings(db, principal).where('id', '=', id).executeTakeFirstOrThrow();
    created.push(toStoredFinding(row));
  }
  await transferNotes(
    db,
    principal,
    [finding.id],
    created.map(({ id }) => id),
  );
  await softDelete(db, principal, finding.scan.id, [finding.id]);
  const items = await withLocations({ db, organizationId, ...sources }, created);
  return { items: [...items], deletedId: finding.id };
}

/** Locks findings and returns them in the order of `ids`; null when any is missing. */
async function lockInOrder(
  db: Kysely<Database>,
  principal: CallPrincipal,
  ids: readonly string[],
): Promise<readonly StoredFinding[] | null | ErrorResponse> {
  const rows = await lockFindings(db, principal, ids);
  if (rows instanceof ErrorResponse) return rows;
  const byId = new Map(rows.map((row) => [row.id, toStoredFinding(row)]));
  const matched = ids.flatMap((id) => byId.get(id) ?? []);
  return matched.length === ids.length ? matched : null;
}

/** Returns the columns that name the caller as author of a note or labels that grouping changed. */
function authorshipOf(principal: CallPrincipal, target: StoredFinding, grouped: GroupedBody) {
  const actor = actorIdOf(principal);
  const now = sql<string>`now()`;
  const sameLabels = sameValue(grouped.annotationLabels, target.annotationLabels);
  return {
    ...(grouped.note === target.note ? {} : { noteCreatedBy: actor, noteCreatedAt: now }),
    ...(sameLabels ? {} : { labeledBy: actor, labeledAt: now }),
  };
}

/**
 * Returns the column that makes the caller the creator if a blind annotator created the target and
 * the caller is not blind; no column otherwise. Findings of blind annotators are in no report, so
 * marks of other users would disappear from the report with the merge.
 */
async function creatorColumns(
  db: Kysely<Database>,
  principal: CallPrincipal,
  target: StoredFinding,
) {
  if (principal.blind || target.createdBy === null) return {};
  const creator = await db
    .selectFrom('account')
    .select('roles')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', target.createdBy)
    .executeTakeFirst();
  const blind = creator?.roles.includes('BLIND_ANNOTATOR') === true;
  return blind ? { createdBy: actorIdOf(principal) } : {};
}

/**
 * Returns the column that moves the target out of the reading in which it was made if findings from
 * elsewhere are merged into it, because their marks would disappear from the report; else none.
 */
async function caseColumns(
  db: Kysely<Database>,
  organizationId: string,
  target: StoredFinding,
  others: readonly StoredFinding[],
) {
  const ids = [target, ...others].map(({ id }) => id);
  const rows = await db
    .selectFrom('finding')
    .select('caseReadingId')
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .execute();
  const isMixed = new Set(rows.map(({ caseReadingId }) => caseReadingId)).size > 1;
  return isMixed ? { caseReadingId: null } : {};
}

async function softDelete(
  db: Kysely<Database>,
  principal: CallPrincipal,
  scanId: string,
  ids: readonly string[],
): Promise<void> {
  await db
    .updateTable('finding')
    .set(deletedBy(principal))
    .where('organizationId', '=', principal.organizationId)
    .where('id', 'in', ids)
    .execute();
  await deleteThumbnails(db, principal, scanId, ids);
}

function validateLabels(
  lists: SiteLists,
  { annotationLabels }: GroupFindings['resolved'],
  merged: readonly StoredFinding[],
): ErrorResponse | null {
  if (annotationLabels === undefined) return null;
  const storedLabels: Record<string, string[]> = {};
  for (const finding of merged) {
    for (const [listId, ids] of Object.entries(finding.annotationLabels)) {
      storedLabels[listId] = [...(storedLabels[listId] ?? []), ...ids];
    }
  }
  return validateFindingCodes(
    lists,
    { annotationLabels },
    { recommendations: [], annotationLabels: storedLabels },
  );
}

const ERROR_TYPES = {
  NOT_USER_GENERATED: 'NotUserGenerated',
  GROUPING_CONFLICT: 'GroupingConflict',
  FINDINGS_OF_TWO_SCANS: 'FindingsOfTwoScans',
} as const;

function toErrorResponse({ code, title, fields }: GroupProblem): ErrorResponse {
  const errorType = Object.hasOwn(ERROR_TYPES, code)
    ? ERROR_TYPES[code as keyof typeof ERROR_TYPES]
    : 'Conflict';
  const message = { code, values: {}, text: title };
  return errorResponse(errorType, message, fields.length === 0 ? undefined : { fields });
}
