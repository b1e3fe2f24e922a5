import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { routes } from '#contracts';
import { newId } from '#foundation';
import { replaceDeviceToken } from '../accounts/sessions.ts';
import type { Database } from '../database/schema.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { ErrorResponse, errorResponse, notFound, versionConflict } from '../http/error-response.ts';
import type { ServerDeps } from '../http/server-deps.ts';
import { mapUniqueViolation } from './shared/constraint.ts';
import { deviceById, devices, toDevice } from './shared/device-rows.ts';
import { newestPage } from './shared/newest-page.ts';
import { unpagedList } from './shared/paging.ts';
import { changedBy, createdBy, deletedBy } from './shared/stored.ts';

const NO_DEVICE = notFound('The scanner');
const DUPLICATES = {
  device_serial_number: () =>
    errorResponse('DuplicateSerialNumber', 'Another device has this serial number'),
  device_pkey: () => errorResponse('Conflict', 'Another device has this id'),
};

/** Registers the routes of devices and of their credentials. */
export function registerDeviceRoutes(server: FastifyInstance, deps: ServerDeps): void {
  bindRoute(server, deps, routes.listDevices, async ({ db, params, principal }) => {
    const { organizationId } = principal;
    if (params.organizationId !== organizationId) return notFound('The organization');
    const rows = await devices(db, organizationId).orderBy('serialNumber').execute();
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

async function missingOrConflict(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<ErrorResponse> {
  const now = await deviceById(db, organizationId, id);
  return now === undefined ? NO_DEVICE : versionConflict(toDevice(now));
}

/** Deletes a device with its credential, its connections and its lease. */
async function deleteDevice(
  deps: ServerDeps,
  { db, params, principal, version, afterCommit }: CallOf<typeof routes.deleteDevice>,
) {
  const { organizationId } = principal;
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
  const tokens = await tokensOf(db, organizationId, params.id);
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
  afterCommit(() => endAll(deps, tokens));
  return toDevice(deleted);
}

/**
 * Issues the credential of a scan service. Revokes earlier credentials and closes their
 * connections.
 */
async function activateDevice(
  deps: ServerDeps,
  { db, params, principal, afterCommit }: CallOf<typeof routes.activateDevice>,
) {
  const { organizationId } = principal;
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
  const tokens = await tokensOf(db, organizationId, params.id);
  const token = await replaceDeviceToken(db, { organizationId, id: params.id });
  afterCommit(() => endAll(deps, tokens));
  return { device: toDevice(row), token };
}

async function tokensOf(
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

function endAll({ sessionEnded }: ServerDeps, tokenIds: readonly string[]): void {
  for (const tokenId of tokenIds) sessionEnded.emit({ tokenId });
}
