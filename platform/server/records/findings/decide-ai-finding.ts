import { sql, type UpdateObject } from 'kysely';
import { type Finding, GENERATOR_COLOURS, type Mark, type routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import { rejectIfFindingSigned } from '../reports/reject-if-signed.ts';
import { changedBy, createdBy, deletedBy } from '../shared/stored.ts';
import { writeFinding } from './change-finding.ts';
import { allocateLabel } from './create-finding.ts';
import { type FindingWithMarks, lockFinding, toStoredFinding, writeMarks } from './finding-rows.ts';
import type { FindingSources } from './finding-sources.ts';
import { deleteThumbnails } from './finding-thumbnails.ts';

type Call = CallOf<typeof routes.decideAiFinding>;
type Change = UpdateObject<Database, 'finding'>;

/**
 * Stores the decision of a reader on an AI finding. Accepting creates a user finding with copies of
 * the marks, linked to the AI finding. Another decision deletes that copy unless it was edited or has
 * notes; such a copy stays and is used again when the finding is accepted again. A repeated decision
 * changes nothing.
 */
export async function decideAiFinding(
  sources: FindingSources,
  call: Call,
): Promise<Finding | ErrorResponse> {
  const { db, body, params, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const signedError = await rejectIfFindingSigned(db, principal, params.id);
  await lockScanOfFinding(call);
  const stored = await lockFinding(db, principal, params.id);
  if (stored instanceof ErrorResponse) return stored;
  if (stored === undefined || stored.deletedAt !== null) return notFound('FINDING_NOT_FOUND');
  addAuditSubject({ scanId: stored.scanId, decision: body.decision ?? 'UNDONE' });
  if (signedError !== null) return signedError;
  if (stored.aiRunId === null) {
    return errorResponse('Conflict', serverMessage('NOT_AI_RUN_FINDING'));
  }
  const isAccepted = body.decision === 'ACCEPTED';
  if (!isAccepted) await deleteUneditedCopy(call, stored);
  const existingId = await liveCopy(call, stored);
  const copyId = isAccepted && existingId === null ? await createCopy(call, stored) : existingId;
  if (copyId instanceof ErrorResponse) return copyId;
  // A deleted copy stays known: its reader can restore it, and accepting then uses it again.
  const aiCopyId = copyId ?? stored.aiCopyId;
  const isRepeated =
    stored.aiDecision === body.decision &&
    stored.aiDecisionReason === body.reason &&
    stored.aiCopyId === aiCopyId;
  const change = isRepeated ? null : { ...decisionOf(call), aiCopyId };
  return writeFinding({ db, organizationId, ...sources }, principal, params.id, change);
}

function decisionOf({ body, principal }: Call): Change {
  const { decision, reason } = body;
  return {
    ...changedBy(principal),
    aiDecision: decision,
    aiDecisionReason: reason,
    aiDecidedBy: decision === null ? null : actorIdOf(principal),
    aiDecidedAt: decision === null ? null : sql<string>`now()`,
  };
}

/** Locks the scan before the finding, in the lock order of calls that create findings. */
async function lockScanOfFinding({ db, params, principal }: Call): Promise<void> {
  const { organizationId } = principal;
  await db
    .selectFrom('scan')
    .select('scan.id')
    .where('scan.organizationId', '=', organizationId)
    .where('scan.id', '=', (eb) =>
      eb
        .selectFrom('finding')
        .select('finding.scanId')
        .where('finding.organizationId', '=', organizationId)
        .where('finding.id', '=', params.id),
    )
    .forNoKeyUpdate()
    .execute();
}

/** Returns the id of the copy that the finding still has; null when it has none. */
async function liveCopy(
  { db, principal }: Call,
  { aiCopyId }: FindingWithMarks,
): Promise<string | null> {
  if (aiCopyId === null) return null;
  const copy = await db
    .selectFrom('finding')
    .select('id')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', aiCopyId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return copy?.id ?? null;
}

/** Creates a user finding with copies of marks, sizes and note of an AI finding, and links both. */
async function createCopy(call: Call, stored: FindingWithMarks): Promise<string | ErrorResponse> {
  const { db, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const { scanId, note, massLengthUm, massWidthUm, massHeightUm } = stored;
  const allocated = await allocateLabel(db, organizationId, scanId);
  if (allocated === null) return notFound('SCAN_NOT_FOUND');
  const id = newId();
  const authors = createdBy(principal);
  await db
    .insertInto('finding')
    .values({
      ...authors,
      id,
      scanId,
      label: allocated.label,
      generator: 'USER',
      note,
      ...(note === null
        ? {}
        : { noteCreatedBy: authors.createdBy, noteCreatedAt: sql<string>`now()` }),
      massLengthUm,
      massWidthUm,
      massHeightUm,
    })
    .execute();
  const marks = Object.values(toStoredFinding(stored).marks).map(copyOfMark);
  await writeMarks(db, organizationId, id, marks);
  await db
    .insertInto('findingRelation')
    .values({
      ...authors,
      id: newId(),
      autoSegmentFindingId: stored.id,
      userFindingId: id,
      relationType: 'USER_TO_ML',
    })
    .execute();
  addAuditSubject({ userFindingId: id });
  return id;
}

function copyOfMark(mark: Mark): Mark {
  const { markViewParams } = mark;
  const userParams = {
    ...markViewParams,
    generatedBy: 'USER',
    colour: GENERATOR_COLOURS.USER,
  } as const;
  return { ...mark, id: newId(), markViewParams: userParams };
}

/** Soft-deletes the copy of an accepted finding; keeps a copy that was edited, grouped or has notes. */
async function deleteUneditedCopy(
  { db, principal, addAuditSubject }: Call,
  { aiCopyId, scanId }: FindingWithMarks,
): Promise<void> {
  if (aiCopyId === null) return;
  const deleted = await db
    .updateTable('finding')
    .set(deletedBy(principal))
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', aiCopyId)
    .where('version', '=', 1)
    .where('deletedAt', 'is', null)
    // Notes are rows of their own, so they don't raise the version of the copy.
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('note')
            .select('note.id')
            .where('note.organizationId', '=', principal.organizationId)
            .where('note.findingId', '=', aiCopyId)
            .where('note.deletedAt', 'is', null),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (deleted === undefined) return;
  await deleteThumbnails(db, principal, scanId, [deleted.id]);
  addAuditSubject({ userFindingId: deleted.id });
}
