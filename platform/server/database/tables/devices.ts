import type { Instant, StoredColumns } from './common.ts';

/** Tables of this area by name. */
export interface DeviceTables {
  device: DeviceTable;
  deviceLease: DeviceLeaseTable;
}

export interface DeviceTable extends StoredColumns {
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
