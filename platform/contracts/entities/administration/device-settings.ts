import * as z from 'zod';
import { acquisitionFilter } from '../../enumerations.ts';
import { idSchema, storedSchema } from '../common.ts';

/** Millimetres. */
export const cupDepthSchema = z.number().positive().max(200);
const schemaVersionSchema = z.number().int().min(1).max(1_000);

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

export const newDeviceSettingsSchema = z.strictObject({
  ...deviceSettingsFieldsSchema.shape,
  /** Client-generated id, so that a repeated POST returns the same settings. */
  id: idSchema.optional(),
});

/** Fields that an edit may change; the owner stays fixed. */
export const deviceSettingsUpdateSchema = z.strictObject({
  ...deviceSettingValuesSchema.shape,
  cupDepth: cupDepthSchema.nullable().default(null),
});

export const deviceSettingsSchema = storedSchema.extend(deviceSettingsFieldsSchema.shape).extend({
  patientId: idSchema.nullable(),
});
export type StoredDeviceSettings = z.infer<typeof deviceSettingsSchema>;

export const settingsByCupDepthSchema = z.strictObject({
  devSetSchemaVersion: schemaVersionSchema,
  cupDepth: cupDepthSchema,
});
