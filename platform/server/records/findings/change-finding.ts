import { type Kysely, sql, type UpdateObject } from 'kysely';
import type { Finding, FindingUpdate, Mark, routes } from '#contracts';
import { representativeMark, sameValue } from '#findings';
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
import { locationOfMarks } from '../scans/update-finding-locations.ts';
import type { SiteLists } from '../shared/site-lists.ts';
import { changedBy, deletedBy } from '../shared/stored.ts';
import { readThumbnail, replaceFindingThumbnail } from '../shared/thumbnails.ts';
import { duplicateMarkError, validateFindingCodes, validateMarks } from './finding-checks.ts';
import { NO_EDIT } from './finding-edits.ts';
import {
  type FindingWithMarks,
  findings,
  freeDeletedMarks,
  lockFindings,
  removeMarks,
  toFinding,
  writeMarks,
} from './finding-rows.ts';
import { setHidden, validateHidden } from './hidden-findings.ts';

type Change = UpdateObject<Database, 'finding'>;

/**
 * Updates a finding; restores a deleted finding under its old number. Deletes the finding with its
 * last mark.
 */
export async function updateFinding(
  lists: SiteLists,
  skins: StoredSkins,
  call: CallOf<typeof routes.updateFinding>,
): Promise<Finding | ErrorResponse> {
  const { db, body, principal, params } = call;
  const { organizationId } = principal;
  const marks = Object.values(body.marks);
  const invalid = validateMarks(body.marks) ?? validateHidden(principal, body.hidden);
  if (invalid !== null) return invalid;
  const signed = await rejectIfFindingSigned(db, principal, params.id);
  const before = await lockAtVersion(call);
  if (before instanceof ErrorResponse) return before;
  const location = await locationOfMarks(db, organizationId, before.scanId, marks, skins);
  const isUnchanged = hasSameFields(body, before, location);
  if (isUnchanged) call.addAuditSubject(NO_EDIT);
  if (body.hidden !== undefined) {
    await setHidden(db, principal, params.id, body.hidden);
    // Creates no version, so that no save conflicts; allowed on signed reports.
    if (isUnchanged && body.thumbnailBase64 === undefined)
      return findingResponse(db, principal, params.id);
  }
  if (signed !== null) return signed;
  const codes = {
    recommendations: body.recommendations ?? before.recommendations,
    annotationLabels: body.annotationLabels ?? before.annotationLabels,
  };
  if (before.generator !== 'USER' && !keepsAiFields(body, toFinding(before))) {
    return errorResponse(
      'NotUserGenerated',
      'What the AI found stays as it is. Make a finding of your own from it to change it',
    );
  }
  const invalidCodes = validateFindingCodes(lists, codes, before);
  if (invalidCodes !== null) return invalidCodes;
  const last = marks.length === 0;
  if (!last) {
    await removeMarks(db, organizationId, [params.id]);
    const ids = marks.map(({ id }) => id);
    await freeDeletedMarks(db, principal, before.scanId, ids);
    const duplicateIds = await writeMarks(db, organizationId, params.id, marks);
    if (duplicateIds.length > 0) return duplicateMarkError(duplicateIds);
  }
  const { thumbnailBase64: thumbnail = isThumbnailCurrent(marks, before) ? undefined : null } =
    body;
  if (thumbnail !== undefined) {
    await replaceFindingThumbnail(db, before, thumbnail);
  }
  return write(db, principal, params.id, {
    ...columnsOf(body, before, actorIdOf(principal)),
    ...location,
    ...changedBy(principal),
    ...(last ? deletedBy(principal) : { deletedAt: null, deletedBy: null }),
  });
}

/**
 * Returns whether the finding's content stays the same: only `hidden` or the automatically created
 * thumbnail changes. Such a call is no edit. Location fields computed by the server are ignored,
 * because they follow from the nipple.
 */
function hasSameFields(body: FindingUpdate, before: FindingWithMarks, location: object): boolean {
  const { hidden: _, thumbnailBase64: __, ...edited } = body;
  const stored = toFinding(before);
  const fields = Object.keys(edited) as (keyof typeof edited)[];
  return (
    before.deletedAt === null &&
    fields.every(
      (field) =>
        field in location || edited[field] === undefined || sameValue(edited[field], stored[field]),
    )
  );
}

/**
 * Returns whether a thumbnail still shows the finding's location. True for a finding without marks,
 * which may be restored.
 */
function isThumbnailCurrent(marks: readonly Mark[], before: FindingWithMarks): boolean {
  const storedMarks = Object.values(toFinding(before).marks);
  return (
    marks.length === 0 || sameValue(representativeMark(marks), representativeMark(storedMarks))
  );
}

/**
 * Returns whether an update leaves an AI finding's own fields unchanged. Readers may change labels
 * and thumbnail; the location follows from the nipple.
 */
function keepsAiFields(body: FindingUpdate, before: Finding): boolean {
  const aiFields = ['marks', 'note', 'massLengthUm', 'massWidthUm', 'massHeightUm'] as const;
  const reviewFields = ['biradsScore', 'isMass', 'recommendations'] as const;
  return (
    aiFields.every((field) => sameValue(body[field], before[field])) &&
    reviewFields.every(
      (field) => body[field] === undefined || sameValue(body[field], before[field]),
    )
  );
}

export async function deleteFinding(
  call: CallOf<typeof routes.deleteFinding>,
): Promise<Finding | ErrorResponse> {
  const { db, params, principal } = call;
  const signed = await rejectIfFindingSigned(db, principal, params.id);
  const before = await lockAtVersion(call);
  if (before instanceof ErrorResponse) return before;
  if (signed !== null) return signed;
  return write(db, principal, params.id, deletedBy(principal));
}

async function lockAtVersion(
  call: Pick<
    CallOf<typeof routes.deleteFinding>,
    'db' | 'params' | 'principal' | 'version' | 'addAuditSubject'
  >,
): Promise<FindingWithMarks | ErrorResponse> {
  const { db, params, principal, version, addAuditSubject } = call;
  const [before] = await lockFindings(db, principal, [params.id]);
  if (before === undefined) return notFound('The finding');
  addAuditSubject({ scanId: before.scanId });
  return before.version === version ? before : versionConflict(toFinding(before));
}

/** Updates columns of one finding and returns it as visible to its reader. */
export async function write(
  db: Kysely<Database>,
  principal: CallPrincipal,
  id: string,
  change: Change,
): Promise<Finding> {
  const { organizationId } = principal;
  await db
    .updateTable('finding')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
  return findingResponse(db, principal, id);
}

async function findingResponse(db: Kysely<Database>, principal: CallPrincipal, id: string) {
  const { organizationId } = principal;
  const row = await findings(db, principal).where('id', '=', id).executeTakeFirstOrThrow();
  return toFinding(row, await readThumbnail(db, { organizationId, kind: 'FINDING', ownerId: id }));
}

/**
 * Returns the columns to write. Author and time of note and labels change only with their content.
 */
function columnsOf(body: FindingUpdate, before: FindingWithMarks, actor: string | null): Change {
  const { massLengthUm, massWidthUm, massHeightUm, note } = body;
  const { clockPositionSec, distanceFromNippleUm, depthUm, depthReference } = body;
  const now = sql<string>`now()`;
  const noted = note === null ? { by: null, at: null } : { by: actor, at: now };
  const labels = body.annotationLabels;
  return {
    massLengthUm,
    massWidthUm,
    massHeightUm,
    clockPositionSec,
    distanceFromNippleUm,
    depthUm,
    depthReference,
    note,
    ...(note === before.note ? {} : { noteCreatedBy: noted.by, noteCreatedAt: noted.at }),
    ...(body.recommendations === undefined ? {} : { recommendations: [...body.recommendations] }),
    ...(body.biradsScore === undefined ? {} : { biradsScore: body.biradsScore }),
    ...(body.isMass === undefined ? {} : { isMass: body.isMass }),
    ...(labels === undefined || sameValue(labels, before.annotationLabels)
      ? {}
      : { annotationLabels: JSON.stringify(labels), labeledBy: actor, labeledAt: now }),
  };
}
