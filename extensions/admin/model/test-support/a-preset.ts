import { DEVICE_SETTING_DEFAULTS, type StoredDeviceSettings } from '#contracts';
import { newId } from '#foundation';

const CREATED_AT = '2026-11-20T10:00:00.000Z';

/** Creates the stored preset of the 45 mm cup with the product defaults. */
export function aPreset(overrides: Partial<StoredDeviceSettings> = {}): StoredDeviceSettings {
  return {
    id: newId(),
    version: 1,
    createdAt: CREATED_AT,
    createdBy: null,
    updatedAt: CREATED_AT,
    updatedBy: null,
    ...DEVICE_SETTING_DEFAULTS,
    cupDepth: 45,
    userId: null,
    scanId: null,
    patientId: null,
    ...overrides,
  };
}
