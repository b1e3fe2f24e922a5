import type { Kysely } from 'kysely';
import type { Scan, ScanReview } from '#contracts';
import type { Database, ScanRow } from '../../database/schema.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { storedOf } from '../shared/stored.ts';

/** Row of a scan with the study's alias, which blind annotators get instead of ids. */
export type ScanWithAlias = ScanRow & { readonly studyAlias: string };

/** Selects scans that are not deleted, with the alias of their study. */
export function scans(db: Kysely<Database>, organizationId: string) {
  return scansWithDeleted(db, organizationId).where('scan.deletedAt', 'is', null);
}

/** Selects scans with the alias of their study, deleted scans included. */
export function scansWithDeleted(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('scan')
    .innerJoin('study', (join) =>
      join
        .onRef('study.organizationId', '=', 'scan.organizationId')
        .onRef('study.id', '=', 'scan.studyId'),
    )
    .selectAll('scan')
    .select('study.blindAlias as studyAlias')
    .where('scan.organizationId', '=', organizationId);
}

/** Returns undefined for a missing or deleted scan. */
export function scanById(db: Kysely<Database>, organizationId: string, id: string) {
  return scans(db, organizationId).where('scan.id', '=', id).executeTakeFirst();
}

/** Locks a scan's row until the transaction ends and returns the scan. */
export function lockScan(db: Kysely<Database>, organizationId: string, id: string) {
  return scans(db, organizationId).where('scan.id', '=', id).forUpdate('scan').executeTakeFirst();
}

/**
 * Converts a row to the contract type. Blind annotators get the study's alias in place of study and
 * patient ids, so that two studies of one patient cannot be linked, and no verdict.
 */
export function scanFor(row: ScanWithAlias, reader: Pick<CallPrincipal, 'blind'>): Scan {
  const alias = { studyId: row.studyAlias, patientId: row.studyAlias };
  return { ...toScan(row), ...(reader.blind ? { ...alias, review: null } : {}) };
}

/**
 * Converts a row to the contract type with study and patient ids. Use only for callers who may see
 * the patient, e.g. workers, devices, and users who create scans.
 */
export function toScan(row: ScanRow): Scan {
  return {
    ...storedOf(row),
    studyId: row.studyId,
    patientId: row.patientId,
    laterality: { id: row.laterality },
    ...(row.recordedLaterality === null ? {} : { recordedSide: row.recordedLaterality }),
    label: row.label,
    acquisitionTime: row.acquisitionTime,
    scanState: row.scanState,
    protocol: row.protocol,
    patientPosition: row.patientPosition,
    deviceId: row.deviceId,
    deviceAngle: row.deviceAngle,
    epoch: row.epoch,
    orientationConfirmed: row.orientationConfirmed,
    origin: row.origin,
    nippleLocation: row.nippleLocation,
    breastDensity: row.breastDensity,
    breastVolumeSize: row.breastVolumeSize,
    imageAdjustments: row.imageAdjustments,
    review: reviewOf(row),
    deletedAt: row.deletedAt,
    deletedBy: row.deletedBy,
  };
}

/** Returns the verdict on a scan; null before the review. */
export function reviewOf({
  reviewVerdict: verdict,
  reviewedBy,
  reviewedAt,
  reviewReason: reason,
}: ScanRow): ScanReview | null {
  return verdict === null || reviewedAt === null
    ? null
    : { verdict, reviewedBy, reviewedAt, reason };
}
