import { type RoleFeatures, type routes, serverMessage } from '#contracts';
import type { CallOf } from '../http/call.ts';
import { errorResponse, notFound, versionConflict } from '../http/error-response.ts';
import { changedBy } from '../records/shared/stored.ts';
import { lockReaderStudy, toReaderStudy } from './reader-study-rows.ts';
import { NOT_DRAFT, rejectReaders } from './save-reader-study.ts';
import { availableCases } from './select-cases.ts';

/** Opens a draft whose cases and readers are still there. */
export async function openReaderStudy(
  roleFeatures: RoleFeatures,
  { db, params, principal }: CallOf<typeof routes.openReaderStudy>,
) {
  const { organizationId } = principal;
  const current = await lockReaderStudy(db, organizationId, params.id, 'update');
  if (current === undefined) return notFound('READER_STUDY_NOT_FOUND');
  if (current.state !== 'DRAFT') return NOT_DRAFT();
  const available = await availableCases(db, organizationId, current.studyIds);
  const missing = current.studyIds.filter((id) => !available.has(id)).length;
  if (missing > 0)
    return errorResponse(
      'Conflict',
      serverMessage('READER_STUDY_CASES_MISSING', { count: missing }),
    );
  const rejected = await rejectReaders(db, organizationId, current.readerIds, roleFeatures);
  if (rejected !== null) return rejected;
  const opened = await db
    .updateTable('readerStudy')
    .set((eb) => ({ state: 'OPEN', openedAt: eb.fn('now'), ...changedBy(principal) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toReaderStudy({ ...current, ...opened });
}

/** Closes an open reader study; its open cases end with the ratings of their last completion, if any. */
export async function closeReaderStudy({
  db,
  params,
  principal,
}: CallOf<typeof routes.closeReaderStudy>) {
  const { organizationId } = principal;
  const current = await lockReaderStudy(db, organizationId, params.id, 'update');
  if (current === undefined) return notFound('READER_STUDY_NOT_FOUND');
  if (current.state !== 'OPEN')
    return errorResponse('Conflict', serverMessage('READER_STUDY_NOT_OPEN'));
  await db
    .updateTable('caseReading')
    .set((eb) => ({ endedAt: eb.fn('now') }))
    .where('organizationId', '=', organizationId)
    .where('readerStudyId', '=', params.id)
    .where('endedAt', 'is', null)
    .execute();
  const closed = await db
    .updateTable('readerStudy')
    .set((eb) => ({ state: 'CLOSED', closedAt: eb.fn('now'), ...changedBy(principal) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toReaderStudy({ ...current, ...closed });
}

/** Deletes a draft, which has no readings. */
export async function deleteReaderStudy({
  db,
  params,
  principal: { organizationId },
  version,
}: CallOf<typeof routes.deleteReaderStudy>) {
  const current = await lockReaderStudy(db, organizationId, params.id, 'update');
  if (current === undefined) return notFound('READER_STUDY_NOT_FOUND');
  if (current.version !== version) return versionConflict(toReaderStudy(current));
  if (current.state !== 'DRAFT') return NOT_DRAFT();
  await db
    .deleteFrom('readerStudy')
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .execute();
  return toReaderStudy(current);
}
