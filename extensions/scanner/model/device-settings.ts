import * as z from 'zod';

/** Version of the meaning of the settings below; stored with every scan. */
export const DEVICE_SETTINGS_VERSION = 1;

/** Device settings that an operator can change (specification 9, device defaults). */
export const deviceSettingsSchema = z.object({
  devSetSchemaVersion: z.literal(DEVICE_SETTINGS_VERSION).default(DEVICE_SETTINGS_VERSION),
  compound: z.boolean().default(false),
  doubler: z.boolean().default(true),
  dynamicRangeDb: z.number().min(20).max(120).default(60),
  frequencyHz: z.number().min(1e6).max(2e7).default(5_000_000),
  focusMm: z.number().min(5).max(60).default(25),
  filterName: z.enum(['FAMODE1', 'FAMODE2', 'FAMODE3', 'FAMODE4']).default('FAMODE3'),
  depthMm: z.number().min(20).max(80).default(45),
  /** RF stores the receiver's signal in the raw sweep; BMODE stores grey levels only. */
  acquisitionMode: z.enum(['RF', 'BMODE']).default('RF'),
});
export type DeviceSettings = z.infer<typeof deviceSettingsSchema>;
export const DEFAULT_DEVICE_SETTINGS: DeviceSettings = deviceSettingsSchema.parse({});
