import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type ReaderStudy, type RoleFeatures, type routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import { colleaguesOf } from '../accounts/account-rows.ts';
import { effectiveFeatures } from '../accounts/sessions.ts';
import type { Database } from '../database/schema.ts';
import type { CallOf } from '../http/call.ts';
import { ErrorResponse, errorResponse, notFound, versionConflict } from '../http/error-response.ts';
import { mapUniqueViolation } from '../records/shared/map-unique-violation.ts';
import { changedBy, createdBy } from '../records/shared/stored.ts';
import { lockReaderStudy, readerStudyById, toReaderStudy } from './reader-study-rows.ts';
import { selectCases } from './select-cases.ts';

/** Number of seeds: those that fit into a database integer. */
const SEEDS = 2 ** 31;

const NAME_TAKEN = {
  reader_study_name: () => errorResponse('Conflict', serverMessage('READER_STUDY_NAME_TAKEN')),
};
export const NOT_DRAFT = () => errorResponse('Conflict', serverMessage('READER_STUDY_NOT_DRAFT'));

/** Creates a draft with the cases that match the filter now, and a random seed. */
export async function createReaderStudy(
  roleFeatures: RoleFeatures,
  call: CallOf<typeof routes.createReaderStudy>,
): Promise<ReaderStudy | ErrorResponse> {
  const { db, body, principal, addAuditSubject } = call;
  const columns = await columnsOf(roleFeatures, call);
  if (columns instanceof ErrorResponse) return columns;
  const id = newId();
  addAuditSubject({ id, count: String(columns.studyIds.length) });
  const inserted = await mapUniqueViolation(NAME_TAKEN, () =>
    db
      .insertInto('readerStudy')
      .values({
        ...{ ...columns, id, filter: JSON.stringify(body.filter), seed: randomInt(SEEDS) },
        ...createdBy(principal),
      })
      .execute(),
  );
  if (inserted instanceof ErrorResponse) return inserted;
  return stored(db, principal.organizationId, id);
}

/** Changes a draft and selects its cases again. */
export async function updateReaderStudy(
  roleFeatures: RoleFeatures,
  call: CallOf<typeof routes.updateReaderStudy>,
): Promise<ReaderStudy | ErrorResponse> {
  const { db, body, params, principal, version } = call;
  const { organizationId } = principal;
  const current = await lockReaderStudy(db, organizationId, params.id, 'update');
  if (current === undefined) return notFound('READER_STUDY_NOT_FOUND');
  if (current.version !== version) return versionConflict(toReaderStudy(current));
  if (current.state !== 'DRAFT') return NOT_DRAFT();
  const columns = await columnsOf(roleFeatures, call);
  if (columns instanceof ErrorResponse) return columns;
  const updated = await mapUniqueViolation(NAME_TAKEN, () =>
    db
      .updateTable('readerStudy')
      .set({ ...columns, filter: JSON.stringify(body.filter), ...changedBy(principal) })
      .where('organizationId', '=', organizationId)
      .where('id', '=', params.id)
      .execute(),
  );
  if (updated instanceof ErrorResponse) return updated;
  return stored(db, organizationId, params.id);
}

/** Checks cases and readers of a draft and returns its columns. */
async function columnsOf(
  roleFeatures: RoleFeatures,
  {
    db,
    body,
    principal: { organizationId },
  }: Pick<CallOf<typeof routes.createReaderStudy>, 'db' | 'body' | 'principal'>,
) {
  const { filter, order, ...settings } = body;
  const studyIds = await selectCases(db, organizationId, filter);
  if (studyIds instanceof ErrorResponse) return studyIds;
  const rejected = await rejectReaders(db, organizationId, body.readerIds, roleFeatures);
  return rejected ?? { ...settings, caseOrder: order, studyIds: [...studyIds] };
}

/** Returns an error for an account that can't read cases; null if all can. */
export async function rejectReaders(
  db: Kysely<Database>,
  organizationId: string,
  readerIds: readonly string[],
  roleFeatures: RoleFeatures,
): Promise<ErrorResponse | null> {
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'roles', 'lockedAt'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', readerIds)
    .where('deletedAt', 'is', null)
    .execute();
  if (accounts.length < readerIds.length) return notFound('ACCOUNT_NOT_FOUND');
  const unable = accounts.find(
    ({ roles, lockedAt }) =>
      lockedAt !== null || !effectiveFeatures(roles, roleFeatures).includes('ANTN_CREATE'),
  );
  if (unable === undefined) return null;
  const [colleague] = await colleaguesOf(db, organizationId, [unable.id]);
  const values = { name: colleague?.name ?? unable.id };
  return errorResponse('Conflict', serverMessage('READER_STUDY_READER', values));
}

async function stored(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<ReaderStudy | ErrorResponse> {
  const row = await readerStudyById(db, organizationId, id);
  return row === undefined ? notFound('READER_STUDY_NOT_FOUND') : toReaderStudy(row);
}
