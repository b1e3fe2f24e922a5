import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { CallPrincipal } from '../../http/principal.ts';

/**
 * Returns whether a caller may see a scan. Requires the same organization and, for a device, a scan
 * made by that device.
 */
export async function canAccessScan(
  db: Kysely<Database>,
  principal: CallPrincipal,
  scanId: string,
): Promise<boolean> {
  const scan = await db
    .selectFrom('scan')
    .select('deviceId')
    .where('organizationId', '=', principal.organizationId)
    .where('id', '=', scanId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (scan === undefined) return false;
  if (principal.kind !== 'device') return true;
  return scan.deviceId === principal.deviceId;
}
