import { type Kysely, sql } from 'kysely';
import { type Finding, fieldError, type routes, serverMessage } from '#contracts';
import { type StoredFinding, sameValue } from '#findings';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import {
  type ErrorResponse,
  errorResponse,
  notFound,
  ValidationErrorResponse,
} from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import { rejectIfFindingsOfScanSigned } from '../reports/reject-if-signed.ts';
import { isClosedScan, openReadingId } from '../shared/open-reading.ts';
import type { SiteLists } from '../shared/site-lists.ts';
import { createdBy } from '../shared/stored.ts';
import {
  duplicateMarkError,
  validateFindingCodes,
  validateMarks,
  validateValues,
} from './finding-checks.ts';
import { withLocation } from './finding-locations.ts';
import { findings, toStoredFinding, writeMarks } from './finding-rows.ts';
import type { FindingSources } from './finding-sources.ts';
import { validateMarkPlaces } from './mark-places.ts';

type Call = CallOf<typeof routes.createFinding>;

/** Creates a finding; a repeated call with the same id and content returns the existing finding. */
export async function createFinding(
  lists: SiteLists,
  sources: FindingSources,
  call: Call,
): Promise<Finding | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const { marks, id, scanId, thumbnailBase64 = null } = body;
  const invalid =
    requireMarks(marks) ??
    validateMarks(marks) ??
    validateGenerator(body.generator) ??
    validateFindingCodes(lists, optionalFields(body)) ??
    validateValues(principal, body);
  if (invalid !== null) return invalid;
  const signedError = await rejectIfFindingsOfScanSigned(db, principal, scanId);
  if (signedError !== null) return signedError;
  if (await isClosedScan(db, principal, scanId)) return notFound('SCAN_NOT_FOUND');
  const allocated = await allocateLabel(db, organizationId, scanId);
  if (allocated === null) return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ id, scanId, patientId: allocated.patientId });
  const scan = { organizationId, scanId };
  const impossible = await validateMarkPlaces(db, scan, Object.values(marks));
  if (impossible !== null) return impossible;
  const inserted = await db
    .insertInto('finding')
    .values({
      ...columnsOf(body, actorIdOf(principal)),
      id,
      scanId,
      label: allocated.label,
      generator: body.generator,
      caseReadingId: await openReadingId(db, principal, scanId),
      ...createdBy(principal),
    })
    .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted === undefined) return respondToRepeated(call, allocated.label, sources);
  const duplicateIds = await writeMarks(db, organizationId, id, Object.values(marks));
  if (duplicateIds.length > 0) return duplicateMarkError(duplicateIds);
  const { thumbnails } = sources;
  if (thumbnailBase64 !== null) {
    await thumbnails.replaceWithFinding(db, inserted, thumbnailBase64, principal);
  }
  const sortedMarks = Object.values(marks).sort((a, b) => (a.id < b.id ? -1 : 1));
  const withoutRun = { aiProviderId: null, aiModel: null, inOpenCase: false };
  const row = { ...inserted, ...withoutRun, marks: sortedMarks.map((body) => ({ body })) };
  const thumbnail = thumbnailBase64 === null ? null : await thumbnails.read(db, inserted);
  return withLocation({ db, organizationId, ...sources }, toStoredFinding(row, thumbnail));
}

/**
 * Counts up the finding numbers of a scan, which locks the scan's row until the transaction ends.
 * Returns the new number and the scan's patient; null when the scan does not exist.
 */
export async function allocateLabel(db: Kysely<Database>, organizationId: string, scanId: string) {
  const allocated = await db
    .updateTable('scan')
    .set((eb) => ({ lastFindingLabel: eb('lastFindingLabel', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', scanId)
    .where('deletedAt', 'is', null)
    .returning(['lastFindingLabel as label', 'patientId'])
    .executeTakeFirst();
  return allocated ?? null;
}

function columnsOf(body: Call['body'], actor: string | null) {
  const { massLengthUm, massWidthUm, massHeightUm, note } = body;
  const labels = body.annotationLabels ?? {};
  const now = sql<string>`now()`;
  return {
    massLengthUm,
    massWidthUm,
    massHeightUm,
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
  sources: FindingSources,
): Promise<Finding | ErrorResponse> {
  const existing = await findings(db, principal).where('id', '=', body.id).executeTakeFirst();
  if (existing === undefined || !isRepeated(toStoredFinding(existing), body)) {
    return errorResponse('Conflict', serverMessage('FINDING_ID_TAKEN'));
  }
  // Takes the unused number back, so that no number is skipped. `allocateLabel` has locked the row.
  await db
    .updateTable('scan')
    .set({ lastFindingLabel: unusedLabel - 1 })
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', body.scanId)
    .execute();
  return withLocation(
    { db, organizationId: principal.organizationId, ...sources },
    toStoredFinding(existing),
  );
}

/**
 * Returns whether the stored finding has the value of every sent field. A finding that was changed
 * between the two calls is a conflict, because the sent values would be lost.
 */
function isRepeated(existing: StoredFinding, body: Call['body']): boolean {
  const { id: _id, scanId, generator, thumbnailBase64: _thumbnail, ...compared } = body;
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

/** Returns an error for a new finding without marks, which no image would show; null otherwise. */
function requireMarks(marks: Call['body']['marks']): ValidationErrorResponse | null {
  if (Object.keys(marks).length > 0) return null;
  return new ValidationErrorResponse([fieldError('marks', 'MARKS_REQUIRED')]);
}

/** Returns an error for another generator than USER, because only runs create AI findings. */
function validateGenerator(generator: string): ValidationErrorResponse | null {
  if (generator === 'USER') return null;
  return new ValidationErrorResponse([fieldError('generator', 'GENERATOR_NOT_USER')]);
}
