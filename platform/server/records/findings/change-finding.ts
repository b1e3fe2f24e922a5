import { sql, type UpdateObject } from 'kysely';
import {
  type Finding,
  type FindingUpdate,
  type Mark,
  type routes,
  serverMessage,
} from '#contracts';
import { representativeMark, type StoredFinding, sameValue } from '#findings';
import type { Database } from '../../database/schema.ts';
import type { StoredSkins } from '../../files/rows/stored-skins.ts';
import type { CallOf } from '../../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  versionConflict,
} from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import { rejectIfFindingSigned } from '../reports/reject-if-signed.ts';
import type { SiteLists } from '../shared/site-lists.ts';
import { changedBy, deletedBy } from '../shared/stored.ts';
import { readThumbnail, replaceFindingThumbnail } from '../shared/thumbnails.ts';
import { duplicateMarkError, validateFindingCodes, validateMarks } from './finding-checks.ts';
import { type LocationSource, withLocation } from './finding-locations.ts';
import {
  type FindingWithMarks,
  findings,
  freeDeletedMarks,
  lockFindings,
  removeMarks,
  toStoredFinding,
  writeMarks,
} from './finding-rows.ts';
import { validateMarkPlaces } from './mark-places.ts';

type Change = UpdateObject<Database, 'finding'>;

/**
 * Updates a finding; restores a deleted finding under its old number. Deletes the finding when
 * `body.marks` is empty.
 */
export async function updateFinding(
  lists: SiteLists,
  skins: StoredSkins,
  call: CallOf<typeof routes.updateFinding>,
): Promise<Finding | ErrorResponse> {
  const { db, body, principal, params } = call;
  const { organizationId } = principal;
  const marks = Object.values(body.marks);
  const invalid = validateMarks(body.marks);
  if (invalid !== null) return invalid;
  const signedError = await rejectIfFindingSigned(db, principal, params.id);
  const source = { db, organizationId, skins };
  const stored = await lockAtVersion(call, source);
  if (stored instanceof ErrorResponse) return stored;
  if (signedError !== null) return signedError;
  const codes = {
    recommendations: body.recommendations ?? stored.recommendations,
    annotationLabels: body.annotationLabels ?? stored.annotationLabels,
  };
  if (stored.generator !== 'USER' && !keepsAiFields(body, toStoredFinding(stored))) {
    return errorResponse('NotUserGenerated', serverMessage('AI_FINDING_READ_ONLY'));
  }
  const invalidCodes = validateFindingCodes(lists, codes, stored);
  if (invalidCodes !== null) return invalidCodes;
  const impossible = await validateMarkPlaces(db, stored, marks);
  if (impossible !== null) return impossible;
  const isEmpty = marks.length === 0;
  if (!isEmpty) {
    await removeMarks(db, organizationId, [params.id]);
    const ids = marks.map(({ id }) => id);
    await freeDeletedMarks(db, principal, stored.scanId, ids);
    const duplicateIds = await writeMarks(db, organizationId, params.id, marks);
    if (duplicateIds.length > 0) return duplicateMarkError(duplicateIds);
  }
  // Without a new thumbnail, the stored one stays only while it shows the finding's location.
  const keepsThumbnail = body.thumbnailBase64 === undefined && isThumbnailCurrent(marks, stored);
  if (!keepsThumbnail) await replaceFindingThumbnail(db, stored, body.thumbnailBase64 ?? null);
  return writeFinding(source, principal, params.id, {
    ...columnsOf(body, stored, actorIdOf(principal)),
    ...changedBy(principal),
    ...(isEmpty ? deletedBy(principal) : { deletedAt: null, deletedBy: null }),
  });
}

/**
 * Returns whether the stored thumbnail still shows the location of `marks`. True for no marks,
 * because the finding is then deleted and may be restored.
 */
function isThumbnailCurrent(marks: readonly Mark[], stored: FindingWithMarks): boolean {
  const storedMarks = Object.values(toStoredFinding(stored).marks);
  return (
    marks.length === 0 || sameValue(representativeMark(marks), representativeMark(storedMarks))
  );
}

/**
 * Returns whether an update keeps all fields of an AI finding that users must not change; labels
 * and thumbnail may change.
 */
function keepsAiFields(body: FindingUpdate, stored: StoredFinding): boolean {
  const aiFields = ['marks', 'note', 'massLengthUm', 'massWidthUm', 'massHeightUm'] as const;
  const reviewFields = ['biradsScore', 'isMass', 'recommendations'] as const;
  return (
    aiFields.every((field) => sameValue(body[field], stored[field])) &&
    reviewFields.every(
      (field) => body[field] === undefined || sameValue(body[field], stored[field]),
    )
  );
}

/** Stores a thumbnail for the current version, which stays, because a thumbnail is not an edit. */
export async function setFindingThumbnail(
  skins: StoredSkins,
  call: CallOf<typeof routes.setFindingThumbnail>,
): Promise<CallOf<typeof routes.setFindingThumbnail>['body'] | ErrorResponse> {
  const { db, body, params, principal } = call;
  const signedError = await rejectIfFindingSigned(db, principal, params.id);
  const source = { db, organizationId: principal.organizationId, skins };
  const finding = await lockAtVersion(call, source);
  if (finding instanceof ErrorResponse) return finding;
  if (signedError !== null) return signedError;
  await replaceFindingThumbnail(db, finding, body.thumbnailBase64);
  return body;
}

export async function deleteFinding(
  skins: StoredSkins,
  call: CallOf<typeof routes.deleteFinding>,
): Promise<Finding | ErrorResponse> {
  const { db, params, principal } = call;
  const source = { db, organizationId: principal.organizationId, skins };
  const signedError = await rejectIfFindingSigned(db, principal, params.id);
  const stored = await lockAtVersion(call, source);
  if (stored instanceof ErrorResponse) return stored;
  if (signedError !== null) return signedError;
  return writeFinding(source, principal, params.id, deletedBy(principal));
}

/**
 * Locks and returns the finding; an error when it is missing or `version` is not the current one.
 */
async function lockAtVersion(
  call: Pick<
    CallOf<typeof routes.deleteFinding>,
    'db' | 'params' | 'principal' | 'version' | 'addAuditSubject'
  >,
  source: LocationSource,
): Promise<FindingWithMarks | ErrorResponse> {
  const { db, params, principal, version, addAuditSubject } = call;
  const [stored] = await lockFindings(db, principal, [params.id]);
  if (stored === undefined) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ scanId: stored.scanId });
  if (stored.version === version) return stored;
  return versionConflict(await withLocation(source, toStoredFinding(stored)));
}

/** Updates columns of a finding and returns the finding with its location and thumbnail. */
export async function writeFinding(
  source: LocationSource,
  principal: CallPrincipal,
  id: string,
  change: Change,
): Promise<Finding> {
  const { db, organizationId } = source;
  await db
    .updateTable('finding')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
  return findingResponse(source, principal, id);
}

async function findingResponse(
  source: LocationSource,
  principal: CallPrincipal,
  id: string,
): Promise<Finding> {
  const { db, organizationId } = source;
  const row = await findings(db, principal).where('id', '=', id).executeTakeFirstOrThrow();
  const thumbnail = await readThumbnail(db, { organizationId, kind: 'FINDING', ownerId: id });
  return withLocation(source, toStoredFinding(row, thumbnail));
}

/**
 * Returns the columns to write. Author and time of note and labels change only with their content.
 */
function columnsOf(body: FindingUpdate, stored: FindingWithMarks, actor: string | null): Change {
  const { massLengthUm, massWidthUm, massHeightUm, note } = body;
  const now = sql<string>`now()`;
  const noteAuthor = note === null ? null : actor;
  const noteTime = note === null ? null : now;
  const labels = body.annotationLabels;
  return {
    massLengthUm,
    massWidthUm,
    massHeightUm,
    note,
    ...(note === stored.note ? {} : { noteCreatedBy: noteAuthor, noteCreatedAt: noteTime }),
    ...(body.recommendations === undefined ? {} : { recommendations: [...body.recommendations] }),
    ...(body.biradsScore === undefined ? {} : { biradsScore: body.biradsScore }),
    ...(body.isMass === undefined ? {} : { isMass: body.isMass }),
    ...(labels === undefined || sameValue(labels, stored.annotationLabels)
      ? {}
      : { annotationLabels: JSON.stringify(labels), labeledBy: actor, labeledAt: now }),
  };
}
