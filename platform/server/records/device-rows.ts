import type { Kysely } from 'kysely';
import type { Device } from '#contracts';
import type { Database, DeviceRow } from '../database/schema.ts';
import { storedOf } from './stored.ts';

/** Devices that are not deleted. */
export function devices(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('device')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null);
}

export function deviceById(db: Kysely<Database>, organizationId: string, id: string) {
  return devices(db, organizationId).where('id', '=', id).executeTakeFirst();
}

export function toDevice(row: DeviceRow): Device {
  return {
    ...storedOf(row),
    serialNumber: row.serialNumber,
    model: row.model,
    organizationId: row.organizationId,
    activatedAt: row.activatedAt,
  };
}
