import type { Kysely } from 'kysely';
import { type CorrectedScan, type routes, type ScanSide, serverMessage } from '#contracts';
import { newId } from '#foundation';
import type { Database, ScanRow } from '../../database/schema.ts';
import type { AuditSubject, CallOf } from '../../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  versionConflict,
} from '../../http/error-response.ts';
import { actorIdOf, type CallPrincipal } from '../../http/principal.ts';
import type { ServerDeps } from '../../http/server-deps.ts';
import { lastSigned } from '../reports/report-rows.ts';
import { changedBy } from '../shared/stored.ts';
import {
  type CorrectedValues,
  correctionState,
  corrections,
  toCorrection,
} from './correction-rows.ts';
import { nextLabel } from './next-label.ts';
import type { RecordingSources } from './recording-device.ts';
import { rejectIfBusy } from './reject-if-busy.ts';
import { requestRereading } from './scan-rereading.ts';
import { lockScan, type ScanWithAlias, scanById, toScan } from './scan-rows.ts';

/** A correction with its effect on the lists of both studies. */
export interface CorrectionResult extends CorrectedScan {
  readonly studyIds: readonly string[];
}

/**
 * Corrects side, position or study of a scan; its patient is that of the study. A corrected side of
 * a completed scan marks the study for re-reading.
 */
export async function correctScan(
  { deviceStatuses }: Pick<ServerDeps, 'deviceStatuses'>,
  call: CallOf<typeof routes.correctScan>,
): Promise<CorrectionResult | ErrorResponse> {
  const { db, params, body, principal, version, addAuditSubject } = call;
  const { organizationId } = principal;
  const { reason, ...fields } = body;
  const target = { scanId: params.id, studyId: fields.studyId };
  const locked = await lockForCorrection({ db, deviceStatuses }, organizationId, target);
  if (locked instanceof ErrorResponse) return locked;
  const { scan, targetPatientId, error } = locked;
  addAuditSubject({ patientId: scan.patientId });
  if (version !== scan.version) return versionConflict(toScan(scan));
  if (error !== null) return error;
  const to = await correctedValues(db, scan, fields);
  if (to === null) return errorResponse('Conflict', serverMessage('SCAN_NOTHING_TO_CORRECT'));
  const isSideChanged = to.laterality !== scan.laterality;
  // A scan that was stopped midway has frames under its former side.
  const recordedLaterality =
    isSideChanged && scan.scanState !== 'N'
      ? (scan.recordedLaterality ?? scan.laterality)
      : scan.recordedLaterality;
  const change = { to, patientId: targetPatientId, recordedLaterality };
  const corrected = await writeValues(db, principal, scan, change);
  const id = newId();
  addAuditSubject({ correctionId: id, ...auditedValues(scan, corrected) });
  await insertCorrection(db, principal, { id, reason, scan, to });
  if (isSideChanged && scan.scanState === 'C') {
    await requestRereading(db, principal, { ...to, scanId: scan.id, correctionId: id, reason });
  }
  const row = await corrections(db, organizationId, scan.id).executeTakeFirstOrThrow();
  const studyIds = [...new Set([scan.studyId, to.studyId])];
  return { scan: toScan(corrected), correction: toCorrection(row), studyIds };
}

interface LockedForCorrection {
  readonly scan: ScanWithAlias;
  readonly targetPatientId: string;
  /** Why the scan can't be corrected; null if it can. */
  readonly error: ErrorResponse | null;
}

/**
 * Locks both studies in the order of their ids, then the scan, and returns why the scan can't be
 * corrected. A missing target study means the study of the scan.
 */
export async function lockForCorrection(
  sources: RecordingSources,
  organizationId: string,
  { scanId, studyId }: { readonly scanId: string; readonly studyId: string | undefined },
): Promise<LockedForCorrection | ErrorResponse> {
  const { db } = sources;
  const unlocked = await scanById(db, organizationId, scanId);
  if (unlocked === undefined) return notFound('SCAN_NOT_FOUND');
  const targetId = studyId ?? unlocked.studyId;
  const studies = await db
    .selectFrom('study')
    .select(['id', 'patientId'])
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [unlocked.studyId, targetId])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const target = studies.find(({ id }) => id === targetId);
  const scan = await lockScan(db, organizationId, scanId);
  if (scan === undefined) return notFound('SCAN_NOT_FOUND');
  if (target === undefined) return notFound('STUDY_NOT_FOUND');
  const error =
    scan.studyId === unlocked.studyId
      ? await rejectCorrection(sources, scan, targetId)
      : versionConflict(toScan(scan));
  return { scan, targetPatientId: target.patientId, error };
}

/** Returns why a scan can't be corrected, or moved to the target study; null if it can. */
export async function rejectCorrection(
  sources: RecordingSources,
  scan: ScanRow,
  targetId: string,
): Promise<ErrorResponse | null> {
  const busyError = await rejectIfBusy(sources, scan);
  return busyError ?? (await rejectIfStudySigned(sources.db, scan, targetId));
}

/** Returns an error if a report of the scan's study or of the target study is signed, else null. */
async function rejectIfStudySigned(
  db: Kysely<Database>,
  { organizationId, studyId }: ScanRow,
  targetId: string,
): Promise<ErrorResponse | null> {
  const signed = await lastSigned(db, organizationId, studyId);
  if (signed !== undefined) {
    const message = serverMessage('REPORT_SIGNED_CORRECTION');
    return errorResponse('ReportSigned', message, { reportId: signed.id });
  }
  const ofTarget = await lastSigned(db, organizationId, targetId);
  if (ofTarget === undefined) return null;
  const message = serverMessage('REPORT_SIGNED_TARGET');
  return errorResponse('ReportSigned', message, { reportId: ofTarget.id });
}

/** Returns the values after a correction; null if none of them differs. */
async function correctedValues(
  db: Kysely<Database>,
  scan: ScanRow,
  fields: Omit<CallOf<typeof routes.correctScan>['body'], 'reason'>,
): Promise<CorrectedValues | null> {
  const { organizationId } = scan;
  const laterality = fields.laterality ?? scan.laterality;
  const patientPosition = fields.patientPosition ?? scan.patientPosition;
  const studyId = fields.studyId ?? scan.studyId;
  const keepsLabel = laterality === scan.laterality && studyId === scan.studyId;
  if (keepsLabel && patientPosition === scan.patientPosition) return null;
  const label = keepsLabel
    ? scan.label
    : await nextLabel(db, { organizationId, studyId }, laterality);
  return { laterality, patientPosition, studyId, label };
}

/** Writes corrected values and returns the scan. */
export async function writeValues(
  db: Kysely<Database>,
  principal: CallPrincipal,
  scan: ScanRow,
  change: {
    readonly to: CorrectedValues;
    readonly patientId: string;
    readonly recordedLaterality: ScanSide | null;
  },
): Promise<ScanRow> {
  const { to, patientId, recordedLaterality } = change;
  return db
    .updateTable('scan')
    .set({ ...to, patientId, recordedLaterality, ...changedBy(principal) })
    .where('organizationId', '=', scan.organizationId)
    .where('id', '=', scan.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function insertCorrection(
  db: Kysely<Database>,
  principal: CallPrincipal,
  correction: {
    readonly id: string;
    readonly reason: string;
    readonly scan: ScanRow;
    readonly to: CorrectedValues;
  },
): Promise<void> {
  const { id, reason, scan, to } = correction;
  const { organizationId } = scan;
  const { last } = await db
    .selectFrom('scanCorrection')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', scan.id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('scanCorrection')
    .values({
      organizationId,
      id,
      scanId: scan.id,
      number: (last ?? 0) + 1,
      reason,
      createdBy: actorIdOf(principal),
      fromLaterality: scan.laterality,
      toLaterality: to.laterality,
      fromPosition: scan.patientPosition,
      toPosition: to.patientPosition,
      fromStudyId: scan.studyId,
      toStudyId: to.studyId,
      fromLabel: scan.label,
      toLabel: to.label,
      formerRecordedLaterality: scan.recordedLaterality,
      state: JSON.stringify(await correctionState(db, organizationId, scan.id)),
    })
    .execute();
}

const AUDITED = ['laterality', 'patientPosition', 'studyId', 'patientId'] as const;

/** Returns the changed values for the audit row, e.g. `laterality.from` and `laterality.to`. */
export function auditedValues(from: ScanRow, to: ScanRow): AuditSubject {
  return Object.fromEntries(
    AUDITED.filter((name) => from[name] !== to[name]).flatMap((name) => [
      [`${name}.from`, from[name]],
      [`${name}.to`, to[name]],
    ]),
  );
}
