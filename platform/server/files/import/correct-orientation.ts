import type { Kysely } from 'kysely';
import { type FileHeader, type routes, type Scan, serverMessage } from '#contracts';
import type { Database, ScanFileRow } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  versionConflict,
} from '../../http/error-response.ts';
import { actorIdOf } from '../../http/principal.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { watchConnection } from '../../http/watch-connection.ts';
import type { BoundedQueue } from '../../processes/bounded-queue.ts';
import { lockStudyOfScan } from '../../records/reports/lock-study-of-scan.ts';
import { lastSigned } from '../../records/reports/report-rows.ts';
import { publishScanChange } from '../../records/scans/publish-scan-change.ts';
import { rejectIfBusy } from '../../records/scans/reject-if-busy.ts';
import { lockScan, type ScanWithAlias, scanById, scanFor } from '../../records/scans/scan-rows.ts';
import { changedBy, deletedBy } from '../../records/shared/stored.ts';
import { importError, storeError } from '../content/problem-response.ts';
import { tooManyTransfers } from '../content/transfer-gate.ts';
import { latestVolumeFile } from '../rows/find-volume.ts';
import { isDamage, quarantine, quarantineError } from '../rows/quarantine.ts';
import { storedReference, supersede } from '../rows/scan-file-rows.ts';
import { FileStage } from '../scan-files/file-stage.ts';
import type { ImportDeps } from './import-from-files.ts';
import { importLimits } from './import-limits.ts';
import { importStopped } from './import-problems.ts';
import { runImport } from './run-import.ts';

type OrientationCall = CallOf<typeof routes.correctOrientation>;

type OrientationDeps = ImportDeps &
  Pick<ServerDeps, 'deviceStatuses' | 'scanChanged' | 'scanReaders'>;

/**
 * Turns the volume of an imported scan to other axes of its own, voxel for voxel, and stores it as a
 * new volume with a confirmed orientation. Left follows from depth and head, so no volume is
 * mirrored. The earlier volume stays stored. After an error response nothing has changed.
 */
export async function correctOrientation(
  call: OrientationCall,
  queue: BoundedQueue,
  deps: OrientationDeps,
): Promise<Scan | ErrorResponse> {
  const { organizationId } = call.principal;
  const scan = await scanById(call.db, organizationId, call.params.id);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  call.addAuditSubject({ patientId: scan.patientId });
  const error = await rejectTurn(call, call.db, scan, deps);
  if (error !== null) return error;
  const file = await latestVolumeFile(call.db, { organizationId, scanId: scan.id });
  if (file === undefined) return errorResponse('Conflict', serverMessage('VOLUME_PENDING'));
  const stage = new FileStage(deps.store);
  const failed = await stageTurned(call, file, stage, { ...deps, queue });
  if (failed !== null) {
    await stage.discard();
    return failed;
  }
  const stored = await call.transaction((db) => replaceVolume(call, db, { file, stage }, deps));
  if (stored instanceof ErrorResponse) await stage.discard();
  return stored;
}

/** Returns why the volume of a scan can't be turned; null if it can. */
async function rejectTurn(
  { principal, version }: OrientationCall,
  db: Kysely<Database>,
  scan: ScanWithAlias,
  { deviceStatuses, scanReaders }: OrientationDeps,
): Promise<ErrorResponse | null> {
  if (version !== scan.version) return versionConflict(scanFor(scan, principal));
  if (scan.origin !== 'IMPORTED') {
    return errorResponse('Conflict', serverMessage('ORIENTATION_NOT_IMPORTED'));
  }
  const { organizationId, studyId, id } = scan;
  const signed = await lastSigned(db, organizationId, studyId);
  if (signed !== undefined) {
    const message = serverMessage('REPORT_SIGNED_CORRECTION');
    return errorResponse('ReportSigned', message, { reportId: signed.id });
  }
  // Marks that another reader draws on the earlier volume would lie in other tissue.
  if (scanReaders.hasOther(organizationId, id, actorIdOf(principal))) {
    return errorResponse('Conflict', serverMessage('ORIENTATION_BEING_READ'));
  }
  const busy = await rejectIfBusy({ db, deviceStatuses }, scan);
  if (busy !== null) return busy;
  const finding = await db
    .selectFrom('finding')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', id)
    .where('deletedAt', 'is', null)
    .where('generator', '=', 'USER')
    .executeTakeFirst();
  if (finding !== undefined) {
    return errorResponse('Conflict', serverMessage('ORIENTATION_HAS_FINDINGS'));
  }
  return scan.nippleLocation === null
    ? null
    : errorResponse('Conflict', serverMessage('ORIENTATION_HAS_NIPPLE'));
}

/** Reads the stored volume, turns it in a process of its own and stages the result. */
async function stageTurned(
  call: OrientationCall,
  file: ScanFileRow,
  stage: FileStage,
  { store, scope, site, logger, queue }: OrientationDeps & { readonly queue: BoundedQueue },
): Promise<ErrorResponse | null> {
  const quarantined = quarantineError(file);
  if (quarantined !== null) return quarantined;
  const reference = storedReference(file);
  if (reference === null) return errorResponse('Conflict', serverMessage('VOLUME_PENDING'));
  using connection = watchConnection(call.request);
  const signal = AbortSignal.any([connection.signal, scope.signal]);
  const slot = await queue.enter(signal);
  if (slot === 'left') return importError(importStopped());
  if (typeof slot === 'string') return tooManyTransfers(serverMessage('IMPORTS_BUSY'));
  try {
    const bytes = await store.read(reference);
    if (!bytes.ok) {
      if (isDamage(bytes.problem)) await quarantine(call.db, file, bytes.problem);
      return storeError(bytes.problem);
    }
    const { depthAxis, headAxis } = call.body;
    const run = await runImport({
      bytes: bytes.value,
      orientation: { axes: { depthAxis, headAxis }, overridesHeader: true, keepsCentre: true },
      limits: importLimits(site.config.limits),
      signal,
      logger,
      store: (turned) =>
        stage.add({
          ...turned,
          header: turnedHeader(call.body, file.header, turned.header),
          fileExtension: 'nrrd',
        }),
    });
    return run.ok ? null : importError(run.problem);
  } finally {
    slot.dispose();
  }
}

/** Adds to the header of a turned volume what the header of the imported file said, and the turn. */
function turnedHeader(
  { depthAxis, headAxis, reason }: OrientationCall['body'],
  before: FileHeader | null,
  header: FileHeader,
): FileHeader {
  const source = {
    ...before?.source,
    correctedDepthAxis: depthAxis,
    correctedHeadAxis: headAxis,
    ...(reason === undefined ? {} : { correctionReason: reason }),
  };
  return { ...header, source };
}

/** Stores the turned volume if nothing has changed since the turn began. */
async function replaceVolume(
  call: OrientationCall,
  db: Kysely<Database>,
  { file, stage }: { readonly file: ScanFileRow; readonly stage: FileStage },
  deps: OrientationDeps,
): Promise<Scan | ErrorResponse> {
  const { principal, params } = call;
  const { organizationId } = principal;
  const owner = { organizationId, scanId: params.id };
  await lockStudyOfScan(db, owner, 'share');
  const scan = await lockScan(db, organizationId, params.id);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  const error = await rejectTurn(call, db, scan, deps);
  if (error !== null) return error;
  const latest = await latestVolumeFile(db, owner);
  if (latest?.id !== file.id) return errorResponse('Conflict', serverMessage('VOLUME_CHANGED'));
  // Proposals and what was computed from the earlier volume lie in its axes.
  await db
    .updateTable('finding')
    .set(deletedBy(principal))
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scan.id)
    .where('deletedAt', 'is', null)
    .where('generator', '<>', 'USER')
    .execute();
  await supersede(db, organizationId, scan.id, [
    'VOLUME3D',
    'BREAST_SKIN',
    'BREAST_NIPPLE',
    'SEGMENT_MASK',
  ]);
  await stage.insert(db, { ...owner, createdBy: actorIdOf(principal) });
  await db
    .updateTable('scan')
    .set({ orientationConfirmed: true, ...changedBy(principal) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', scan.id)
    .execute();
  const { depthAxis, headAxis } = call.body;
  call.addAuditSubject({ depthAxis, headAxis, fromFileId: file.id });
  call.afterCommit(() => deps.scanChanged.emit({ ...owner, what: 'FILES' }));
  publishScanChange(deps, call, scan.id, [scan.studyId]);
  const row = await scanById(db, organizationId, scan.id);
  return row === undefined ? notFound('SCAN_NOT_FOUND') : scanFor(row, principal);
}
