import type { ExpressionBuilder, Kysely, Selectable } from 'kysely';
import type { StoredDeviceSettings } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { DeviceSettingTable } from '../../database/tables/devices.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { storedOf } from '../../records/shared/stored.ts';

/** A row with the present patient of its scan, which a correction may have moved. */
export interface DeviceSettingRow extends Selectable<DeviceSettingTable> {
  /** Null for settings without a scan. */
  readonly patientOfScan: string | null;
}

/** Selects the present patient of the scan that used the settings. */
export function patientOfScan(eb: ExpressionBuilder<Database, 'deviceSetting'>) {
  return eb
    .selectFrom('scan')
    .select('scan.patientId')
    .whereRef('scan.organizationId', '=', 'deviceSetting.organizationId')
    .whereRef('scan.id', '=', 'deviceSetting.scanId')
    .as('patientOfScan');
}

/** Selects settings that are not deleted. */
export function deviceSettings(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('deviceSetting')
    .selectAll()
    .select(patientOfScan)
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null);
}

/**
 * Selects the settings that the caller may see: all with a feature of device settings, else only
 * presets, because settings of users and scans name persons.
 */
export function visibleSettings(
  db: Kysely<Database>,
  { organizationId, features }: Pick<CallPrincipal, 'organizationId' | 'features'>,
) {
  const seesAll = features.includes('DEV_SET_VIEW') || features.includes('DEV_SET_UPDATE');
  return deviceSettings(db, organizationId).$if(!seesAll, (rows) => rows.where(arePresets));
}

/** Condition of presets: a cup depth, and neither a user nor a scan. */
export const arePresets = (eb: ExpressionBuilder<Database, 'deviceSetting'>) =>
  eb.and([eb('cupDepth', 'is not', null), eb('accountId', 'is', null), eb('scanId', 'is', null)]);

export function isPreset(row: Pick<DeviceSettingRow, 'cupDepth' | 'accountId' | 'scanId'>) {
  return row.cupDepth !== null && row.accountId === null && row.scanId === null;
}

export function toDeviceSettings(row: DeviceSettingRow): StoredDeviceSettings {
  return {
    ...storedOf(row),
    devSetSchemaVersion: row.devSetSchemaVersion,
    compound: row.compound,
    doubler: row.doubler,
    dynamicRange: row.dynamicRange,
    frequency: row.frequency,
    focus: row.focus,
    filterName: row.filterName,
    depth: row.depth,
    acquisitionMode: row.acquisitionMode,
    mode: row.mode,
    cupDepth: row.cupDepth,
    userId: row.accountId,
    scanId: row.scanId,
    patientId: row.patientOfScan,
  };
}
