import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { routes } from '#contracts';
import { newId } from '#foundation';
import { replaceDeviceToken } from '../accounts/sessions.ts';
import type { Database } from '../database/schema.ts';
import { bindRoute } from '../http/bind-route.ts';
import type { CallOf } from '../http/call.ts';
import { notFound, Refusal, refuse, versionConflict } from '../http/refusal.ts';
import type { ServerParts } from '../server-parts.ts';
import { unlessTaken } from './shared/constraint.ts';
import { deviceById, devices, toDevice } from './shared/device-rows.ts';
import { newestPage } from './shared/newest-page.ts';
import { wholeList } from './shared/paging.ts';
import { changedBy, createdBy, deletedBy } from './shared/stored.ts';

const NO_DEVICE = notFound('The scanner');
const TAKEN = {
  device_serial_number: () =>
    refuse('DuplicateSerialNumber', 'Another device has this serial number'),
  device_pkey: () => refuse('Conflict', 'Another device has this id'),
};

/** Devices, and the credentials with which they speak for themselves. */
export function registerDeviceRoutes(server: FastifyInstance, parts: ServerParts): void {
  bindRoute(server, parts, routes.listDevices, async ({ db, params, principal }) => {
    const { organizationId } = principal;
    if (params.organizationId !== organizationId) return notFound('The organization');
    const rows = await devices(db, organizationId).orderBy('serialNumber').execute();
    return wholeList(rows, toDevice);
  });

  bindRoute(server, parts, routes.listAllDevices, ({ db, query, principal }) =>
    newestPage(devices(db, principal.organizationId), query, toDevice),
  );

  bindRoute(server, parts, routes.getDevice, async ({ db, params, principal }) => {
    const row = await deviceById(db, principal.organizationId, params.id);
    return row === undefined ? NO_DEVICE : toDevice(row);
  });

  bindRoute(server, parts, routes.getDeviceBySerialNumber, async ({ db, params, principal }) => {
    const row = await devices(db, principal.organizationId)
      .where('serialNumber', '=', params.number.trim())
      .executeTakeFirst();
    return row === undefined ? NO_DEVICE : toDevice(row);
  });

  bindRoute(server, parts, routes.createDevice, createDevice);
  bindRoute(server, parts, routes.updateDevice, updateDevice);
  bindRoute(server, parts, routes.deleteDevice, (call) => deleteDevice(parts, call));
  bindRoute(server, parts, routes.activateDevice, (call) => activateDevice(parts, call));
}

/** A repeated call with the same id finds the device that the first one made. */
async function createDevice({ db, body, principal, about }: CallOf<typeof routes.createDevice>) {
  const { organizationId } = principal;
  const { id = newId(), ...fields } = body;
  about({ id });
  const known = await deviceById(db, organizationId, id);
  if (known !== undefined) {
    const same = known.serialNumber === fields.serialNumber && known.model === fields.model;
    return same ? toDevice(known) : TAKEN.device_pkey();
  }
  const values = { id, ...fields, ...createdBy(principal) };
  const made = await unlessTaken(TAKEN, () =>
    db.insertInto('device').values(values).returningAll().executeTakeFirstOrThrow(),
  );
  return made instanceof Refusal ? made : toDevice(made);
}

async function updateDevice({
  db,
  params,
  body,
  principal,
  version,
}: CallOf<typeof routes.updateDevice>) {
  const { organizationId } = principal;
  const changed = await unlessTaken(TAKEN, () =>
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
  if (changed instanceof Refusal) return changed;
  return changed === undefined ? goneOrNewer(db, organizationId, params.id) : toDevice(changed);
}

async function goneOrNewer(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<Refusal> {
  const now = await deviceById(db, organizationId, id);
  return now === undefined ? NO_DEVICE : versionConflict(toDevice(now));
}

/** What a device could do ends with it: its credential, its connections, whoever commanded it. */
async function deleteDevice(
  parts: ServerParts,
  { db, params, principal, version, afterCommit }: CallOf<typeof routes.deleteDevice>,
) {
  const { organizationId } = principal;
  const gone = await db
    .updateTable('device')
    .set(deletedBy(principal))
    .where('organizationId', '=', organizationId)
    .where('id', '=', params.id)
    .where('deletedAt', 'is', null)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  if (gone === undefined) return goneOrNewer(db, organizationId, params.id);
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
  afterCommit(() => endAll(parts, tokens));
  return toDevice(gone);
}

/** How a scan service gets what it signs in with. Whoever had an earlier credential is put out. */
async function activateDevice(
  parts: ServerParts,
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
  afterCommit(() => endAll(parts, tokens));
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

function endAll({ sessionEnded }: ServerParts, tokenIds: readonly string[]): void {
  for (const tokenId of tokenIds) sessionEnded.emit({ tokenId });
}
