import type { AcquisitionFilter } from '#contracts';
import type { Instant, SoftDeleted, StoredColumns } from './common.ts';

/** Device tables by name. */
export interface DeviceTables {
  device: DeviceTable;
  deviceLease: DeviceLeaseTable;
  deviceSetting: DeviceSettingTable;
}

export interface DeviceTable extends StoredColumns, SoftDeleted {
  serialNumber: string;
  model: string;
  activatedAt: Instant | null;
}

/**
 * Exclusive right to command a device. Deleted with its session; expires at `until` without use.
 */
export interface DeviceLeaseTable {
  organizationId: string;
  deviceId: string;
  sessionId: string;
  accountId: string;
  /** Scan running under the lease; null until the device has reported one. */
  scanId: string | null;
  until: Instant;
}

export interface DeviceSettingTable extends StoredColumns, SoftDeleted {
  devSetSchemaVersion: number;
  compound: boolean;
  doubler: boolean;
  /** dB. */
  dynamicRange: number;
  /** Hz. */
  frequency: number;
  /** mm. */
  focus: number;
  filterName: AcquisitionFilter;
  /** mm. */
  depth: number;
  acquisitionMode: 'RF' | 'BMODE';
  mode: 'AUTO' | 'MANUAL';
  /** mm. */
  cupDepth: number | null;
  /** Account that owns the settings; null for presets. */
  accountId: string | null;
  /** Scan that used the settings. */
  scanId: string | null;
}
