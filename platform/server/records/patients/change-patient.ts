import type { Kysely } from 'kysely';
import { type Patient, type routes, serverMessage } from '#contracts';
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
import { changedBy, createdBy, deletedBy } from '../shared/stored.ts';
import { lockPatient, patientById, toPatient } from './patient-rows.ts';

/** Errors by the name of the violated constraint. */
const DUPLICATE_CODE = {
  patient_code: () => errorResponse('DuplicatePatientCode', serverMessage('PATIENT_CODE_TAKEN')),
};

/** Creates a patient; rejects a code that another patient of the organization has. */
export async function createPatient(
  lists: SiteLists,
  { db, body, principal, addAuditSubject }: CallOf<typeof routes.createPatient>,
): Promise<Patient | ErrorResponse> {
  const invalid = validateHistory(lists, body.cancerHistory);
  if (invalid !== null) return invalid;
  const id = newId();
  addAuditSubject({ id });
  const values = { id, ...columnsOf(body), ...createdBy(principal) };
  const result = await mapUniqueViolation(DUPLICATE_CODE, () =>
    db.insertInto('patient').values(values).execute(),
  );
  return result instanceof ErrorResponse ? result : readBack(db, principal, id);
}

/** Replaces all fields of a patient; the version of the caller must be the current one. */
export async function updatePatient(
  lists: SiteLists,
  call: CallOf<typeof routes.updatePatient>,
): Promise<Patient | ErrorResponse> {
  const { db, params, body, principal, version } = call;
  const stored = await lockPatient(db, principal.organizationId, params.id);
  if (stored === undefined) return notFound('PATIENT_NOT_FOUND');
  if (stored.version !== version) return conflictOf(db, principal, params.id);
  const invalid = validateHistory(lists, body.cancerHistory, stored.cancerHistory);
  return invalid ?? change(db, principal, params.id, columnsOf(body));
}

/**
 * Deletes a patient without studies. Studies lead to scans, findings and signed reports, so they
 * must be deleted first.
 */
export async function deletePatient(
  call: CallOf<typeof routes.deletePatient>,
): Promise<Patient | ErrorResponse> {
  const { db, params, principal, version } = call;
  const { organizationId } = principal;
  const stored = await lockPatient(db, organizationId, params.id);
  if (stored === undefined) return notFound('PATIENT_NOT_FOUND');
  if (stored.version !== version) return conflictOf(db, principal, params.id);
  const { studies } = await db
    .selectFrom('study')
    .select((eb) => eb.fn.countAll<number>().as('studies'))
    .where('organizationId', '=', organizationId)
    .where('patientId', '=', params.id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (studies > 0) {
    const message = serverMessage('PATIENT_HAS_STUDIES');
    return errorResponse('PatientHasStudies', message, { studies });
  }
  const patient = await readBack(db, principal, params.id);
  if (patient instanceof ErrorResponse) return patient;
  const row = await db
    .updateTable('patient')
    .set(deletedBy(principal))
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .returning(['version', 'updatedAt', 'updatedBy', 'deletedAt', 'deletedBy'])
    .executeTakeFirstOrThrow();
  return { ...patient, ...row };
}

/** Stores the score of a risk model; compares the version only if the caller sends one. */
export async function updateRiskScore(
  call: CallOf<typeof routes.updateRiskScore>,
): Promise<Patient | ErrorResponse> {
  const { db, params, body, principal, version } = call;
  const stored = await lockPatient(db, principal.organizationId, params.id);
  if (stored === undefined) return notFound('PATIENT_NOT_FOUND');
  if (version !== null && stored.version !== version) return conflictOf(db, principal, params.id);
  return change(db, principal, params.id, { riskScore: body.riskScore });
}

async function change(
  db: Kysely<Database>,
  principal: CallPrincipal,
  id: string,
  values: ReturnType<typeof columnsOf> | { readonly riskScore: number | null },
): Promise<Patient | ErrorResponse> {
  const result = await mapUniqueViolation(DUPLICATE_CODE, () =>
    db
      .updateTable('patient')
      .set({ ...values, ...changedBy(principal) })
      .where('organizationId', '=', principal.organizationId)
      .where('id', '=', id)
      .execute(),
  );
  return result instanceof ErrorResponse ? result : readBack(db, principal, id);
}

async function readBack(db: Kysely<Database>, { organizationId }: CallPrincipal, id: string) {
  const row = await patientById(db, organizationId, id);
  return row === undefined ? notFound('PATIENT_NOT_FOUND') : toPatient(row);
}

/** Returns the error for an outdated version, with the current patient. */
async function conflictOf(db: Kysely<Database>, principal: CallPrincipal, id: string) {
  const current = await readBack(db, principal, id);
  return current instanceof ErrorResponse ? current : versionConflict(current);
}

/** Returns the fields as columns; copies the list, because a column takes a mutable array. */
function columnsOf<Body extends { readonly cancerHistory: readonly string[] }>(body: Body) {
  return { ...body, cancerHistory: [...body.cancerHistory] };
}

function validateHistory(
  lists: SiteLists,
  ids: readonly string[],
  storedIds: readonly string[] = [],
) {
  return validateCodes(lists, [
    { field: 'cancerHistory', listId: 'CANCER_HISTORY', ids, storedIds },
  ]);
}
