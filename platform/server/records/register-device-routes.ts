import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import { replaceDeviceToken } from '../accounts/sessions.ts';
import type { Database } from '../database/schema.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { ErrorResponse, errorResponse, notFound, versionConflict } from '../http/error-response.ts';
import type { RouteDeps, ServerDeps } from '../http/server-deps.ts';
import { deviceById, devices, toDevice } from './shared/device-rows.ts';
import { mapUniqueViolation } from './shared/map-unique-violation.ts';
import { newestPage } from './shared/newest-page.ts';
import { unpagedList } from './shared/paging.ts';
import { changedBy, createdBy, deletedBy } from './shared/stored.ts';

type SessionDeps = Pick<ServerDeps, 'sessionEnded' | 'deviceStatuses'>;

const NO_DEVICE = notFound('SCANNER_NOT_FOUND');
/** Errors by the name of the violated constraint. */
const DUPLICATES = {
  device_serial_number: () =>
    errorResponse('DuplicateSerialNumber', serverMessage('SERIAL_NUMBER_TAKEN')),
  device_pkey: () => errorResponse('Conflict', serverMessage('DEVICE_ID_TAKEN')),
};

/** Registers the routes of devices and of their credentials. */
export function registerDeviceRoutes(server: FastifyInstance, deps: RouteDeps & SessionDeps): void {
  bindRoute(server, deps, routes.listDevices, async ({ db, params, principal }) => {
    const { organizationId } = principal;
    if (params.organizationId !== organizationId) return notFound('ORGANIZATION_NOT_FOUND');
    const rows = await devices(db, organizationId)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return unpagedList(rows, toDevice);
  });

  bindRoute(server, deps, routes.listAllDevices, ({ db, query, principal }) =>
    newestPage(devices(db, principal.organizationId), query, toDevice),
  );

  bindRoute(server, deps, routes.getDevice, async ({ db, params, principal }) => {
    const row = await deviceById(db, principal.organizationId, params.id);
    return row === undefined ? NO_DEVICE : toDevice(row);
  });

  bindRoute(server, deps, routes.getDeviceBySerialNumber, async ({ db, params, principal }) => {
    const row = await devices(db, principal.organizationId)
      .where('serialNumber', '=', params.number.trim())
      .executeTakeFirst();
    return row === undefined ? NO_DEVICE : toDevice(row);
  });

  bindRoute(server, deps, routes.createDevice, createDevice);
  bindRoute(server, deps, routes.updateDevice, updateDevice);
  bindRoute(server, deps, routes.deleteDevice, (call) => deleteDevice(deps, call));
  bindRoute(server, deps, routes.activateDevice, (call) => activateDevice(deps, call));
}

/** Creates a device; a repeated call with the same id returns the existing device. */
async function createDevice({
  db,
  body,
  principal,
  addAuditSubject,
}: CallOf<typeof routes.createDevice>) {
  const { organizationId } = principal;
  const { id = newId(), ...fields } = body;
  addAuditSubject({ id });
  const existing = await deviceById(db, organizationId, id);
  if (existing !== undefined) {
    const same = existing.serialNumber === fields.serialNumber && existing.model === fields.model;
    return same ? toDevice(existing) : DUPLICATES.device_pkey();
  }
  const values = { id, ...fields, ...createdBy(principal) };
  const result = await mapUniqueViolation(DUPLICATES, () =>
    db.insertInto('device').values(values).returningAll().executeTakeFirstOrThrow(),
  );
  return result instanceof ErrorResponse ? result : toDevice(result);
}

async function updateDevice({
  db,
  params,
  body,
  principal,
  version,
}: CallOf<typeof routes.updateDevice>) {
  const { organizationId } = principal;
  const changed = await mapUniqueViolation(DUPLICATES, () =>
    db
      .updateTable('device')
      .set({ ...body, ...changedBy(principal) })
      .where('organizationId', '=', organizationId)
      .where('id', '=', params.id)
      .where('deletedAt', 'is', null)
      .where('version', '=', version)
      .returningAll()
      .executeTakeFirst(),
  );
  if (changed instanceof ErrorResponse) return changed;
  return changed === undefined
    ? missingOrConflict(db, organizationId, params.id)
    : toDevice(changed);
}

/** Returns the error for an update or delete that matched no row: not found, or another version. */
async function missingOrConflict(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<ErrorResponse> {
  const current = await deviceById(db, organizationId, id);
  return current === undefined ? NO_DEVICE : versionConflict(toDevice(current));
}

/** Deletes a device with its credentials and its lease, and closes its connections. */
async function deleteDevice(
  deps: SessionDeps,
  { db, params, principal, version, afterCommit }: CallOf<typeof routes.deleteDevice>,
) {
  const { organizationId } = principal;
  const recording = rejectIfRecording(deps, { organizationId, deviceId: params.id });
  if (recording !== null) return recording;
  const deleted = await db
    .updateTable('device')
    .set(deletedBy(principal))
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .where('deletedAt', 'is', null)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  if (deleted === undefined) return missingOrConflict(db, organizationId, params.id);
  const tokenIds = await tokenIdsOf(db, organizationId, params.id);
  await db
    .deleteFrom('deviceLease')
    .where('organizationId', '=', organizationId)
    .where('deviceId', '=', params.id)
    .execute();
  await db
    .deleteFrom('sessionToken')
    .where('organizationId', '=', organizationId)
    .where('deviceId', '=', params.id)
    .execute();
  afterCommit(() => endSessions(deps, tokenIds));
  return toDevice(deleted);
}

/**
 * Issues the credential of a device, which its scan service uses. Revokes earlier credentials and
 * closes their connections.
 */
async function activateDevice(
  deps: SessionDeps,
  { db, params, principal, afterCommit }: CallOf<typeof routes.activateDevice>,
) {
  const { organizationId } = principal;
  const recording = rejectIfRecording(deps, { organizationId, deviceId: params.id });
  if (recording !== null) return recording;
  const row = await db
    .updateTable('device')
    .set({
      ...changedBy(principal),
      activatedAt: sql<string>`coalesce(activated_at, now())`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return NO_DEVICE;
  const tokenIds = await tokenIdsOf(db, organizationId, params.id);
  const token = await replaceDeviceToken(db, { organizationId, id: params.id });
  afterCommit(() => endSessions(deps, tokenIds));
  return { device: toDevice(row), token };
}

/**
 * Returns an error while a connected device works on a scan, because its scan service could store no
 * more frames without its credential; null otherwise.
 */
function rejectIfRecording(
  { deviceStatuses }: SessionDeps,
  device: { readonly organizationId: string; readonly deviceId: string },
): ErrorResponse | null {
  const status = deviceStatuses.latest(device);
  if (status?.connected !== true || status.scanId === null) return null;
  const data = { scanId: status.scanId };
  return errorResponse('WrongScanState', serverMessage('DEVICE_RECORDING'), data);
}

async function tokenIdsOf(
  db: Kysely<Database>,
  organizationId: string,
  deviceId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('sessionToken')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('deviceId', '=', deviceId)
    .execute();
  return rows.map(({ id }) => id);
}

function endSessions({ sessionEnded }: SessionDeps, tokenIds: readonly string[]): void {
  for (const tokenId of tokenIds) sessionEnded.emit({ tokenId });
}
