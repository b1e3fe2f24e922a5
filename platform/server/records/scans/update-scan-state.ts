import { type Kysely, sql } from 'kysely';
import { type routes, type Scan, serverMessage } from '#contracts';
import type { Database, ScanRow } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { type ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { CompletedScanQueue } from './completed-scan-queue.ts';
import { missingFrames, missingSweeps } from './missing-frames.ts';
import { lockScan, toScan } from './scan-rows.ts';
import { nextState } from './scan-state.ts';

/**
 * Moves a scan to its next state. Completion requires every frame of the attempt and queues the
 * jobs for completed scans in the same transaction. A repeated call with the current state and
 * epoch returns the scan unchanged.
 */
export async function updateScanState(
  jobs: CompletedScanQueue,
  call: CallOf<typeof routes.updateScanState>,
): Promise<Scan | ErrorResponse> {
  const { db, params, body, principal, addAuditSubject, afterCommit } = call;
  const { organizationId } = principal;
  const to = params.scanState;
  const scan = await lockScan(db, organizationId, params.id);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  if (principal.kind === 'device' && scan.deviceId !== principal.deviceId) {
    return errorResponse('Forbidden', serverMessage('SCAN_OF_ANOTHER_DEVICE'));
  }
  addAuditSubject({ patientId: scan.patientId });
  if (scan.scanState === to && body.epoch !== undefined && body.epoch === scan.epoch) {
    return toScan(scan);
  }
  const next = nextState(scan, to, body.epoch);
  if (!next.allowed) {
    return errorResponse('WrongScanState', next.reason, {
      scanState: scan.scanState,
      epoch: scan.epoch,
    });
  }
  if (to === 'C') {
    const error = await incompleteError(db, scan);
    if (error !== null) return error;
  }
  if (to === 'N') await supersedeOlder(call, next.epoch);
  const changed = await db
    .updateTable('scan')
    .set((eb) => ({
      scanState: to,
      epoch: next.epoch,
      // A restart drops the frames that were recorded under another side.
      ...(to === 'N' ? { recordedLaterality: null } : {}),
      ...(to === 'I' ? { acquisitionTime: sql<string>`now()` } : {}),
      ...(to === 'I' && body.deviceAngle ? { deviceAngle: JSON.stringify(body.deviceAngle) } : {}),
      version: eb('version', '+', 1),
      updatedAt: sql<string>`now()`,
      updatedBy: actorIdOf(principal),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (to === 'C') {
    afterCommit(await jobs.queueForCompletedScan(db, changed, actorIdOf(principal)));
  }
  return toScan(changed);
}

/**
 * Returns an error if frames or raw sweeps of a recorded scan are missing, else null. Imported
 * scans have no frames.
 */
async function incompleteError(db: Kysely<Database>, scan: ScanRow): Promise<ErrorResponse | null> {
  if (scan.origin !== 'SCANNED') return null;
  const gaps = await missingFrames(db, scan);
  if (gaps.length > 0) {
    return errorResponse('WrongScanState', serverMessage('SCAN_FRAMES_MISSING'), {
      gaps,
    });
  }
  const sweeps = await missingSweeps(db, scan);
  if (sweeps.length === 0) return null;
  return errorResponse('WrongScanState', serverMessage('SCAN_SWEEPS_MISSING', { sweeps }), {
    sweeps,
  });
}

/**
 * Marks the files of earlier attempts as superseded: they stay stored, but lists leave them out.
 */
async function supersedeOlder(
  { db, params, principal }: CallOf<typeof routes.updateScanState>,
  epoch: number,
): Promise<void> {
  await db
    .updateTable('scanFile')
    .set({ supersededAt: sql<string>`now()` })
    .where('organizationId', '=', principal.organizationId)
    .where('scanId', '=', params.id)
    .where('epoch', '<', epoch)
    .where('supersededAt', 'is', null)
    .execute();
}
