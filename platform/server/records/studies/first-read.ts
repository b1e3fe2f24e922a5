import { type FirstRead, type routes, serverMessage } from '#contracts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { studyFor } from './study-rows.ts';

type FirstReadCall = CallOf<typeof routes.getFirstRead> | CallOf<typeof routes.finishFirstRead>;

/** Returns when the caller finished the first read of a study. */
export async function getFirstRead(
  call: CallOf<typeof routes.getFirstRead>,
): Promise<FirstRead | ErrorResponse> {
  const key = await keyOf(call);
  return 'studyId' in key ? readFirstRead(call, key) : key;
}

/** Stores the end of the caller's first read of a study; the first time counts. */
export async function finishFirstRead(
  call: CallOf<typeof routes.finishFirstRead>,
): Promise<FirstRead | ErrorResponse> {
  const key = await keyOf(call);
  if (!('studyId' in key)) return key;
  await call.db
    .insertInto('firstRead')
    .values(key)
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'studyId', 'accountId']).doNothing(),
    )
    .execute();
  return readFirstRead(call, key);
}

interface FirstReadKey {
  readonly organizationId: string;
  readonly studyId: string;
  readonly accountId: string;
}

/** Returns the study and the reader, and names the study in the audit row. */
async function keyOf({
  db,
  params,
  principal,
  addAuditSubject,
}: FirstReadCall): Promise<FirstReadKey | ErrorResponse> {
  const { organizationId, accountId } = principal;
  if (accountId === null) return errorResponse('Forbidden', serverMessage('NOT_PERMITTED'));
  const study = await studyFor(db, principal, params.id);
  if (study === undefined) return notFound('STUDY_NOT_FOUND');
  addAuditSubject({ id: study.id, patientId: study.patientId });
  return { organizationId, studyId: study.id, accountId };
}

async function readFirstRead(
  { db, params }: FirstReadCall,
  { organizationId, studyId, accountId }: FirstReadKey,
): Promise<FirstRead> {
  const row = await db
    .selectFrom('firstRead')
    .select('finishedAt')
    .where('organizationId', '=', organizationId)
    .where('studyId', '=', studyId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return { studyId: params.id, finishedAt: row?.finishedAt ?? null };
}
