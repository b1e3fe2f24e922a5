import type { Kysely } from 'kysely';
import { type routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { ErrorResponse, errorResponse, notFound } from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { scanById } from '../../records/scans/scan-rows.ts';
import { mapUniqueViolation } from '../../records/shared/map-unique-violation.ts';
import { createdBy } from '../../records/shared/stored.ts';
import { deviceSettings, toDeviceSettings } from './device-setting-rows.ts';

export const DUPLICATE_PRESET = {
  device_setting_preset: () =>
    errorResponse('DuplicateDeviceSettings', serverMessage('SETTINGS_PRESET_TAKEN')),
};

type Call = CallOf<typeof routes.createDeviceSettings>;

/** Owner of the saved settings; all null for a preset. */
interface SettingsScope {
  readonly accountId: string | null;
  readonly scanId: string | null;
  readonly patientId: string | null;
}

/** Saves settings; a repeated call with the same id returns the existing settings. */
export async function saveDeviceSettings({ db, body, principal, addAuditSubject }: Call) {
  const { id = newId(), userId, scanId, ...values } = body;
  addAuditSubject({ id });
  const scope = await scopeOf(db, principal, userId, scanId);
  if (scope instanceof ErrorResponse) return scope;
  if (scope.scanId !== null) addAuditSubject({ scanId: scope.scanId });
  const saved = await mapUniqueViolation(DUPLICATE_PRESET, () =>
    db
      .insertInto('deviceSetting')
      .values({ id, ...values, ...scope, ...createdBy(principal) })
      .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
  if (saved instanceof ErrorResponse) return saved;
  if (saved !== undefined) return toDeviceSettings(saved);
  const existing = await deviceSettings(db, principal.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  const same = existing?.scanId === scope.scanId && existing.accountId === scope.accountId;
  return same
    ? toDeviceSettings(existing)
    : errorResponse('Conflict', serverMessage('SETTINGS_ID_TAKEN'));
}

/**
 * Returns the owner of the settings. Settings of a scan belong to the caller. All other settings
 * need the feature `DEV_SET_UPDATE`: with `userId` the caller's own settings, without a preset.
 */
async function scopeOf(
  db: Kysely<Database>,
  principal: CallPrincipal,
  userId: string | null,
  scanId: string | null,
): Promise<SettingsScope | ErrorResponse> {
  const { accountId, features, organizationId } = principal;
  if (scanId !== null) {
    const scan = await scanById(db, organizationId, scanId);
    const isOwnScan = principal.kind !== 'device' || scan?.deviceId === principal.deviceId;
    if (scan === undefined || !isOwnScan) return notFound('SCAN_NOT_FOUND');
    if (userId !== null && userId !== accountId) return notFound('ACCOUNT_NOT_FOUND');
    return { accountId, scanId, patientId: scan.patientId };
  }
  if (!features.includes('DEV_SET_UPDATE')) {
    return errorResponse('Forbidden', serverMessage('SETTINGS_SCAN_ONLY'));
  }
  if (userId !== null && userId !== accountId) return notFound('ACCOUNT_NOT_FOUND');
  return { accountId: userId, scanId: null, patientId: null };
}
