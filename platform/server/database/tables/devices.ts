import type { AcquisitionFilter } from '#contracts';
import type { Instant, SoftDeleted, StoredColumns } from './common.ts';

/** Tables of this area by name. */
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

/** Sole command of a device. Gone with its session; without use it ends at `until`. */
export interface DeviceLeaseTable {
  organizationId: string;
  deviceId: string;
  sessionId: string;
  accountId: string;
  /** The scan that runs under it, once the device has spoken of one. */
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
  /** Whose settings these are; null for presets. */
  accountId: string | null;
  /** The scan that used them, and its patient. */
  scanId: string | null;
  patientId: string | null;
}
