import { type Kysely, sql } from 'kysely';
import type { Finding, GroupFindings, routes } from '#contracts';
import {
  type GroupedBody,
  type GroupProblem,
  groupFindings,
  type LocationContext,
  type LocationFields,
  sameValue,
  ungroupFinding,
} from '#findings';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import { rejectIfFindingSigned, rejectIfFindingsSigned } from '../reports/reject-if-signed.ts';
import { lockScan } from '../scans/scan-rows.ts';
import { locationContextOf } from '../scans/update-finding-locations.ts';
import type { SiteLists } from '../shared/site-lists.ts';
import { changedBy, createdBy, deletedBy } from '../shared/stored.ts';
import { write } from './change-finding.ts';
import { nextLabel } from './create-finding.ts';
import { validateFindingCodes } from './finding-checks.ts';
import { findings, lockFindings, removeMarks, toFinding, writeMarks } from './finding-rows.ts';
import { copyHidden } from './hidden-findings.ts';
import { transferNotes } from './transfer-notes.ts';

/** Saves the merged finding, then deletes its sources in the same transaction. */
export async function group(
  lists: SiteLists,
  skins: StoredSkins,
  call: CallOf<typeof routes.groupFindings>,
) {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const sourceIds = [...new Set(body.sourceIds)];
  const signed = await rejectIfFindingSigned(db, principal, body.targetId);
  const all = await locked(db, principal, [body.targetId, ...sourceIds]);
  const [target, ...sources] = all ?? [];
  if (target === undefined) return notFound('The finding');
  addAuditSubject({ id: target.id, scanId: target.scan.id });
  if (signed !== null) return signed;
  const context = await locationContextOf(db, organizationId, target.scan.id, skins);
  const invalid = validateLabels(lists, body.resolved, [target, ...sources]);
  if (invalid !== null) return invalid;
  const grouped = groupFindings(target, sources, body.resolved, context);
  if (!grouped.ok) return toErrorResponse(grouped.problem);
  const { marks, annotationLabels, ...fields } = grouped.value;
  await removeMarks(db, organizationId, [target.id, ...sourceIds]);
  await writeMarks(db, organizationId, target.id, Object.values(marks));
  const finding = await write(db, principal, target.id, {
    ...fields,
    ...locationOrStored(context, target, fields),
    recommendations: [...fields.recommendations],
    annotationLabels: JSON.stringify(annotationLabels),
    ...authorshipOf(principal, target, grouped.value),
    ...(await creatorColumns(db, principal, target)),
    ...changedBy(principal),
  });
  await transferNotes(db, principal, sourceIds, [target.id]);
  await softDelete(db, principal, sourceIds);
  return { finding, deletedIds: sourceIds };
}

/** Turns each mark into a finding with its own number, then deletes the original. */
export async function ungroup(skins: StoredSkins, call: CallOf<typeof routes.ungroupFinding>) {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const existing = await findings(db, principal).where('id', '=', body.id).executeTakeFirst();
  if (existing === undefined) return notFound('The finding');
  const signed = await rejectIfFindingsSigned(db, principal, existing.scanId);
  // Finding numbers come from the scan, which is locked before its findings, as in `setNipple`.
  await lockScan(db, organizationId, existing.scanId);
  const [finding] = (await locked(db, principal, [body.id])) ?? [];
  if (finding === undefined || finding.deletedAt !== null) return notFound('The finding');
  addAuditSubject({ id: finding.id, scanId: finding.scan.id });
  if (signed !== null) return signed;
  const context = await locationContextOf(db, organizationId, finding.scan.id, skins);
  const split = ungroupFinding(finding, context);
  if (!split.ok) {
    const { code, title } = split.problem;
    return errorResponse(code === 'SINGLE_MARK' ? 'SingleMark' : 'NotUserGenerated', title);
  }
  await removeMarks(db, organizationId, [finding.id]);
  const created: Finding[] = [];
  for (const { marks, annotationLabels, ...fields } of split.value) {
    const counted = await nextLabel(db, organizationId, finding.scan.id);
    if (counted === null) return notFound('The scan');
    const id = newId();
    const { noteCreatedBy, noteCreatedAt, labeledBy, labeledAt } = finding;
    await db
      .insertInto('finding')
      .values({
        ...fields,
        id,
        scanId: finding.scan.id,
        generator: 'USER',
        label: counted.label,
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
    created.push(toFinding(row));
  }
  await transferNotes(
    db,
    principal,
    [finding.id],
    created.map(({ id }) => id),
  );
  await softDelete(db, principal, [finding.id]);
  return { items: created, deletedId: finding.id };
}

/** Locks findings and returns them in the order of `ids`; null when any is missing. */
async function locked(
  db: Kysely<Database>,
  principal: CallPrincipal,
  ids: readonly string[],
): Promise<readonly Finding[] | null> {
  const rows = await lockFindings(db, principal, ids);
  const byId = new Map(rows.map((row) => [row.id, toFinding(row)]));
  const matched = ids.flatMap((id) => byId.get(id) ?? []);
  return matched.length === ids.length ? matched : null;
}

/** Attributes note and labels to the caller where grouping changed them. */
function authorshipOf(principal: CallPrincipal, target: Finding, grouped: GroupedBody) {
  const [by, at] = [actorIdOf(principal), sql<string>`now()`];
  const sameLabels = sameValue(grouped.annotationLabels, target.annotationLabels);
  return {
    ...(grouped.note === target.note ? {} : { noteCreatedBy: by, noteCreatedAt: at }),
    ...(sameLabels ? {} : { labeledBy: by, labeledAt: at }),
  };
}

/**
 * Makes the caller the creator when a blind annotator created the target and the caller is not
 * blind; empty otherwise. Findings of blind annotators are in no report, so marks of others would
 * otherwise leave the report.
 */
async function creatorColumns(db: Kysely<Database>, principal: CallPrincipal, target: Finding) {
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
 * Returns the computed location; keeps the target's stored location while the scan has no volume.
 */
function locationOrStored(
  { geometry }: LocationContext,
  target: Finding,
  { clockPositionSec, distanceFromNippleUm, depthUm, depthReference }: StoredLocation,
): StoredLocation {
  return geometry === null
    ? {
        clockPositionSec: target.clockPositionSec,
        distanceFromNippleUm: target.distanceFromNippleUm,
        depthUm: target.depthUm,
        depthReference: target.depthReference,
      }
    : { clockPositionSec, distanceFromNippleUm, depthUm, depthReference };
}

type StoredLocation = LocationFields;

async function softDelete(
  db: Kysely<Database>,
  principal: CallPrincipal,
  ids: readonly string[],
): Promise<void> {
  await db
    .updateTable('finding')
    .set(deletedBy(principal))
    .where('organizationId', '=', principal.organizationId)
    .where('id', 'in', ids)
    .execute();
}

function validateLabels(
  lists: SiteLists,
  { annotationLabels }: GroupFindings['resolved'],
  all: readonly Finding[],
): ErrorResponse | null {
  if (annotationLabels === undefined) return null;
  const previous: Record<string, string[]> = {};
  for (const finding of all) {
    for (const [listId, ids] of Object.entries(finding.annotationLabels)) {
      previous[listId] = [...(previous[listId] ?? []), ...ids];
    }
  }
  return validateFindingCodes(
    lists,
    { annotationLabels },
    { recommendations: [], annotationLabels: previous },
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
  return errorResponse(errorType, title, fields.length === 0 ? undefined : { fields });
}
