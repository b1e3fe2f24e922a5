import type { Kysely } from 'kysely';
import type { Scan } from '#contracts';
import type { Database, ScanRow } from '../database/schema.ts';
import { storedOf } from './stored.ts';

export function scans(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('scan')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null);
}

export function scanById(db: Kysely<Database>, organizationId: string, id: string) {
  return scans(db, organizationId).where('id', '=', id).executeTakeFirst();
}

/** Reads a scan and keeps others from changing it until the transaction ends. */
export function lockScan(db: Kysely<Database>, organizationId: string, id: string) {
  return scans(db, organizationId).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function toScan(row: ScanRow): Scan {
  return {
    ...storedOf(row),
    studyId: row.studyId,
    patientId: row.patientId,
    laterality: { id: row.laterality },
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
  };
}
