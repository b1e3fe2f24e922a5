import { type Kysely, sql } from 'kysely';
import type { DeviceLease } from '#contracts';
import type { Database } from '../database/schema.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import type { CallPrincipal } from '../http/principal.ts';

/** Idle timeout of a lease. */
export const LEASE_MINUTES = 5;

/** Identifies a device within an organization. */
export interface DeviceKey {
  readonly organizationId: string;
  readonly deviceId: string;
}

const now = sql<string>`clock_timestamp()`;
const leaseExpiry = sql<string>`clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})`;

/**
 * Leases a device exclusively to the caller's session, or prolongs the lease. Rejected while
 * another account holds the lease. Another session of the same account can take over, so that a
 * lost browser never prevents stopping a scan. Uses the database's clock, so that several API
 * processes agree.
 */
export async function acquireLease(
  db: Kysely<Database>,
  principal: CallPrincipal,
  deviceId: string,
): Promise<DeviceLease | ErrorResponse> {
  const { organizationId, tokenId, accountId } = principal;
  const device = await db
    .selectFrom('device')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', deviceId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (device === undefined || accountId === null) return notFound('The scanner');
  await db
    .insertInto('deviceLease')
    .values({
      organizationId,
      deviceId,
      sessionId: tokenId,
      accountId,
      scanId: null,
      until: leaseExpiry,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'deviceId'])
        .doUpdateSet({
          sessionId: tokenId,
          accountId,
          scanId: sql<
            string | null
          >`case when device_lease.account_id = ${accountId} then device_lease.scan_id end`,
          until: leaseExpiry,
        })
        .where((eb) =>
          eb.or([eb('deviceLease.accountId', '=', accountId), eb('deviceLease.until', '<=', now)]),
        ),
    )
    .execute();
  const lease = await leaseOf(db, { organizationId, deviceId });
  if (lease === null)
    return errorResponse('Conflict', 'The scanner has just changed hands. Try again');
  if (lease.holder.id === accountId) return lease;
  return errorResponse('Conflict', `${lease.holder.name} is using this scanner`, lease);
}

async function leaseOf(db: Kysely<Database>, key: DeviceKey): Promise<DeviceLease | null> {
  const row = await db
    .selectFrom('deviceLease as l')
    .innerJoin('account as a', (join) =>
      join.onRef('a.organizationId', '=', 'l.organizationId').onRef('a.id', '=', 'l.accountId'),
    )
    .select(['l.until', 'a.id', 'a.firstName', 'a.lastName', 'a.email'])
    .where('l.organizationId', '=', key.organizationId)
    .where('l.deviceId', '=', key.deviceId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const name = [row.firstName, row.lastName].filter((part) => part !== null).join(' ');
  const holder = { id: row.id, name: name === '' ? row.email : name };
  return { deviceId: key.deviceId, holder, until: row.until };
}

/** Releases the device; does nothing when the session does not hold the lease. */
export async function releaseLease(
  db: Kysely<Database>,
  principal: CallPrincipal,
  deviceId: string,
): Promise<void> {
  await db
    .deleteFrom('deviceLease')
    .where('organizationId', '=', principal.organizationId)
    .where('deviceId', '=', deviceId)
    .where('sessionId', '=', principal.tokenId)
    .execute();
}

/** Renews the lease and returns whether the session holds it. */
export async function renewLease(
  db: Kysely<Database>,
  { organizationId, deviceId }: DeviceKey,
  sessionId: string,
): Promise<boolean> {
  const renewed = await db
    .updateTable('deviceLease')
    .set({ until: leaseExpiry })
    .where('organizationId', '=', organizationId)
    .where('deviceId', '=', deviceId)
    .where('sessionId', '=', sessionId)
    .where('until', '>', now)
    .returning('deviceId')
    .executeTakeFirst();
  return renewed !== undefined;
}

/**
 * Prolongs the current lease, whichever session holds it, because a scan is running on the device.
 */
export async function prolongLease(
  db: Kysely<Database>,
  { organizationId, deviceId }: DeviceKey,
  scanId: string | null,
): Promise<void> {
  await db
    .updateTable('deviceLease')
    .set({ until: leaseExpiry, ...(scanId === null ? {} : { scanId }) })
    .where('organizationId', '=', organizationId)
    .where('deviceId', '=', deviceId)
    .where('until', '>', now)
    .execute();
}

/**
 * Ends the lease under which a scan ran, after the scan has ended. Until the device has reported a
 * scan, `scanId` is null and only a command response ends the lease, so that a repeated end message
 * of an earlier scan does not end a new lease.
 */
export async function endLease(
  db: Kysely<Database>,
  { organizationId, deviceId }: DeviceKey,
  ended: { readonly scanId: string | null; readonly isCommandResponse: boolean },
): Promise<void> {
  await db
    .deleteFrom('deviceLease')
    .where('organizationId', '=', organizationId)
    .where('deviceId', '=', deviceId)
    .where((eb) =>
      ended.isCommandResponse
        ? eb.or([eb('scanId', '=', ended.scanId), eb('scanId', 'is', null)])
        : eb('scanId', '=', ended.scanId),
    )
    .execute();
}
