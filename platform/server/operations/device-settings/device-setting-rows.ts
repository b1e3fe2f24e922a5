import type { Kysely, Selectable } from 'kysely';
import type { StoredDeviceSettings } from '#contracts';
import type { Database } from '../../database/schema.ts';
import type { DeviceSettingTable } from '../../database/tables/devices.ts';
import { storedOf } from '../../records/shared/stored.ts';

export type DeviceSettingRow = Selectable<DeviceSettingTable>;

/** Selects settings that are not deleted. */
export function deviceSettings(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('deviceSetting')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null);
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
    patientId: row.patientId,
  };
}
