import {
  DEVICE_SETTING_DEFAULTS,
  type DeviceSettingValues,
  routes,
  type StoredDeviceSettings,
} from '#contracts';
import type { ApiClient } from '#core';
import { ok, type Result } from '#foundation';

/** Depths of the cups that hold the breast, millimetres; a site's presets go by them. */
export const CUP_DEPTHS_MM = [35, 45, 55] as const;
export const DEFAULT_CUP_DEPTH_MM = 45;

/** Where settings can be taken from. */
export interface KnownSettings {
  /** Of the patient's newest scan; null when there is none. */
  readonly lastUsed: DeviceSettingValues | null;
  /** What the operator saved last; null when nothing was. */
  readonly userSettings: StoredDeviceSettings | null;
  /** The site's preset by cup depth; cup depths without one are absent. */
  readonly presets: ReadonlyMap<number, DeviceSettingValues>;
}

const NOT_FOUND = 404;

const FIELDS = Object.keys(DEVICE_SETTING_DEFAULTS) as readonly (keyof DeviceSettingValues)[];

/** The settings alone, without whose they are. */
export function valuesOf(stored: DeviceSettingValues): DeviceSettingValues {
  return Object.fromEntries(
    FIELDS.map((field) => [field, stored[field]]),
  ) as unknown as DeviceSettingValues;
}

/** Reads what there is; what is missing is null, what can't be read is a Problem. */
export async function readKnownSettings(
  api: ApiClient,
  patientId: string,
  userId: string,
): Promise<Result<KnownSettings>> {
  const version = DEVICE_SETTING_DEFAULTS.devSetSchemaVersion;
  const [lastUsed, userSettings, ...presets] = await Promise.all([
    api.call(routes.lastUsedDeviceSettings, { params: { patientId } }),
    api.call(routes.listDeviceSettingsOfUser, { params: { userId }, query: { limit: 1 } }),
    ...CUP_DEPTHS_MM.map((cupDepth) =>
      api.call(routes.deviceSettingsByCupDepth, {
        body: { devSetSchemaVersion: version, cupDepth },
      }),
    ),
  ]);
  const presetsByDepth = new Map<number, DeviceSettingValues>();
  for (const [i, preset] of presets.entries()) {
    const cupDepth = CUP_DEPTHS_MM[i];
    if (preset.ok && cupDepth !== undefined) presetsByDepth.set(cupDepth, valuesOf(preset.value));
    else if (!preset.ok && preset.problem.status !== NOT_FOUND) return preset;
  }
  if (!lastUsed.ok && lastUsed.problem.status !== NOT_FOUND) return lastUsed;
  if (!userSettings.ok) return userSettings;
  return ok({
    lastUsed: lastUsed.ok ? valuesOf(lastUsed.value) : null,
    userSettings: userSettings.value.items[0] ?? null,
    presets: presetsByDepth,
  });
}

/** What the scanner is set to by itself: the site's preset of the cup, else the product's defaults. */
export function automaticSettings(known: KnownSettings, cupDepth: number): DeviceSettingValues {
  return { ...(known.presets.get(cupDepth) ?? DEVICE_SETTING_DEFAULTS), mode: 'AUTO' };
}

/** The same settings in the operator's own hands. */
export function manualSettings(values: DeviceSettingValues): DeviceSettingValues {
  return { ...values, mode: 'MANUAL' };
}

/** Keeps settings as the operator's own; those of before are replaced. */
export async function saveUserSettings(
  api: ApiClient,
  known: KnownSettings,
  values: DeviceSettingValues,
  userId: string,
): Promise<Result<StoredDeviceSettings>> {
  const { userSettings } = known;
  if (userSettings === null)
    return api.call(routes.createDeviceSettings, { body: { ...values, userId } });
  return api.call(routes.updateDeviceSettings, {
    params: { id: userSettings.id },
    body: { ...values, cupDepth: userSettings.cupDepth },
    version: userSettings.version,
  });
}
