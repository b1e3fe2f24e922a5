import type { Kysely } from 'kysely';
import { type PalpablePlace, type routes, type Study, serverMessage } from '#contracts';
import { sameValue } from '#findings';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  versionConflict,
} from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { mapUniqueViolation } from '../shared/map-unique-violation.ts';
import { type SiteLists, validateCodes } from '../shared/site-lists.ts';
import { changedBy, deletedBy } from '../shared/stored.ts';
import { DUPLICATE_ACCESSION, insertStudyRow } from './insert-study-row.ts';
import { lockStudy, studyFor, toStudy } from './study-rows.ts';

/** Creates a study; a repeated call with the same id and content returns the existing study. */
export async function createStudy(
  lists: SiteLists,
  { db, body, principal, addAuditSubject }: CallOf<typeof routes.createStudy>,
): Promise<Study | ErrorResponse> {
  const { organizationId } = principal;
  const { patientId } = body;
  const invalid = validateExamination(lists, body);
  if (invalid !== null) return invalid;
  const id = body.id ?? newId();
  addAuditSubject({ id, patientId });
  const existing = await db
    .selectFrom('study')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (existing !== undefined) {
    const same =
      existing.patientId === patientId && sameValue(columnsOf(existing), columnsOf(body));
    return same && existing.deletedAt === null
      ? readBack(db, principal, id)
      : errorResponse('Conflict', serverMessage('STUDY_ID_TAKEN'));
  }
  const created = await insertStudyRow(db, principal, { ...columnsOf(body), id, patientId });
  return created instanceof ErrorResponse ? created : readBack(db, principal, id);
}

export async function updateStudy(
  lists: SiteLists,
  call: CallOf<typeof routes.updateStudy>,
): Promise<Study | ErrorResponse> {
  const { db, params, body, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  const stored = await lockStudy(db, organizationId, params.id);
  if (stored === undefined) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ patientId: stored.patientId });
  if (stored.version !== version) return versionConflict(toStudy(stored, principal));
  const invalid = validateExamination(lists, body, stored);
  if (invalid !== null) return invalid;
  const result = await mapUniqueViolation(DUPLICATE_ACCESSION, () =>
    db
      .updateTable('study')
      .set({ ...columnsOf(body), ...changedBy(principal) })
      .where('organizationId', '=', organizationId)
      .where('id', '=', params.id)
      .execute(),
  );
  return result instanceof ErrorResponse ? result : readBack(db, principal, params.id);
}

/** Deletes a study without scans. Rejected while scans exist, which the user must delete first. */
export async function deleteStudy(
  call: CallOf<typeof routes.deleteStudy>,
): Promise<Study | ErrorResponse> {
  const { db, params, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  const stored = await lockStudy(db, organizationId, params.id);
  if (stored === undefined) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ patientId: stored.patientId });
  if (stored.version !== version) return versionConflict(toStudy(stored, principal));
  const { scans } = await db
    .selectFrom('scan')
    .select((eb) => eb.fn.countAll<number>().as('scans'))
    .where('organizationId', '=', organizationId)
    .where('studyId', '=', params.id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (scans > 0) {
    return errorResponse('StudyHasScans', serverMessage('STUDY_HAS_SCANS'), { scans });
  }
  const row = await db
    .updateTable('study')
    .set(deletedBy(principal))
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .returning(['version', 'updatedAt', 'updatedBy', 'deletedAt', 'deletedBy'])
    .executeTakeFirstOrThrow();
  return toStudy({ ...stored, ...row }, principal);
}

async function readBack(db: Kysely<Database>, principal: CallPrincipal, id: string) {
  const row = await studyFor(db, principal, id);
  return row === undefined ? notFound('STUDY_NOT_FOUND') : toStudy(row, principal);
}

type ExaminationBody = CallOf<typeof routes.updateStudy>['body'];

/**
 * Returns the fields of the examination as columns; copies lists, because columns take mutable
 * arrays.
 */
function columnsOf(body: ExaminationBody) {
  const { accessionNumber, menopause, pregnancy, smoking, priority } = body;
  return {
    accessionNumber,
    menopause,
    pregnancy,
    smoking,
    ...(priority === undefined ? {} : { priority }),
    indications: [...body.indications],
    imagingHistory: [...body.imagingHistory],
    followUp: [...body.followUp],
    ...(body.palpable === undefined ? {} : { palpable: palpableJson(body.palpable) }),
  };
}

/** Returns the JSON text of the places, with a fixed order of the fields for comparison. */
const palpableJson = (places: readonly PalpablePlace[]): string =>
  JSON.stringify(
    places.map(({ side, clockMinutes, distanceMm }) => ({ side, clockMinutes, distanceMm })),
  );

type Codes = Pick<ExaminationBody, 'indications' | 'imagingHistory' | 'followUp'>;

function validateExamination(lists: SiteLists, body: Codes, stored?: Codes) {
  const fields = {
    indications: 'EXAM_INDICATION',
    imagingHistory: 'IMAGING_HISTORY',
    followUp: 'FOLLOW_UP',
  } as const;
  return validateCodes(
    lists,
    (['indications', 'imagingHistory', 'followUp'] as const).map((field) => ({
      field,
      listId: fields[field],
      ids: body[field],
      storedIds: stored?.[field] ?? [],
    })),
  );
}
