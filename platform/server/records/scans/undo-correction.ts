import { type Kysely, sql } from 'kysely';
import {
  type CorrectionUndoError,
  type routes,
  type Scan,
  type ScanSide,
  serverMessage,
} from '#contracts';
import type { Database, ScanRow } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { unpagedList } from '../shared/paging.ts';
import { auditedValues, lockForCorrection, rejectCorrection, writeValues } from './correct-scan.ts';
import {
  type CorrectionRow,
  changedSince,
  correctionState,
  corrections,
  toCorrection,
  valuesBefore,
} from './correction-rows.ts';
import { requestRereading, withdrawRereading } from './scan-rereading.ts';
import { scanById, toScan } from './scan-rows.ts';

type UndoCall = CallOf<typeof routes.undoScanCorrection>;

/** A scan after the undo of a correction, and the studies that it left and joined. */
export interface UndoneCorrection {
  readonly scan: Scan;
  readonly studyIds: readonly string[];
}

/**
 * Returns a scan to the values before its last correction. Rejected if values, nipple, density,
 * review or findings of the scan have changed since. If a reader has already read the corrected
 * side, the study is marked for re-reading again.
 */
export async function undoScanCorrection(
  { deviceStatuses }: Pick<ServerDeps, 'deviceStatuses'>,
  call: UndoCall,
): Promise<UndoneCorrection | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject } = call;
  const { organizationId } = principal;
  const unlocked = await readCorrection(call);
  if (unlocked === undefined) return notFound('CORRECTION_NOT_FOUND');
  const target = { scanId: params.id, studyId: unlocked.fromStudyId };
  const locked = await lockForCorrection({ db, deviceStatuses }, organizationId, target);
  if (locked instanceof ErrorResponse) return locked;
  const { scan, targetPatientId, error } = locked;
  const { correctionId } = body;
  addAuditSubject({ correctionId, patientId: scan.patientId });
  if (error !== null) return error;
  // Another call may have undone the correction while this call waited for the lock.
  const correction = await readCorrection(call);
  if (correction === undefined) return notFound('CORRECTION_NOT_FOUND');
  const rejected =
    (await rejectUnlessLast(call, correction)) ?? (await rejectIfOutdated(db, scan, correction));
  if (rejected !== null) return rejected;
  const undone = await writeValues(db, principal, scan, {
    to: valuesBefore(correction),
    patientId: targetPatientId,
    recordedLaterality: recordedBefore(scan, correction),
  });
  addAuditSubject(auditedValues(scan, undone));
  await markUndone(call);
  const isRead = !(await withdrawRereading(db, organizationId, correction.id));
  if (isRead && undone.laterality !== scan.laterality && scan.scanState === 'C') {
    const { laterality } = undone;
    const { reason } = correction;
    await requestRereading(db, principal, { scanId: scan.id, correctionId, laterality, reason });
  }
  const studyIds = [...new Set([scan.studyId, undone.studyId])];
  return { scan: toScan(undone), studyIds };
}

/**
 * Lists the corrections of a scan, newest first; the last one says whether it can be undone. The
 * reason holds for this moment only, because nothing is locked.
 */
export async function listScanCorrections(
  { deviceStatuses }: Pick<ServerDeps, 'deviceStatuses'>,
  { db, params, principal, addAuditSubject }: CallOf<typeof routes.listScanCorrections>,
) {
  const { organizationId } = principal;
  const scan = await scanById(db, organizationId, params.id);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  addAuditSubject({ patientId: scan.patientId });
  const rows = await corrections(db, organizationId, scan.id).execute();
  const last = rows.find(({ undoneAt }) => undoneAt === null);
  const error =
    last === undefined
      ? null
      : ((await rejectCorrection({ db, deviceStatuses }, scan, last.fromStudyId)) ??
        (await rejectIfStudyDeleted(db, organizationId, last.fromStudyId)) ??
        (await rejectIfOutdated(db, scan, last)));
  const undo = { error: error === null ? null : messageOf(error) };
  return unpagedList(rows, (row) => ({ ...toCorrection(row), undo: row === last ? undo : null }));
}

const messageOf = ({ code, values, message }: ErrorResponse): CorrectionUndoError => ({
  code,
  values,
  message,
});

async function rejectIfStudyDeleted(db: Kysely<Database>, organizationId: string, studyId: string) {
  const study = await db
    .selectFrom('study')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', studyId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return study === undefined ? notFound('STUDY_NOT_FOUND') : null;
}

/**
 * Returns the side under which the current images were recorded, as stored with a scan after the
 * undo; null if that is its side again, or if the scan has no images.
 */
function recordedBefore(scan: ScanRow, { fromLaterality }: CorrectionRow): ScanSide | null {
  if (scan.scanState === 'N') return null;
  const recorded = scan.recordedLaterality ?? scan.laterality;
  return recorded === fromLaterality ? null : recorded;
}

function readCorrection({ db, params, body, principal }: UndoCall) {
  return corrections(db, principal.organizationId, params.id)
    .where('id', '=', body.correctionId)
    .executeTakeFirst();
}

async function rejectUnlessLast(
  { db, principal }: UndoCall,
  correction: CorrectionRow,
): Promise<ErrorResponse | null> {
  if (correction.undoneAt !== null) {
    return errorResponse('Conflict', serverMessage('CORRECTION_UNDONE'));
  }
  const last = await corrections(db, principal.organizationId, correction.scanId)
    .where('undoneAt', 'is', null)
    .executeTakeFirst();
  return last?.id === correction.id
    ? null
    : errorResponse('Conflict', serverMessage('CORRECTION_NOT_LAST'));
}

async function rejectIfOutdated(
  db: Kysely<Database>,
  scan: ScanRow,
  correction: CorrectionRow,
): Promise<ErrorResponse | null> {
  const state = await correctionState(db, scan.organizationId, scan.id);
  const changed = changedSince(correction, scan, state);
  if (changed.length === 0) return null;
  return errorResponse('CorrectionOutdated', serverMessage('CORRECTION_OUTDATED', { changed }));
}

async function markUndone({ db, body, principal }: UndoCall): Promise<void> {
  await db
    .updateTable('scanCorrection')
    .set({ undoneAt: sql<string>`clock_timestamp()`, undoneBy: actorIdOf(principal) })
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', body.correctionId)
    .execute();
}
