import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { routes, serverMessage } from '#contracts';
import type { Database } from '../../database/schema.ts';
import { bindRoute } from '../../http/bind-route.ts';
import type { CallOf } from '../../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  versionConflict,
} from '../../http/error-response.ts';
import type { RouteDeps } from '../../http/server-deps.ts';
import { mapUniqueViolation } from '../../records/shared/map-unique-violation.ts';
import { newestPage } from '../../records/shared/newest-page.ts';
import { changedBy, deletedBy } from '../../records/shared/stored.ts';
import {
  arePresets,
  type DeviceSettingRow,
  deviceSettings,
  isPreset,
  patientOfScan,
  toDeviceSettings,
  visibleSettings,
} from './device-setting-rows.ts';
import { DUPLICATE_PRESET, NO_CUP_DEPTH, saveDeviceSettings } from './save-device-settings.ts';

const NO_SETTINGS = notFound('DEVICE_SETTINGS_NOT_FOUND');

export function registerDeviceSettingRoutes(server: FastifyInstance, deps: RouteDeps): void {
  bindRoute(server, deps, routes.listDeviceSettings, ({ db, query, principal }) => {
    const rows = visibleSettings(db, principal).$if(query.kind === 'preset', (all) =>
      all.where(arePresets),
    );
    return newestPage(rows, query, toDeviceSettings);
  });

  bindRoute(server, deps, routes.getDeviceSettings, async ({ db, params, principal }) => {
    const row = await visibleSettings(db, principal).where('id', '=', params.id).executeTakeFirst();
    return row === undefined ? NO_SETTINGS : toDeviceSettings(row);
  });

  bindRoute(server, deps, routes.listDeviceSettingsOfUser, async (call) => {
    const { db, params, query, principal } = call;
    const { organizationId } = principal;
    if (!(await isAccount(db, organizationId, params.userId))) return notFound('ACCOUNT_NOT_FOUND');
    const saved = deviceSettings(db, organizationId)
      .where('accountId', '=', params.userId)
      .where('scanId', 'is', null);
    return newestPage(saved, query, toDeviceSettings);
  });

  bindRoute(server, deps, routes.lastUsedDeviceSettings, async ({ db, params, principal }) => {
    const row = await deviceSettings(db, principal.organizationId)
      .where(({ exists, selectFrom, lit }) =>
        exists(
          selectFrom('scan')
            .select(lit(1).as('found'))
            .whereRef('scan.organizationId', '=', 'deviceSetting.organizationId')
            .whereRef('scan.id', '=', 'deviceSetting.scanId')
            .where('scan.patientId', '=', params.patientId)
            .where('scan.deletedAt', 'is', null),
        ),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? NO_SETTINGS : toDeviceSettings(row);
  });

  bindRoute(server, deps, routes.deviceSettingsByCupDepth, async ({ db, body, principal }) => {
    const row = await deviceSettings(db, principal.organizationId)
      .where('devSetSchemaVersion', '=', body.devSetSchemaVersion)
      .where('cupDepth', '=', body.cupDepth)
      .where(arePresets)
      .executeTakeFirst();
    return row === undefined ? NO_SETTINGS : toDeviceSettings(row);
  });

  bindRoute(server, deps, routes.createDeviceSettings, saveDeviceSettings);
  bindRoute(server, deps, routes.updateDeviceSettings, updateDeviceSettings);
  bindRoute(server, deps, routes.deleteDeviceSettings, deleteDeviceSettings);
}

async function isAccount(
  db: Kysely<Database>,
  organizationId: string,
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

async function updateDeviceSettings(call: CallOf<typeof routes.updateDeviceSettings>) {
  const { body, principal } = call;
  return changeDeviceSettings(call, async (db, current) => {
    if (isPreset(current) && body.cupDepth === null) return NO_CUP_DEPTH();
    return mapUniqueViolation(DUPLICATE_PRESET, () =>
      db
        .updateTable('deviceSetting')
        .set({ ...body, ...changedBy(principal) })
        .where('organizationId', '=', principal.organizationId)
        .where('id', '=', current.id)
        .returningAll()
        .returning(patientOfScan)
        .executeTakeFirstOrThrow(),
    );
  });
}

function deleteDeviceSettings(call: CallOf<typeof routes.deleteDeviceSettings>) {
  const { principal } = call;
  return changeDeviceSettings(call, (db, { id }) =>
    db
      .updateTable('deviceSetting')
      .set(deletedBy(principal))
      .where('organizationId', '=', principal.organizationId)
      .where('id', '=', id)
      .returningAll()
      .returning(patientOfScan)
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Checks a change or deletion of settings, then runs `write`. Rejects settings that a scan used,
 * because they are part of its record. User settings can be changed only by their user, presets
 * also with the feature `ADMIN_DEVICE`.
 */
async function changeDeviceSettings(
  call: Pick<CallOf<typeof routes.deleteDeviceSettings>, 'db' | 'params' | 'principal' | 'version'>,
  write: (
    db: Kysely<Database>,
    current: DeviceSettingRow,
  ) => Promise<DeviceSettingRow | ErrorResponse>,
) {
  const { db, params, principal, version } = call;
  const current = await visibleSettings(db, principal)
    .where('id', '=', params.id)
    .forUpdate()
    .executeTakeFirst();
  if (current === undefined) return NO_SETTINGS;
  const { accountId } = current;
  if (current.scanId === null && accountId !== null && accountId !== principal.accountId) {
    return errorResponse('Forbidden', serverMessage('SETTINGS_OWNER'));
  }
  if (!isPreset(current) && !principal.features.includes('DEV_SET_UPDATE')) {
    return errorResponse('Forbidden', serverMessage('SETTINGS_PRESET_ONLY'));
  }
  if (current.version !== version) return versionConflict(toDeviceSettings(current));
  if (current.scanId !== null) {
    const message = serverMessage('SETTINGS_OF_SCAN');
    return errorResponse('SettingsOfScan', message, { scanId: current.scanId });
  }
  const changed = await write(db, current);
  return changed instanceof ErrorResponse ? changed : toDeviceSettings(changed);
}
