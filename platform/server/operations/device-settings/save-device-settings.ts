import type { Kysely } from 'kysely';
import { type Feature, fieldError, type routes, serverMessage } from '#contracts';
import { newId } from '#foundation';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import {
  ErrorResponse,
  errorResponse,
  notFound,
  ValidationErrorResponse,
} from '../../http/error-response.ts';
import type { CallPrincipal } from '../../http/principal.ts';
import { scanById } from '../../records/scans/scan-rows.ts';
import { mapUniqueViolation } from '../../records/shared/map-unique-violation.ts';
import { createdBy } from '../../records/shared/stored.ts';
import { deviceSettings, patientOfScan, toDeviceSettings } from './device-setting-rows.ts';

export const DUPLICATE_PRESET = {
  device_setting_preset: () =>
    errorResponse('DuplicateDeviceSettings', serverMessage('SETTINGS_PRESET_TAKEN')),
};

/** A preset without a cup depth would never be used. */
export const NO_CUP_DEPTH = () =>
  new ValidationErrorResponse([fieldError('cupDepth', 'PRESET_CUP_DEPTH')]);

type Call = CallOf<typeof routes.createDeviceSettings>;

/** Owner of the saved settings; all null for a preset. */
interface SettingsScope {
  readonly accountId: string | null;
  readonly scanId: string | null;
}

/** Saves settings; a repeated call with the same id returns the existing settings. */
export async function saveDeviceSettings({ db, body, principal, addAuditSubject }: Call) {
  const { id = newId(), userId: _user, scanId: _scan, ...values } = body;
  addAuditSubject({ id });
  const scope = await scopeOf(db, principal, body);
  if (scope instanceof ErrorResponse) return scope;
  if (scope.scanId !== null) addAuditSubject({ scanId: scope.scanId });
  const saved = await mapUniqueViolation(DUPLICATE_PRESET, () =>
    db
      .insertInto('deviceSetting')
      .values({ id, ...values, ...scope, ...createdBy(principal) })
      .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
      .returningAll()
      .returning(patientOfScan)
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
 * Returns the owner of the settings. Settings of a scan belong to the caller. The own settings need
 * the feature `DEV_SET_UPDATE`, presets that or `ADMIN_DEVICE`.
 */
async function scopeOf(
  db: Kysely<Database>,
  principal: CallPrincipal,
  { userId, scanId, cupDepth }: Call['body'],
): Promise<SettingsScope | ErrorResponse> {
  const { accountId, features } = principal;
  if (scanId !== null) return scopeOfScan(db, principal, scanId, userId);
  if (!features.includes('DEV_SET_UPDATE')) {
    const mayPreset = features.includes('ADMIN_DEVICE');
    if (!mayPreset) return errorResponse('Forbidden', serverMessage('SETTINGS_SCAN_ONLY'));
    if (userId !== null) return errorResponse('Forbidden', serverMessage('SETTINGS_PRESET_ONLY'));
  }
  if (userId === null && cupDepth === null) return NO_CUP_DEPTH();
  if (userId !== null && userId !== accountId) return notFound('ACCOUNT_NOT_FOUND');
  return { accountId: userId, scanId: null };
}

const SCAN_SETTINGS: readonly Feature[] = ['STUDY_CREATE', 'DEV_SET_UPDATE'];

async function scopeOfScan(
  db: Kysely<Database>,
  principal: CallPrincipal,
  scanId: string,
  userId: string | null,
): Promise<SettingsScope | ErrorResponse> {
  const { accountId, deviceId, features, kind, organizationId } = principal;
  if (kind === 'human' && !SCAN_SETTINGS.some((feature) => features.includes(feature))) {
    return errorResponse('Forbidden', serverMessage('SETTINGS_PRESET_ONLY'));
  }
  const scan = await scanById(db, organizationId, scanId);
  const isOwnScan = kind !== 'device' || scan?.deviceId === deviceId;
  if (scan === undefined || !isOwnScan) return notFound('SCAN_NOT_FOUND');
  if (userId !== null && userId !== accountId) return notFound('ACCOUNT_NOT_FOUND');
  return { accountId, scanId };
}
