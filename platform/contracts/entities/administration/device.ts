import * as z from 'zod';
import { idSchema, instantSchema, storedSchema } from '../common.ts';

/** As it stands on the device's plate. */
export const serialNumberSchema = z
  .string()
  .trim()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/,
    'A serial number holds letters, digits and . _ / -, at most 64',
  );

export const deviceFieldsSchema = z.strictObject({
  serialNumber: serialNumberSchema,
  model: z.string().trim().min(1, 'Name the model').max(100),
});
export type DeviceFields = z.input<typeof deviceFieldsSchema>;

export const newDeviceSchema = deviceFieldsSchema.extend({
  /** Client-made id, so that a repeated POST finds the same device. */
  id: idSchema.optional(),
});

export const deviceSchema = storedSchema.extend({
  serialNumber: z.string(),
  model: z.string(),
  organizationId: idSchema,
  /** When a credential was issued for the first time; null before. */
  activatedAt: instantSchema.nullable(),
  /** When it last called under its present credential, to the minute; null before. */
  lastSeenAt: instantSchema.nullish(),
});
export type Device = z.infer<typeof deviceSchema>;

/** The credential of a device, shown this once; the server keeps its hash only. */
export const activatedDeviceSchema = z.object({ device: deviceSchema, token: z.string() });
export type ActivatedDevice = z.infer<typeof activatedDeviceSchema>;

/** Who alone may command a device; without use until then. */
export const deviceLeaseSchema = z.object({
  deviceId: idSchema,
  holder: z.object({ id: idSchema, name: z.string() }),
  until: instantSchema,
});
export type DeviceLease = z.infer<typeof deviceLeaseSchema>;
