import { type Patient, routes, type Study } from '#contracts';
import type { ApiClient, CallProblem } from '#core';
import { fail, ok, type Result } from '#foundation';
import type { LinkDays, LinkRequest } from './parse-link.ts';

/** Why a link of another program cannot be opened directly. */
export type LinkError =
  | { readonly type: 'PatientNotFound'; readonly code: string; readonly name: string | null }
  | {
      readonly type: 'StudyNotFound';
      readonly accession: string | null;
      readonly uid: string | null;
      readonly days: LinkDays | null;
    }
  | {
      readonly type: 'PatientNotMatchStudy';
      readonly accession: string;
      readonly studyId: string;
      /** Patient named by the link; `patient` is null when no patient has the code. */
      readonly linkPatient: { readonly code: string; readonly patient: Patient | null };
      /** Patient of the study. */
      readonly studyPatient: Patient;
    };

/** Why a link was not resolved. */
export type LinkFailure =
  | { readonly kind: 'error'; readonly error: LinkError }
  /** The server was unreachable or rejected the call for another reason. */
  | { readonly kind: 'problem'; readonly problem: CallProblem };

type Calls = Pick<ApiClient, 'call'>;
type LookupResult<T> = Result<T | null, CallProblem>;

/** Returns the path and query that open a study. */
export const studyPath = (studyId: string): string => `/scan?study=${studyId}`;

/** Resolves a link to the path and query that open its target. */
export async function resolveLink(
  api: Calls,
  request: LinkRequest,
): Promise<{ readonly path: string } | LinkFailure> {
  if (request.kind === 'study-uid') {
    const { uid, days } = request;
    return errorFailure({ type: 'StudyNotFound', accession: null, uid, days });
  }
  if (request.kind === 'patient') return resolvePatient(api, request.code, request.name);
  const result = await studyByAccession(api, request.accession);
  if (!result.ok) return problemFailure(result.problem);
  const study = result.value;
  if (study === null) {
    const { accession, days } = request;
    return errorFailure({ type: 'StudyNotFound', accession, uid: null, days });
  }
  if (request.code === null) return { path: studyPath(study.id) };
  return resolveStudyOfPatient(api, study, request.accession, request.code);
}

async function resolvePatient(
  api: Calls,
  code: string,
  name: string | null,
): Promise<{ readonly path: string } | LinkFailure> {
  const result = await patientByCode(api, code);
  if (!result.ok) return problemFailure(result.problem);
  if (result.value === null) return errorFailure({ type: 'PatientNotFound', code, name });
  const { id, lastStudyId } = result.value;
  return {
    path: `${lastStudyId === null ? '/no-previous-studies' : '/patient-list'}?patient=${id}`,
  };
}

/**
 * Opens the study when it belongs to the named patient; otherwise returns a mismatch for the user
 * to decide.
 */
async function resolveStudyOfPatient(
  api: Calls,
  study: Study,
  accession: string,
  code: string,
): Promise<{ readonly path: string } | LinkFailure> {
  const named = await patientByCode(api, code);
  if (!named.ok) return problemFailure(named.problem);
  if (named.value?.id === study.patientId) return { path: studyPath(study.id) };
  const owner = await api.call(routes.getPatient, { params: { id: study.patientId } });
  if (!owner.ok) return problemFailure(owner.problem);
  return errorFailure({
    type: 'PatientNotMatchStudy',
    accession,
    studyId: study.id,
    linkPatient: { code, patient: named.value },
    studyPatient: owner.value,
  });
}

/** Treats an invalid code as not found without sending a request. */
async function patientByCode(api: Calls, code: string): Promise<LookupResult<Patient>> {
  if (routes.getPatientByCode.params?.safeParse({ code }).success === false) return ok(null);
  return orNull(await api.call(routes.getPatientByCode, { params: { code } }));
}

async function studyByAccession(api: Calls, number: string): Promise<LookupResult<Study>> {
  return orNull(await api.call(routes.getStudyByAccession, { params: { number } }));
}

/** Converts a 404 response to null. */
function orNull<T>(response: Result<T, CallProblem>): LookupResult<T> {
  if (response.ok) return ok(response.value);
  return response.problem.status === 404 ? ok(null) : fail(response.problem);
}

const errorFailure = (error: LinkError): LinkFailure => ({ kind: 'error', error });
const problemFailure = (problem: CallProblem): LinkFailure => ({ kind: 'problem', problem });
