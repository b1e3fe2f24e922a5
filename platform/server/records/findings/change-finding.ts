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
import { storeError } from '../../files/content/problem-response.ts';
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
import {
  duplicateMarkError,
  validateFindingCodes,
  validateMarks,
  validateValues,
} from './finding-checks.ts';
import { withLocation } from './finding-locations.ts';
import {
  type FindingWithMarks,
  findings,
  freeDeletedMarks,
  lockFinding,
  removeMarks,
  toStoredFinding,
  writeMarks,
} from './finding-rows.ts';
import type { FindingSource, FindingSources } from './finding-sources.ts';
import { deleteThumbnails, restoreThumbnails } from './finding-thumbnails.ts';
import { validateMarkPlaces } from './mark-places.ts';

type Change = UpdateObject<Database, 'finding'>;

/**
 * Updates a finding; restores a deleted finding under its old number. Deletes the finding when
 * `body.marks` is empty.
 */
export async function updateFinding(
  lists: SiteLists,
  sources: FindingSources,
  call: CallOf<typeof routes.updateFinding>,
): Promise<Finding | ErrorResponse> {
  const { db, body, principal, params } = call;
  const { organizationId } = principal;
  const marks = Object.values(body.marks);
  const invalid = validateMarks(body.marks);
  if (invalid !== null) return invalid;
  const signedError = await rejectIfFindingSigned(db, principal, params.id);
  const source = { db, organizationId, ...sources };
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
  const isEmpty = marks.length === 0;
  if (isEmpty) {
    const kept = rejectIfAi(stored);
    if (kept !== null) return kept;
  }
  const invalidValue =
    validateFindingCodes(lists, codes, stored) ?? validateValues(principal, body, [stored]);
  if (invalidValue !== null) return invalidValue;
  const impossible = await validateMarkPlaces(db, stored, marks);
  if (impossible !== null) return impossible;
  if (!isEmpty) {
    await removeMarks(db, organizationId, [params.id]);
    const ids = marks.map(({ id }) => id);
    await freeDeletedMarks(db, principal, stored.scanId, ids);
    const duplicateIds = await writeMarks(db, organizationId, params.id, marks);
    if (duplicateIds.length > 0) return duplicateMarkError(duplicateIds);
  }
  // Without a new thumbnail, the stored one stays only while it shows the finding's location.
  const keepsThumbnail = body.thumbnailBase64 === undefined && isThumbnailCurrent(marks, stored);
  if (!isEmpty && stored.deletedAt !== null) await restoreThumbnails(db, stored);
  if (!keepsThumbnail) {
    const image = body.thumbnailBase64 ?? null;
    await sources.thumbnails.replaceWithFinding(db, stored, image, principal);
  }
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
  sources: FindingSources,
  call: CallOf<typeof routes.setFindingThumbnail>,
): Promise<CallOf<typeof routes.setFindingThumbnail>['body'] | ErrorResponse> {
  const { db, body, params, principal } = call;
  const signedError = await rejectIfFindingSigned(db, principal, params.id);
  const source = { db, organizationId: principal.organizationId, ...sources };
  // A page may still be drawing when its reader completes the case, whose findings are copied then.
  const finding = await lockAtVersion(call, source, { ownOfClosed: true });
  if (finding instanceof ErrorResponse) return finding;
  if (signedError !== null) return signedError;
  const { thumbnails } = sources;
  const replaced = await thumbnails.replace(db, finding, body.thumbnailBase64, principal);
  return replaced.ok ? body : storeError(replaced.problem);
}

/**
 * Soft-deletes a user finding. Rejected for an AI finding, which readers can hide and
 * `deleteAiContour` can empty.
 */
export async function deleteFinding(
  sources: FindingSources,
  call: CallOf<typeof routes.deleteFinding>,
): Promise<Finding | ErrorResponse> {
  const { db, params, principal } = call;
  const source = { db, organizationId: principal.organizationId, ...sources };
  const signedError = await rejectIfFindingSigned(db, principal, params.id);
  const stored = await lockAtVersion(call, source);
  if (stored instanceof ErrorResponse) return stored;
  const error = signedError ?? rejectIfAi(stored);
  if (error !== null) return error;
  return writeFinding(source, principal, params.id, deletedBy(principal));
}

/** Returns an error for deleting an AI finding, else null. */
function rejectIfAi({ generator }: FindingWithMarks): ErrorResponse | null {
  return generator === 'USER'
    ? null
    : errorResponse('NotUserGenerated', serverMessage('AI_FINDING_KEPT'));
}

/**
 * Locks and returns the finding; an error when it is missing or `version` is not the current one.
 */
async function lockAtVersion(
  call: Pick<
    CallOf<typeof routes.deleteFinding>,
    'db' | 'params' | 'principal' | 'version' | 'addAuditSubject'
  >,
  source: FindingSource,
  options: Parameters<typeof lockFinding>[3] = {},
): Promise<FindingWithMarks | ErrorResponse> {
  const { db, params, principal, version, addAuditSubject } = call;
  const stored = await lockFinding(db, principal, params.id, options);
  if (stored instanceof ErrorResponse) return stored;
  if (stored === undefined) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ scanId: stored.scanId });
  if (stored.version === version) return stored;
  return versionConflict(await withLocation(source, toStoredFinding(stored)));
}

/**
 * Updates columns of a finding and returns the finding with its location and thumbnail. Deletes the
 * thumbnail file of a deleted finding. Null changes nothing.
 */
export async function writeFinding(
  source: FindingSource,
  principal: CallPrincipal,
  id: string,
  change: Change | null,
): Promise<Finding> {
  const { db, organizationId, thumbnails } = source;
  if (change !== null) {
    await db
      .updateTable('finding')
      .set(change)
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute();
  }
  const row = await findings(db, principal).where('id', '=', id).executeTakeFirstOrThrow();
  if (row.deletedAt !== null) await deleteThumbnails(db, principal, row.scanId, [id]);
  return withLocation(source, toStoredFinding(row, await thumbnails.read(db, row)));
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
