import * as z from 'zod';
import { fieldText } from '../../texts/field-texts.ts';
import { idSchema, instantSchema, storedSchema } from '../common.ts';

/** Serial number as printed on the device's plate. */
export const serialNumberSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/, fieldText('SERIAL_NUMBER_CHARACTERS'));

export const deviceFieldsSchema = z.strictObject({
  serialNumber: serialNumberSchema,
  model: z.string().trim().min(1, fieldText('MODEL_REQUIRED')).max(100),
});
export type DeviceFields = z.input<typeof deviceFieldsSchema>;

export const newDeviceSchema = deviceFieldsSchema.extend({
  /** Client-generated id, so that a repeated POST returns the same device. */
  id: idSchema.optional(),
});

export const deviceSchema = storedSchema.extend({
  serialNumber: z.string(),
  model: z.string(),
  organizationId: idSchema,
  /** Time at which the first credential was issued; null before. */
  activatedAt: instantSchema.nullable(),
  /** Time of the last call with the current credential, to the minute; null before the first. */
  lastSeenAt: instantSchema.nullish(),
});
export type Device = z.infer<typeof deviceSchema>;

/** Credential of a device, returned only once; the server stores only its hash. */
export const activatedDeviceSchema = z.object({ device: deviceSchema, token: z.string() });
export type ActivatedDevice = z.infer<typeof activatedDeviceSchema>;

/** The only user who may command the device; expires at `until` if unused. */
export const deviceLeaseSchema = z.object({
  deviceId: idSchema,
  holder: z.object({ id: idSchema, name: z.string() }),
  until: instantSchema,
});
export type DeviceLease = z.infer<typeof deviceLeaseSchema>;
