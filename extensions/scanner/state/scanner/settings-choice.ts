import {
  CUP_DEPTHS_MM,
  DEVICE_SETTING_DEFAULTS,
  type DeviceSettingValues,
  routes,
  type StoredDeviceSettings,
} from '#contracts';
import type { ApiClient, CallProblem } from '#core';
import { ok, type Result } from '#foundation';

export const DEFAULT_CUP_DEPTH_MM = 45;

/** Available sources of settings. */
export interface KnownSettings {
  /** Settings of the patient's newest scan; null if there is no scan. */
  readonly lastUsed: DeviceSettingValues | null;
  /** Settings last saved by the operator; null if none. */
  readonly userSettings: StoredDeviceSettings | null;
  /** The site's presets by cup depth; cup depths without a preset are absent. */
  readonly presets: ReadonlyMap<number, DeviceSettingValues>;
}

const NOT_FOUND = 404;

const FIELDS = Object.keys(DEVICE_SETTING_DEFAULTS) as readonly (keyof DeviceSettingValues)[];

/** Returns the settings without owner and metadata. */
export function valuesOf(stored: DeviceSettingValues): DeviceSettingValues {
  return Object.fromEntries(
    FIELDS.map((field) => [field, stored[field]]),
  ) as unknown as DeviceSettingValues;
}

/** Returns the fields in which two settings differ. */
export const differingFields = (
  a: DeviceSettingValues,
  b: DeviceSettingValues,
): readonly string[] => FIELDS.filter((field) => a[field] !== b[field]);

/** Reads all sources; a missing source is null, a failed read is a Problem. */
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

/** Returns the automatic settings: the site's preset of the cup, else the product's defaults. */
export function automaticSettings(known: KnownSettings, cupDepth: number): DeviceSettingValues {
  return { ...(known.presets.get(cupDepth) ?? DEVICE_SETTING_DEFAULTS), mode: 'AUTO' };
}

/** Returns the same settings in manual mode. */
export function manualSettings(values: DeviceSettingValues): DeviceSettingValues {
  return { ...values, mode: 'MANUAL' };
}

/** Saves settings as the operator's own, replacing prior settings. */
export async function saveUserSettings(
  api: ApiClient,
  known: KnownSettings,
  values: DeviceSettingValues,
  userId: string,
): Promise<Result<StoredDeviceSettings, CallProblem>> {
  const { userSettings } = known;
  if (userSettings === null)
    return api.call(routes.createDeviceSettings, { body: { ...values, userId } });
  return api.call(routes.updateDeviceSettings, {
    params: { id: userSettings.id },
    body: { ...values, cupDepth: userSettings.cupDepth },
    version: userSettings.version,
  });
}
