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
import { actorIdOf, type CallPrincipal } from '../../accounts/principal.ts';
import type { Database } from '../../database/schema.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound, type Refusal, refuse } from '../../http/refusal.ts';
import {
  refuseIfFindingSigned,
  refuseIfFindingsSigned,
} from '../../operations/reports/refuse-if-signed.ts';
import { placeFactsOf } from '../scans/place-findings.ts';
import { lockScan } from '../scans/scan-rows.ts';
import type { SiteLists } from '../shared/site-lists.ts';
import { changedBy, createdBy, deletedBy } from '../shared/stored.ts';
import { write } from './change-finding.ts';
import { nextLabel } from './create-finding.ts';
import { wrongFindingCodes } from './finding-checks.ts';
import { findings, lockFindings, removeMarks, toFinding, writeMarks } from './finding-rows.ts';
import { hideParts } from './hidden-findings.ts';
import { moveAlong } from './move-along.ts';

/** The merged finding is saved first, then its sources are deleted; one transaction holds both. */
export async function group(
  lists: SiteLists,
  skins: StoredSkins,
  call: CallOf<typeof routes.groupFindings>,
) {
  const { db, body, principal, about } = call;
  const { organizationId } = principal;
  const sourceIds = [...new Set(body.sourceIds)];
  const signed = await refuseIfFindingSigned(db, principal, body.targetId);
  const all = await locked(db, principal, [body.targetId, ...sourceIds]);
  const [target, ...sources] = all ?? [];
  if (target === undefined) return notFound('The finding');
  about({ id: target.id, scanId: target.scan.id });
  if (signed !== null) return signed;
  const facts = await placeFactsOf(db, organizationId, target.scan.id, skins);
  const wrong = wrongLabels(lists, body.resolved, [target, ...sources]);
  if (wrong !== null) return wrong;
  const grouped = groupFindings(target, sources, body.resolved, facts);
  if (!grouped.ok) return refusalOf(grouped.problem);
  const { marks, annotationLabels, ...fields } = grouped.value;
  await removeMarks(db, organizationId, [target.id, ...sourceIds]);
  await writeMarks(db, organizationId, target.id, Object.values(marks));
  const finding = await write(db, principal, target.id, {
    ...fields,
    ...placed(facts, target, fields),
    recommendations: [...fields.recommendations],
    annotationLabels: JSON.stringify(annotationLabels),
    ...saidBy(principal, target, grouped.value),
    ...(await madeBy(db, principal, target)),
    ...changedBy(principal),
  });
  await moveAlong(db, principal, sourceIds, [target.id]);
  await softDelete(db, principal, sourceIds);
  return { finding, deletedIds: sourceIds };
}

/** Each mark becomes a finding with a number of its own; then the original is deleted. */
export async function ungroup(skins: StoredSkins, call: CallOf<typeof routes.ungroupFinding>) {
  const { db, body, principal, about } = call;
  const { organizationId } = principal;
  const known = await findings(db, principal).where('id', '=', body.id).executeTakeFirst();
  if (known === undefined) return notFound('The finding');
  const signed = await refuseIfFindingsSigned(db, principal, known.scanId);
  // The scan gives the numbers. It is locked before its findings, as by a nipple that moves.
  await lockScan(db, organizationId, known.scanId);
  const [finding] = (await locked(db, principal, [body.id])) ?? [];
  if (finding === undefined || finding.deletedAt !== null) return notFound('The finding');
  about({ id: finding.id, scanId: finding.scan.id });
  if (signed !== null) return signed;
  const facts = await placeFactsOf(db, organizationId, finding.scan.id, skins);
  const split = ungroupFinding(finding, facts);
  if (!split.ok) {
    const { code, title } = split.problem;
    return refuse(code === 'SINGLE_MARK' ? 'SingleMark' : 'NotUserGenerated', title);
  }
  await removeMarks(db, organizationId, [finding.id]);
  const made: Finding[] = [];
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
    await hideParts(db, organizationId, finding.id, id);
    const row = await findings(db, principal).where('id', '=', id).executeTakeFirstOrThrow();
    made.push(toFinding(row));
  }
  await moveAlong(
    db,
    principal,
    [finding.id],
    made.map(({ id }) => id),
  );
  await softDelete(db, principal, [finding.id]);
  return { items: made, deletedId: finding.id };
}

/** The findings in the order of their ids in the call, locked; null when one of them is not there. */
async function locked(
  db: Kysely<Database>,
  principal: CallPrincipal,
  ids: readonly string[],
): Promise<readonly Finding[] | null> {
  const rows = await lockFindings(db, principal, ids);
  const byId = new Map(rows.map((row) => [row.id, toFinding(row)]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return found.length === ids.length ? found : null;
}

/** Who groups says what the target did not say before. */
function saidBy(principal: CallPrincipal, target: Finding, grouped: GroupedBody) {
  const [by, at] = [actorIdOf(principal), sql<string>`now()`];
  const sameLabels = sameValue(grouped.annotationLabels, target.annotationLabels);
  return {
    ...(grouped.note === target.note ? {} : { noteCreatedBy: by, noteCreatedAt: at }),
    ...(sameLabels ? {} : { labeledBy: by, labeledAt: at }),
  };
}

/**
 * What blind annotators mark is in no report: whoever else groups findings with one of theirs makes
 * it their own, so that no mark of another one leaves the report with it.
 */
async function madeBy(db: Kysely<Database>, principal: CallPrincipal, target: Finding) {
  if (principal.blind || target.createdBy === null) return {};
  const maker = await db
    .selectFrom('account')
    .select('roles')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', target.createdBy)
    .executeTakeFirst();
  const blind = maker?.roles.includes('BLIND_ANNOTATOR') === true;
  return blind ? { createdBy: actorIdOf(principal) } : {};
}

/** While there is no volume nothing can be told anew, and what the target says stands. */
function placed(
  { geometry }: LocationContext,
  target: Finding,
  { clockPositionSec, distanceFromNippleUm, depthUm, depthReference }: Placed,
): Placed {
  return geometry === null
    ? {
        clockPositionSec: target.clockPositionSec,
        distanceFromNippleUm: target.distanceFromNippleUm,
        depthUm: target.depthUm,
        depthReference: target.depthReference,
      }
    : { clockPositionSec, distanceFromNippleUm, depthUm, depthReference };
}

type Placed = LocationFields;

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

function wrongLabels(
  lists: SiteLists,
  { annotationLabels }: GroupFindings['resolved'],
  all: readonly Finding[],
): Refusal | null {
  if (annotationLabels === undefined) return null;
  const kept: Record<string, string[]> = {};
  for (const finding of all) {
    for (const [listId, ids] of Object.entries(finding.annotationLabels)) {
      kept[listId] = [...(kept[listId] ?? []), ...ids];
    }
  }
  return wrongFindingCodes(
    lists,
    { annotationLabels },
    { recommendations: [], annotationLabels: kept },
  );
}

const REFUSED_AS = {
  NOT_USER_GENERATED: 'NotUserGenerated',
  GROUPING_CONFLICT: 'GroupingConflict',
  FINDINGS_OF_TWO_SCANS: 'FindingsOfTwoScans',
} as const;

function refusalOf({ code, title, fields }: GroupProblem): Refusal {
  const errorType = Object.hasOwn(REFUSED_AS, code)
    ? REFUSED_AS[code as keyof typeof REFUSED_AS]
    : 'Conflict';
  return refuse(errorType, title, fields.length === 0 ? undefined : { fields });
}
