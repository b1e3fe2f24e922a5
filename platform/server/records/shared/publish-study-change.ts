import type { Kysely } from 'kysely';
import type { StudyMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse } from '../../http/error-response.ts';
import type { ServerDeps } from '../../http/server-deps.ts';

type PublishingCall = Pick<CallOf<never>, 'principal' | 'afterCommit'>;

/**
 * Publishes a study change after the commit, so that open worklists and pages of the study update.
 * Sends ids only; recipients read the data through the API.
 */
export function publishStudyChange(
  { studyChanged }: Pick<ServerDeps, 'studyChanged'>,
  { principal: { organizationId }, afterCommit }: PublishingCall,
  studyId: string,
  what: StudyMessage['what'] = 'STUDY',
): void {
  afterCommit(() => studyChanged.emit({ organizationId, studyId, what }));
}

/**
 * Wraps a handler, so that a successful call publishes a study change after the commit. `studyOf`
 * returns the study's id; null publishes nothing.
 */
export function withStudyPublishing<RouteCall extends PublishingCall, Output>(
  deps: Pick<ServerDeps, 'studyChanged'>,
  handler: (call: RouteCall) => Promise<Output | ErrorResponse>,
  studyOf: (response: NoInfer<Output>) => string | null,
): (call: RouteCall) => Promise<Output | ErrorResponse> {
  return async (call) => {
    const response = await handler(call);
    if (response instanceof ErrorResponse) return response;
    const studyId = studyOf(response);
    if (studyId !== null) publishStudyChange(deps, call, studyId);
    return response;
  };
}

type DatabaseCall = PublishingCall & { readonly db: Kysely<Database> };

/** Publishes a change of the lists that show a patient: a change of each study of the patient. */
export async function publishPatientChange(
  deps: Pick<ServerDeps, 'studyChanged'>,
  call: DatabaseCall,
  patientId: string,
): Promise<void> {
  const studies = await call.db
    .selectFrom('study')
    .select('id')
    .where('organizationId', '=', call.principal.organizationId)
    .where('patientId', '=', patientId)
    .where('deletedAt', 'is', null)
    .execute();
  for (const { id } of studies) publishStudyChange(deps, call, id);
}

/** Wraps a handler that returns the changed patient, and publishes a successful change. */
export function withPatientPublishing<
  RouteCall extends DatabaseCall,
  Output extends { readonly id: string },
>(
  deps: Pick<ServerDeps, 'studyChanged'>,
  handler: (call: RouteCall) => Promise<Output | ErrorResponse>,
): (call: RouteCall) => Promise<Output | ErrorResponse> {
  return async (call) => {
    const patient = await handler(call);
    if (!(patient instanceof ErrorResponse)) await publishPatientChange(deps, call, patient.id);
    return patient;
  };
}
