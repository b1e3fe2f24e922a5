import { type Kysely, sql } from 'kysely';
import { type DeviceLease, serverMessage } from '#contracts';
import type { Database } from '../database/schema.ts';
import { type ErrorResponse, errorResponse, notFound } from '../http/error-response.ts';
import type { CallPrincipal } from '../http/principal.ts';

/** Minutes without renewal after which a lease expires. */
export const LEASE_MINUTES = 5;

/** Identifies a device within an organization. */
export interface DeviceKey {
  readonly organizationId: string;
  readonly deviceId: string;
}

/** Time of the database, so that all API processes use the same clock. */
const now = sql<string>`clock_timestamp()`;
const leaseExpiry = sql<string>`clock_timestamp() + make_interval(mins => ${LEASE_MINUTES})`;

/**
 * Leases a device exclusively to the caller's session, or renews the lease. Rejected while another
 * account holds the lease. Another session of the same account can take over, so that a user who
 * lost a browser can still stop a scan.
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
  if (device === undefined || accountId === null) return notFound('SCANNER_NOT_FOUND');
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
  if (lease === null) return errorResponse('Conflict', serverMessage('SCANNER_JUST_TAKEN'));
  if (lease.holder.id === accountId) return lease;
  return errorResponse(
    'Conflict',
    serverMessage('SCANNER_IN_USE', { name: lease.holder.name }),
    lease,
  );
}

async function leaseOf(db: Kysely<Database>, key: DeviceKey): Promise<DeviceLease | null> {
  const row = await db
    .selectFrom('deviceLease as lease')
    .innerJoin('account as holder', (join) =>
      join
        .onRef('holder.organizationId', '=', 'lease.organizationId')
        .onRef('holder.id', '=', 'lease.accountId'),
    )
    .select(['lease.until', 'holder.id', 'holder.firstName', 'holder.lastName', 'holder.email'])
    .where('lease.organizationId', '=', key.organizationId)
    .where('lease.deviceId', '=', key.deviceId)
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

/** Renews the lease of a session; returns false when the session does not hold the lease. */
export async function renewLeaseOfSession(
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
 * Renews the current lease of a device for whichever session holds the lease, because a scan is
 * running. `scanId` is stored with the lease; null keeps the stored scan.
 */
export async function renewLeaseOfDevice(
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
 * Ends the lease of an ended scan. A lease without a scan, i.e. before the device has reported one,
 * ends only if the message responds to a command. Otherwise a repeated end message of an earlier
 * scan would end a new lease.
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
