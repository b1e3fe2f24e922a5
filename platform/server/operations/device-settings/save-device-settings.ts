import type { Kysely } from 'kysely';
import type { routes } from '#contracts';
import { newId } from '#foundation';
import type { CallPrincipal } from '../../accounts/principal.ts';
import type { Database } from '../../database/schema.ts';
import type { CallOf } from '../../http/call.ts';
import { notFound, Refusal, refuse } from '../../http/refusal.ts';
import { scanById } from '../../records/scans/scan-rows.ts';
import { unlessTaken } from '../../records/shared/constraint.ts';
import { createdBy } from '../../records/shared/stored.ts';
import { deviceSettings, toDeviceSettings } from './device-setting-rows.ts';

export const PRESET_TAKEN = {
  device_setting_preset: () =>
    refuse('DuplicateDeviceSettings', 'This cup depth has a preset already; change that one'),
};

type Call = CallOf<typeof routes.createDeviceSettings>;

/** Whose settings a call saves, or why it may not. */
interface Place {
  readonly accountId: string | null;
  readonly scanId: string | null;
  readonly patientId: string | null;
}

/** A repeated call with the same id finds the settings that the first one saved. */
export async function saveDeviceSettings({ db, body, principal, about }: Call) {
  const { id = newId(), userId, scanId, ...values } = body;
  about({ id });
  const place = await placeOf(db, principal, userId, scanId);
  if (place instanceof Refusal) return place;
  if (place.scanId !== null) about({ scanId: place.scanId });
  const saved = await unlessTaken(PRESET_TAKEN, () =>
    db
      .insertInto('deviceSetting')
      .values({ id, ...values, ...place, ...createdBy(principal) })
      .onConflict((conflict) => conflict.columns(['organizationId', 'id']).doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
  if (saved instanceof Refusal) return saved;
  if (saved !== undefined) return toDeviceSettings(saved);
  const known = await deviceSettings(db, principal.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  const same = known?.scanId === place.scanId && known.accountId === place.accountId;
  return same ? toDeviceSettings(known) : refuse('Conflict', 'Other settings have this id');
}

/** Settings of a scan belong to whoever scans; people save their own; presets need the right to. */
async function placeOf(
  db: Kysely<Database>,
  principal: CallPrincipal,
  userId: string | null,
  scanId: string | null,
): Promise<Place | Refusal> {
  const { accountId, features, organizationId } = principal;
  if (scanId !== null) {
    const scan = await scanById(db, organizationId, scanId);
    const isIts = principal.kind !== 'device' || scan?.deviceId === principal.deviceId;
    if (scan === undefined || !isIts) return notFound('The scan');
    if (userId !== null && userId !== accountId) return notFound('The account');
    return { accountId, scanId, patientId: scan.patientId };
  }
  if (!features.includes('DEV_SET_UPDATE')) {
    return refuse('Forbidden', 'This account may save the settings of a scan only');
  }
  if (userId !== null && userId !== accountId) return notFound('The account');
  return { accountId: userId, scanId: null, patientId: null };
}
