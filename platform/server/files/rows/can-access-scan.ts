import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { CallPrincipal } from '../../http/principal.ts';

/**
 * Returns whether a scan exists in the caller's organization. A device can access only its own
 * scans.
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
