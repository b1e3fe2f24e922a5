import { type Kysely, sql } from 'kysely';
import type { Database, ScanRow } from '../../database/schema.ts';
import type { ServerDeps } from '../../http/server-deps.ts';

/** Database and latest device statuses, by which a running recording is recognised. */
export interface RecordingSources extends Pick<ServerDeps, 'deviceStatuses'> {
  readonly db: Kysely<Database>;
}

/** A device that records a scan. */
export interface RecordingDevice {
  readonly deviceId: string;
  readonly name: string;
}

/** Time after the last frame in which a device without a status may still be recording. */
const FRAME_SECONDS = 30;

/**
 * Returns the device that prepares, records or has paused the scan now; null for a scan that is
 * completed, stopped or abandoned. The status of a connected device decides. For another device
 * a frame of the last 30 s counts, because frames arrive by HTTP, and, without any status, e.g.
 * after a start of the server, its lease.
 */
export async function recordingDevice(
  { db, deviceStatuses }: RecordingSources,
  scan: ScanRow,
): Promise<RecordingDevice | null> {
  const { organizationId, deviceId } = scan;
  if (deviceId === null || scan.scanState === 'C') return null;
  const status = deviceStatuses.latest({ organizationId, deviceId });
  const isRecording = status?.connected
    ? status.scanId === scan.id
    : await hasTraces(db, scan, status === null);
  if (!isRecording) return null;
  const device = await db
    .selectFrom('device')
    .select(['model', 'serialNumber'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', deviceId)
    .executeTakeFirst();
  const name = device === undefined ? deviceId : `${device.model} (${device.serialNumber})`;
  return { deviceId, name };
}

/** Returns whether a frame of the attempt has just arrived, or a lease names the scan. */
async function hasTraces(
  db: Kysely<Database>,
  { organizationId, id, epoch }: ScanRow,
  withLease: boolean,
): Promise<boolean> {
  const frame = await db
    .selectFrom('scanFile')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', id)
    .where('epoch', '=', epoch)
    .where(
      'createdAt',
      '>',
      sql<string>`clock_timestamp() - make_interval(secs => ${FRAME_SECONDS})`,
    )
    .limit(1)
    .executeTakeFirst();
  if (frame !== undefined || !withLease) return frame !== undefined;
  const lease = await db
    .selectFrom('deviceLease')
    .select('deviceId')
    .where('organizationId', '=', organizationId)
    .where('scanId', '=', id)
    .where('until', '>', sql<string>`clock_timestamp()`)
    .executeTakeFirst();
  return lease !== undefined;
}

/**
 * Returns the account that commands the device that records the scan. An expired lease counts,
 * because no other user has commanded the scan since. Null if the device was released.
 */
export async function operatorOf(
  db: Kysely<Database>,
  { organizationId, id }: Pick<ScanRow, 'organizationId' | 'id'>,
  { deviceId }: RecordingDevice,
): Promise<string | null> {
  const lease = await db
    .selectFrom('deviceLease')
    .select('accountId')
    .where('organizationId', '=', organizationId)
    .where('deviceId', '=', deviceId)
    // A command to resume the scan is not acknowledged yet.
    .where((eb) => eb.or([eb('scanId', '=', id), eb('scanId', 'is', null)]))
    .executeTakeFirst();
  return lease?.accountId ?? null;
}
