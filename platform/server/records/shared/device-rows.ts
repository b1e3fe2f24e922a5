import { type Kysely, sql } from 'kysely';
import type { Device } from '#contracts';
import type { Database, DeviceRow } from '../../database/schema.ts';
import { storedOf } from './stored.ts';

/**
 * SQL of the time when the device last used a credential; null when none has been used, because a
 * new credential has `last_used_at` equal to `created_at`.
 */
const lastSeen = sql<string | null>`(
  select max(t.last_used_at) from session_token t
  where t.organization_id = device.organization_id and t.device_id = device.id
    and t.last_used_at <> t.created_at)`;

/** Selects devices that are not deleted. */
export function devices(db: Kysely<Database>, organizationId: string) {
  return db
    .selectFrom('device')
    .selectAll()
    .select(lastSeen.as('lastSeenAt'))
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null);
}

/** Returns undefined for a missing or deleted device. */
export function deviceById(db: Kysely<Database>, organizationId: string, id: string) {
  return devices(db, organizationId).where('id', '=', id).executeTakeFirst();
}

export function toDevice(row: DeviceRow & { readonly lastSeenAt?: string | null }): Device {
  return {
    ...storedOf(row),
    serialNumber: row.serialNumber,
    model: row.model,
    organizationId: row.organizationId,
    activatedAt: row.activatedAt,
    lastSeenAt: row.lastSeenAt ?? null,
  };
}
