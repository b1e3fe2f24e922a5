import { type Kysely, sql } from 'kysely';
import type { Finding, routes } from '#contracts';
import { sameValue } from '#findings';
import type { Database } from '../../database/schema.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import type { CallOf } from '../../http/call.ts';
import {
  type ErrorResponse,
  errorResponse,
  notFound,
  ValidationErrorResponse,
} from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import { rejectIfFindingsSigned } from '../reports/reject-if-signed.ts';
import { locationOfMarks } from '../scans/update-finding-locations.ts';
import type { SiteLists } from '../shared/site-lists.ts';
import { createdBy } from '../shared/stored.ts';
import { writeThumbnail } from '../shared/thumbnails.ts';
import { duplicateMarkError, validateFindingCodes, validateMarks } from './finding-checks.ts';
import { findings, toFinding, writeMarks } from './finding-rows.ts';
import { setHidden, validateHidden } from './hidden-findings.ts';

type Call = CallOf<typeof routes.createFinding>;

/** Creates a finding; a repeated call with the same id and content returns the existing finding. */
export async function createFinding(
  lists: SiteLists,
  skins: StoredSkins,
  call: Call,
): Promise<Finding | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const { marks, id, scanId, thumbnailBase64 = null } = body;
  const invalid =
    validateMarks(marks) ??
    validateGenerator(principal, body.generator) ??
    validateHidden(principal, body.hidden) ??
    validateFindingCodes(lists, optionalFields(body));
  if (invalid !== null) return invalid;
  const signed = await rejectIfFindingsSigned(db, principal, scanId);
  if (signed !== null) return signed;
  const counted = await nextLabel(db, organizationId, scanId);
  if (counted === null) return notFound('The scan');
  addAuditSubject({ id, scanId, patientId: counted.patientId });
  const inserted = await db
    .insertInto('finding')
    .values({
      ...columnsOf(body, actorIdOf(principal)),
      ...(await locationOfMarks(db, organizationId, scanId, Object.values(marks), skins)),
      id,
      scanId,
      label: counted.label,
      generator: body.generator,
      ...createdBy(principal),
    })
    .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted === undefined) return respondToRepeated(call, counted.label);
  const duplicateIds = await writeMarks(db, organizationId, id, Object.values(marks));
  if (duplicateIds.length > 0) return duplicateMarkError(duplicateIds);
  if (thumbnailBase64 !== null) {
    await writeThumbnail(db, { organizationId, kind: 'FINDING', ownerId: id }, thumbnailBase64);
  }
  const hidden = body.hidden ?? false;
  await setHidden(db, principal, id, hidden);
  const written = Object.values(marks).sort((a, b) => (a.id < b.id ? -1 : 1));
  const row = { ...inserted, hidden, marks: written.map((body) => ({ body })) };
  return toFinding(row, thumbnailBase64);
}

/** Returns the next finding number of a scan and its patient; null when the scan does not exist. */
export async function nextLabel(db: Kysely<Database>, organizationId: string, scanId: string) {
  const counted = await db
    .updateTable('scan')
    .set((eb) => ({ lastFindingLabel: eb('lastFindingLabel', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', scanId)
    .where('deletedAt', 'is', null)
    .returning(['lastFindingLabel as label', 'patientId'])
    .executeTakeFirst();
  return counted ?? null;
}

function columnsOf(body: Call['body'], actor: string | null) {
  const { massLengthUm, massWidthUm, massHeightUm, note } = body;
  const { clockPositionSec, distanceFromNippleUm, depthUm, depthReference } = body;
  const labels = body.annotationLabels ?? {};
  const now = sql<string>`now()`;
  return {
    massLengthUm,
    massWidthUm,
    massHeightUm,
    clockPositionSec,
    distanceFromNippleUm,
    depthUm,
    depthReference,
    note,
    ...(note === null ? {} : { noteCreatedBy: actor, noteCreatedAt: now }),
    recommendations: [...(body.recommendations ?? [])],
    biradsScore: body.biradsScore ?? null,
    isMass: body.isMass ?? null,
    annotationLabels: JSON.stringify(labels),
    ...(Object.keys(labels).length === 0 ? {} : { labeledBy: actor, labeledAt: now }),
  };
}

function optionalFields({ recommendations, annotationLabels }: Call['body']) {
  return {
    ...(recommendations === undefined ? {} : { recommendations }),
    ...(annotationLabels === undefined ? {} : { annotationLabels }),
  };
}

async function respondToRepeated(
  { db, principal, body }: Call,
  unusedLabel: number,
): Promise<Finding | ErrorResponse> {
  const existing = await findings(db, principal).where('id', '=', body.id).executeTakeFirst();
  if (existing === undefined || !isRepeated(toFinding(existing), body)) {
    return errorResponse('Conflict', 'Another finding has this id, or this one was changed since');
  }
  // Returns the unused number under the row's lock, because this response commits the transaction.
  await db
    .updateTable('scan')
    .set({ lastFindingLabel: unusedLabel - 1 })
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', body.scanId)
    .execute();
  return toFinding(existing);
}

/**
 * Returns whether the finding contains all sent fields, because a finding that was changed between
 * two calls must not count as saved. Ignores clock, distance and depth, which the server computes.
 */
function isRepeated(existing: Finding, body: Call['body']): boolean {
  const { id: _id, scanId, generator, thumbnailBase64: _thumbnail, ...sent } = body;
  const {
    clockPositionSec: _clock,
    distanceFromNippleUm: _distance,
    depthUm: _depth,
    depthReference: _reference,
    ...compared
  } = sent;
  const fields = Object.keys(compared) as (keyof typeof compared)[];
  return (
    existing.deletedAt === null &&
    existing.scan.id === scanId &&
    existing.generator.id === generator &&
    fields.every(
      (field) => compared[field] === undefined || sameValue(existing[field], compared[field]),
    )
  );
}

/**
 * Rejects findings of a user with another generator than USER; only workers create model findings.
 */
function validateGenerator(
  principal: CallPrincipal,
  generator: string,
): ValidationErrorResponse | null {
  if (principal.kind !== 'human' || generator === 'USER') return null;
  const message = 'A person’s finding has the generator USER';
  return new ValidationErrorResponse([{ field: 'generator', code: 'custom', message }]);
}
