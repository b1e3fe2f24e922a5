import * as z from 'zod';
import { acquisitionFilter } from '../../enumerations.ts';
import { idSchema, storedSchema } from '../common.ts';

/** Millimetres. */
export const cupDepthSchema = z.number().positive().max(200);
/** Depths in mm of the cups of the scanner. A scan takes the preset of its cup. */
export const CUP_DEPTHS_MM = [35, 45, 55] as const;
const schemaVersionSchema = z.number().int().min(1).max(1_000);

/**
 * Values that a scanner with settings version 1 can apply, checked when settings are saved: dB, Hz
 * and mm.
 */
export const DEVICE_SETTING_LIMITS = {
  dynamicRange: { min: 20, max: 120 },
  frequency: { min: 1_000_000, max: 20_000_000 },
  focus: { min: 5, max: 60 },
  depth: { min: 20, max: 80 },
} as const;

/**
 * Settings of a device that an operator can change; specification 9 prescribes the defaults.
 */
export const deviceSettingValuesSchema = z.object({
  devSetSchemaVersion: schemaVersionSchema.default(1),
  compound: z.boolean().default(false),
  doubler: z.boolean().default(true),
  /** Decibels. */
  dynamicRange: z.number().min(1).max(200).default(60),
  /** Hertz. */
  frequency: z.number().min(100_000).max(50_000_000).default(5_000_000),
  /** Millimetres. */
  focus: z.number().positive().max(200).default(25),
  filterName: acquisitionFilter.schema.default('FAMODE3'),
  /** Millimetres. */
  depth: z.number().positive().max(300).default(45),
  acquisitionMode: z.enum(['RF', 'BMODE']).default('RF'),
  /** AUTO: chosen by the device from the cup depth. MANUAL: chosen by the operator. */
  mode: z.enum(['AUTO', 'MANUAL']).default('AUTO'),
});
export type DeviceSettingValues = z.infer<typeof deviceSettingValuesSchema>;
export const DEVICE_SETTING_DEFAULTS = deviceSettingValuesSchema.parse({});

/**
 * Settings stored per cup depth (preset), per user or per scan. Settings of a scan carry its
 * patient and are returned as the patient's last-used settings.
 */
export const deviceSettingsFieldsSchema = deviceSettingValuesSchema.extend({
  cupDepth: cupDepthSchema.nullable().default(null),
  /** Owner of the settings; null for presets. */
  userId: idSchema.nullable().default(null),
  /** The scan that used the settings; the patient is derived from the scan. */
  scanId: idSchema.nullable().default(null),
});
export type DeviceSettingsFields = z.input<typeof deviceSettingsFieldsSchema>;

/** The limits apply to saved settings only, because older stored settings stay readable. */
const limitedShape = {
  dynamicRange: limitedNumber('dynamicRange'),
  frequency: limitedNumber('frequency'),
  focus: limitedNumber('focus'),
  depth: limitedNumber('depth'),
};

function limitedNumber(field: keyof typeof DEVICE_SETTING_LIMITS) {
  const { min, max } = DEVICE_SETTING_LIMITS[field];
  return z.number().min(min).max(max).default(DEVICE_SETTING_DEFAULTS[field]);
}

export const newDeviceSettingsSchema = z.strictObject({
  ...deviceSettingsFieldsSchema.shape,
  ...limitedShape,
  /** Client-generated id, so that a repeated POST returns the same settings. */
  id: idSchema.optional(),
});

/** Fields that an edit may change; the owner stays fixed. */
export const deviceSettingsUpdateSchema = z.strictObject({
  ...deviceSettingValuesSchema.shape,
  ...limitedShape,
  cupDepth: cupDepthSchema.nullable().default(null),
});

export const deviceSettingsSchema = storedSchema.extend(deviceSettingsFieldsSchema.shape).extend({
  patientId: idSchema.nullable(),
});
export type StoredDeviceSettings = z.infer<typeof deviceSettingsSchema>;

/** Fields of a preset, which always has a cup depth. */
export const presetFieldsSchema = deviceSettingsUpdateSchema.extend({ cupDepth: cupDepthSchema });
export type PresetFields = z.infer<typeof presetFieldsSchema>;

export const settingsByCupDepthSchema = z.strictObject({
  devSetSchemaVersion: schemaVersionSchema,
  cupDepth: cupDepthSchema,
});
