import * as z from 'zod';
import { acquisitionFilter } from '../../enumerations.ts';
import { idSchema, storedSchema } from '../common.ts';

/** Cup depths in millimetres. */
export const cupDepthSchema = z.number().positive().max(200);
const schemaVersionSchema = z.number().int().min(1).max(1_000);

/** What an operator can set on a device, with the defaults of the product (specification 9). */
export const deviceSettingValuesSchema = z.object({
  devSetSchemaVersion: schemaVersionSchema.default(1),
  compound: z.boolean().default(false),
  doubler: z.boolean().default(true),
  /** dB. */
  dynamicRange: z.number().min(1).max(200).default(60),
  /** Hz. */
  frequency: z.number().min(100_000).max(50_000_000).default(5_000_000),
  /** mm. */
  focus: z.number().positive().max(200).default(25),
  filterName: acquisitionFilter.schema.default('FAMODE3'),
  /** mm. */
  depth: z.number().positive().max(300).default(45),
  acquisitionMode: z.enum(['RF', 'BMODE']).default('RF'),
  /** AUTO: the device chooses by cup depth; MANUAL: the operator chose. */
  mode: z.enum(['AUTO', 'MANUAL']).default('AUTO'),
});
export type DeviceSettingValues = z.infer<typeof deviceSettingValuesSchema>;
export const DEVICE_SETTING_DEFAULTS = deviceSettingValuesSchema.parse({});

/**
 * Settings are kept for a cup depth (a preset), for a user, and as a scan used them; a scan's carry
 * its patient, and answer as last used for that patient.
 */
export const deviceSettingsFieldsSchema = deviceSettingValuesSchema.extend({
  cupDepth: cupDepthSchema.nullable().default(null),
  /** Whose settings these are; null for presets. */
  userId: idSchema.nullable().default(null),
  /** The scan that used them; its patient follows from it. */
  scanId: idSchema.nullable().default(null),
});
export type DeviceSettingsFields = z.input<typeof deviceSettingsFieldsSchema>;

export const newDeviceSettingsSchema = z.strictObject({
  ...deviceSettingsFieldsSchema.shape,
  /** Client-made id, so that a repeated POST finds the same settings. */
  id: idSchema.optional(),
});

/** What an edit may change: the values, never whose they are. */
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
