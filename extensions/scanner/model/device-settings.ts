import * as z from 'zod';
import { DEVICE_SETTING_LIMITS } from '#contracts';

const { dynamicRange, frequency, focus, depth } = DEVICE_SETTING_LIMITS;

/** Version of the meaning of the settings below; stored with every scan. */
export const DEVICE_SETTINGS_VERSION = 1;

/** Device settings that an operator can change, with the defaults of the device. */
export const deviceSettingsSchema = z.object({
  devSetSchemaVersion: z.literal(DEVICE_SETTINGS_VERSION).default(DEVICE_SETTINGS_VERSION),
  /**
   * Averages images of three beam angles, which smooths speckle; a frame takes three times as long.
   */
  compound: z.boolean().default(false),
  /** Fires a beam for every other image line only; the lines between are interpolated. */
  doubler: z.boolean().default(true),
  dynamicRangeDb: z.number().min(dynamicRange.min).max(dynamicRange.max).default(60),
  /** Centre frequency of the pulse. */
  frequencyHz: z.number().min(frequency.min).max(frequency.max).default(5_000_000),
  /** Depth of the narrowest beam. */
  focusMm: z.number().min(focus.min).max(focus.max).default(25),
  /** Image filter of the device. */
  filterName: z.enum(['FAMODE1', 'FAMODE2', 'FAMODE3', 'FAMODE4']).default('FAMODE3'),
  /** Depth of the image. */
  depthMm: z.number().min(depth.min).max(depth.max).default(45),
  /** RF stores the receiver's signal in the raw sweep; BMODE stores grey levels only. */
  acquisitionMode: z.enum(['RF', 'BMODE']).default('RF'),
});
export type DeviceSettings = z.infer<typeof deviceSettingsSchema>;
export const DEFAULT_DEVICE_SETTINGS: DeviceSettings = deviceSettingsSchema.parse({});
